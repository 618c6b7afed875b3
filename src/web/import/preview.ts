/** Renders the preview and the result of an import. */
import { html } from 'hono/html';
import type { ArchivePreview } from '../../domain/migration/archive/read.ts';
import type { Import } from '../../domain/migration/import.ts';
import type { PreviewedRecipe } from '../../domain/migration/reading/events.ts';
import { t } from '../../lib/language/text.ts';
import { quote } from '../../recipe-import/import-result.ts';
import { day } from '../components/date-text.ts';
import { note } from '../components/elements.ts';
import { factLine } from '../components/fact-line.ts';
import { enumeration } from '../components/list-text.ts';
import { richText } from '../components/rich-text.ts';
import { webUrl } from '../components/web-url.ts';
import { ingredientTable } from './ingredient-table.ts';
import { changedRecipeChoice, newRecipeChoice } from './recipe-choice.ts';

const maxMessages = 20;

/** Ingredients of more recipes are shown on demand. */
const maxOpen = 3;

/** `paths` maps ids of recipes to their pages. */
export function recipeList({ recipes, confirmedAt, finishedAt }: Import, paths: Map<number, string>) {
  if (recipes.length === 0) return '';
  const stage = finishedAt ? 'finished' : confirmedAt ? 'running' : 'preview';
  const isOpen = recipes.length <= maxOpen;
  return html`<ul class="rows">${recipes.map((recipe) => html`<li><div>${recipeRow(recipe, stage, paths, isOpen)}</div></li>`)}</ul>`;
}

type Stage = 'preview' | 'running' | 'finished';

const pathOfId = (paths: Map<number, string>, id: number | null | undefined) =>
  id === null || id === undefined ? undefined : paths.get(id);

function recipeRow(recipe: PreviewedRecipe, stage: Stage, paths: Map<number, string>, isOpen: boolean) {
  const {
    position,
    name,
    ingredients,
    withQuantity,
    steps,
    lines,
    picture,
    isDraft,
    sourceUrl,
    notUnderstood,
    state,
  } = recipe;
  const path = pathOfId(paths, recipe.recipeId);
  const source = webUrl(sourceUrl);
  const facts = [
    t('import.ingredients-with-amount', { count: ingredients, withAmount: withQuantity }),
    t('import.steps', { count: steps }),
    picture && t('import.with-photo'),
    isDraft && t('import.saved-as-draft'),
    source && html`<a href="${source}" rel="nofollow noopener noreferrer">${new URL(source).host}</a>`,
  ];
  const label = stage === 'finished' || state === 'existing' ? resultOf(recipe) : '';
  const isAsked = stage === 'preview' && state !== 'existing';
  const title =
    isAsked && state === 'new'
      ? newRecipeChoice(position, name)
      : html`<strong>${path ? html`<a href="${path}">${name}</a>` : name}</strong>`;
  const question =
    isAsked && state === 'changed'
      ? changedRecipeChoice(position, recipe, pathOfId(paths, recipe.earlier?.recipeId))
      : '';
  // The table of ingredients shows what was not read of a line.
  const remarks =
    isAsked && lines.length > 0
      ? notUnderstood.filter((each) => !lines.some(({ text }) => each.includes(quote(text))))
      : notUnderstood;
  return html`${title}${label && html` <span class="chip">${label}</span>`}<span class="hint">${factLine(facts)}</span>${question}${isAsked ? ingredientTable(lines, name, isOpen) : ''}${notes(remarks, name)}`;
}

function resultOf({ state, action, outcome, recipeId }: PreviewedRecipe): string {
  if (state === 'existing' || outcome === 'existing') return t('import.result-existing');
  if (action === 'skip') return t('import.result-skipped');
  if (outcome === 'failed' || recipeId === null) return t('import.result-not-imported');
  return action === 'update' ? t('import.result-updated') : '';
}

function notes(messages: string[], name: string) {
  if (messages.length === 0) return '';
  const more = messages.length - maxMessages;
  return html`<details><summary>${richText('import.things-to-check', { count: messages.length, name, hidden: (text) => html`<span class="visually-hidden">${text}</span>` })}</summary><ul>${messages.slice(0, maxMessages).map((each) => html`<li>${each}</li>`)}${more > 0 ? html`<li>${t('import.and-more', { n: more })}</li>` : ''}</ul></details>`;
}

/** Lists parts of the file that could not be read. */
export function problemList(problems: string[]) {
  if (problems.length === 0) return '';
  return note(
    html`<p>${t('import.not-read')}</p><ul>${problems.slice(0, 50).map((each) => html`<li>${each}</li>`)}</ul>`,
  );
}

export function archiveFacts({ address, exported, counts }: ArchivePreview) {
  const date = new Date(exported);
  const { recipe = 0, preparation = 0, baking = 0, status = 0 } = counts;
  const cooked = preparation + baking;
  const held = [
    recipe > 0 && t('import.archive-recipe', { count: recipe }),
    cooked > 0 && t('import.archive-cooked', { count: cooked }),
    status > 0 && t('import.archive-status', { count: status }),
  ].filter((each) => each !== false);
  return html`<p>${richText('import.archive', { address: html`<strong>${address}</strong>`, day: Number.isNaN(date.getTime()) ? exported.slice(0, 10) : day(date), held: enumeration(held) || t('import.archive-no-items') })}</p>
<p class="hint">${t('import.archive-text')}</p>`;
}
