/** Renders the times, yield, kinds and sources of a recipe. Classes are those of microformats.org/wiki/h-recipe. */

import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import { dietText, servingsText } from '../../domain/recipes/text.ts';
import { durationText, toDuration } from '../../lib/duration.ts';
import { t } from '../../lib/language/text.ts';
import { totalTimeOf } from '../../recipe-import/details.ts';
import { factLine } from '../components/fact-line.ts';
import type { Html } from '../components/layout.ts';
import { richText } from '../components/rich-text.ts';
import { webUrl } from '../components/web-url.ts';

const fact = (label: string, value: Html | string | null) =>
  value ? html`<div><dt>${label}</dt><dd>${value}</dd></div>` : '';

/** The total is left out if it only repeats the one known time. */
export function recipeFacts({ prepTime, cookTime, serving, servingType, details }: Recipe) {
  const total = totalTimeOf({ prepTime, cookTime, ...details });
  const times: [label: string, seconds: number | null][] = [
    [t('recipe.prep-time'), prepTime],
    [t('recipe.cook-time'), cookTime],
    [t('recipe.rest-time'), details.restTime],
  ];
  const isRepeated = times.some(([, seconds]) => seconds === total);
  const all = isRepeated ? times : [...times, [t('recipe.total-time'), total] as const];
  const isServings = servingType === 'serving' || servingType === 'servings';
  return html`<dl class="times">${all.map(([label, seconds]) => fact(label, seconds ? timeOf(seconds, seconds === total) : null))}<div><dt>${isServings ? t('recipe.serves') : t('recipe.makes')}</dt><dd class="p-yield">${isServings ? serving : servingsText(serving, servingType)}</dd></div></dl>`;
}

const timeOf = (seconds: number, isTotal: boolean) =>
  isTotal
    ? html`<time class="dt-duration" datetime="${toDuration(seconds)}">${durationText(seconds)}</time>`
    : durationText(seconds);

/** Example: Dinner, Dessert. Each is marked on its own. */
const categories = (names: string[]) =>
  html`${names.map((name, at) => html`${at > 0 ? ', ' : ''}<span class="p-category">${name}</span>`)}`;

/** Empty if the author stated none of them. */
export function recipeKinds({ details: { category, cuisine, diet, difficulty, equipment } }: Recipe) {
  const list = [
    category.length > 0 ? fact(t('recipe.category'), categories(category)) : '',
    fact(t('recipe.cuisine'), cuisine.join(', ')),
    fact(t('recipe.diet'), diet.map(dietText).join(', ')),
    fact(t('recipe.difficulty'), difficulty && difficulty.charAt(0).toUpperCase() + difficulty.slice(1)),
    fact(t('recipe.equipment'), equipment.join(', ')),
  ].filter(Boolean);
  if (list.length === 0) return '';
  return html`<section aria-labelledby="kinds-title"><h2 id="kinds-title">${t('recipe.about')}</h2><dl class="kinds">${list}</dl></section>`;
}

/** Links to sources are nofollow, because users can enter any URL. */
const externalLink = (url: string | null, text?: string) => {
  const href = webUrl(url);
  if (!href) return text ?? '';
  return html`<a href="${href}" rel="nofollow noopener noreferrer">${text ?? new URL(href).host}</a>`;
};

export function sourceLinks(
  { sourceUrl, forkedFromIri, forksCount, details: { credit, videoUrl } }: Recipe,
  original: { name: string; path: string } | null,
  path: string,
) {
  return html`${credit ? creditLine(credit, sourceUrl) : sourceUrl ? html`<p class="hint">${richText('recipe.source', { link: externalLink(sourceUrl) })}</p>` : ''}${
    videoUrl ? html`<p class="hint">${richText('recipe.video', { link: externalLink(videoUrl) })}</p>` : ''
  }${
    original
      ? html`<p class="hint">${factLine([
          richText('recipe.version-of', { recipe: html`<a href="${original.path}">${original.name}</a>` }),
          html`<a href="${path}/difference" rel="nofollow">${t('recipe.compare')}</a>`,
        ])}</p>`
      : forkedFromIri
        ? html`<p class="hint">${richText('recipe.version-at', { site: externalLink(forkedFromIri) })}</p>`
        : ''
  }${
    forksCount > 0
      ? html`<p class="hint"><a class="standalone" href="${path}/forks">${t('recipe.versions', { count: forksCount })}</a></p>`
      : ''
  }`;
}

function creditLine({ name, url, site }: NonNullable<Recipe['details']['credit']>, sourceUrl: string | null) {
  const host = site ?? (webUrl(sourceUrl) ? new URL(sourceUrl!).host : null);
  const at = host ? externalLink(sourceUrl, host) : '';
  const by = name ? externalLink(url, name) : '';
  const text =
    by && at
      ? richText('recipe.credit', { cook: by, site: at })
      : by
        ? richText('recipe.credit-cook', { cook: by })
        : at
          ? richText('recipe.credit-site', { site: at })
          : t('recipe.recipe');
  return html`<p class="hint">${text}</p>`;
}
