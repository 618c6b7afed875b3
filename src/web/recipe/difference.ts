/** Renders what differs between two states of a recipe. Colour is never the only mark. */
import { html } from 'hono/html';
import type { WordChange } from '../../domain/recipes/difference/words.ts';
import {
  type Difference,
  type IngredientChange,
  isEmptyDifference,
  type StepChange,
} from '../../domain/recipes/difference.ts';
import { durationText } from '../../lib/duration.ts';
import { t } from '../../lib/language/text.ts';
import { empty } from '../components/elements.ts';
import { lang } from '../components/item-lists.ts';
import type { Html } from '../components/layout.ts';
import { richText } from '../components/texts.ts';

type Change = 'same' | 'added' | 'removed' | 'changed' | 'moved';

const elements: Record<WordChange['change'], (text: string) => Html> = {
  same: (text) => html`${text}`,
  added: (text) => html`<ins>${text}</ins>`,
  removed: (text) => html`<del>${text}</del>`,
};

const wordsOf = (words: WordChange[]) => words.map(({ change, text }) => elements[change](text));
const isChanged = (words: WordChange[]) => words.some(({ change }) => change !== 'same');

const label = (change: Change, text = change === 'same' ? '' : t(`difference.${change}`)) =>
  change === 'same' ? '' : html`<span class="change ${change}">${text}</span> `;

/** Says how changed words are marked. */
export const differenceLegend = () =>
  richText('difference.legend', {
    new: (text) => html`<ins>${text}</ins>`,
    old: (text) => html`<del>${text}</del>`,
  });

/** `locale` is the language of the texts. */
export function differenceView(difference: Difference, locale: string): Html {
  if (isEmptyDifference(difference)) return html`${empty(t('difference.nothing'))}`;
  const { name, description, ingredients, steps, details } = difference;
  const language = lang(locale);
  return html`<div class="difference">${isChanged(name) ? html`<section><h2>${t('difference.name')}</h2><p${language}>${wordsOf(name)}</p></section>` : ''}
${isChanged(description) ? html`<section><h2>${t('difference.description')}</h2><p class="text"${language}>${wordsOf(description)}</p></section>` : ''}
${details.length > 0 ? detailTable(difference) : ''}
${ingredients.length > 0 ? html`<section><h2>${t('difference.ingredients')}</h2><div${language}>${ingredientLists(ingredients)}</div></section>` : ''}
${steps.length > 0 ? html`<section><h2>${t('difference.method')}</h2><ol class="changed-steps"${language}>${steps.map(stepItem)}</ol></section>` : ''}</div>`;
}

const detailTable = ({ details }: Difference) =>
  html`<section><h2>${t('difference.details')}</h2><dl class="kinds">${details.map(
    ({ field, before, after }) =>
      html`<div><dt>${t(`difference.${field}`)}</dt><dd>${before ? html`<del>${before}</del> ` : ''}${after ? html`<ins>${after}</ins>` : ''}</dd></div>`,
  )}</dl></section>`;

function ingredientLists(ingredients: IngredientChange[]) {
  const groups: IngredientChange[][] = [];
  for (const each of ingredients) {
    const current = groups.at(-1);
    if (current?.[0]?.group === each.group) current?.push(each);
    else groups.push([each]);
  }
  return groups.map(
    (group) =>
      html`${group[0]!.group ? html`<h3>${group[0]!.group}</h3>` : ''}<ul class="ingredients">${group.map(
        ({ change, words }) => html`<li class="${change}">${label(change)}${wordsOf(words)}</li>`,
      )}</ul>`,
  );
}

function stepItem({ change, before, after, name, content, duration: [from, to] }: StepChange) {
  const wasElsewhere = change === 'moved' ? t('difference.moved-from', { step: before! + 1 }) : undefined;
  const place = html`<span class="hint">${after === null ? t('difference.was-step', { step: before! + 1 }) : t('difference.step', { step: after + 1 })}</span> ${label(change, wasElsewhere)}`;
  return html`<li class="${change}"><p>${place}</p>${name.length > 0 ? html`<h3>${wordsOf(name)}</h3>` : ''}<p class="text">${wordsOf(content)}</p>${timeOf(change, from, to)}</li>`;
}

function timeOf(change: StepChange['change'], before: number | null, after: number | null) {
  const [from, to] = [before, after].map((seconds) => (seconds === null ? null : durationText(seconds)));
  if (!from && !to) return '';
  if (from === to || change === 'added' || change === 'removed') return html`<p class="hint">${from ?? to}</p>`;
  return html`<p class="hint">${from ? html`<del>${from}</del> ` : ''}${to ? html`<ins>${to}</ins>` : ''}</p>`;
}
