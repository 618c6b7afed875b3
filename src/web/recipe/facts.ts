/** Renders the times, yield, kinds and sources of a recipe. Classes are those of microformats.org/wiki/h-recipe. */
import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import { dietText } from '../../domain/recipes/diet-text.ts';
import { servingText } from '../../domain/recipes/schema-org.ts';
import { durationText, toDuration } from '../../lib/duration.ts';
import { totalTimeOf } from '../../recipe-import/details.ts';
import type { Html } from '../components/layout.ts';
import { webUrl } from '../components/web-url.ts';

const fact = (label: string, value: Html | string | null) =>
  value ? html`<div><dt>${label}</dt><dd>${value}</dd></div>` : '';

/** The total is left out if it only repeats the one known time. */
export function recipeFacts({ prepTime, cookTime, serving, servingType, details }: Recipe) {
  const total = totalTimeOf({ prepTime, cookTime, ...details });
  const times = { Prep: prepTime, Cook: cookTime, Rest: details.restTime };
  const isRepeated = Object.values(times).includes(total);
  const all = Object.entries(isRepeated ? times : { ...times, Total: total });
  const isServings = servingType === 'serving' || servingType === 'servings';
  return html`<dl class="times">${all.map(([label, seconds]) => fact(label, seconds ? timeOf(seconds, seconds === total) : null))}<div><dt>${isServings ? 'Serves' : 'Makes'}</dt><dd class="p-yield">${isServings ? serving : servingText(serving, servingType)}</dd></div></dl>`;
}

const timeOf = (seconds: number, isTotal: boolean) =>
  isTotal
    ? html`<time class="dt-duration" datetime="${toDuration(seconds)}">${durationText(seconds)}</time>`
    : durationText(seconds);

/** Empty if the author stated none of them. */
export function recipeKinds({ details: { category, cuisine, diet, difficulty, equipment } }: Recipe) {
  const list = [
    fact('Category', category.join(', ')),
    fact('Cuisine', cuisine.join(', ')),
    fact('Diet', diet.map(dietText).join(', ')),
    fact('Difficulty', difficulty && difficulty.charAt(0).toUpperCase() + difficulty.slice(1)),
    fact('Equipment', equipment.join(', ')),
  ].filter(Boolean);
  if (list.length === 0) return '';
  return html`<section aria-labelledby="kinds-title"><h2 id="kinds-title">About this recipe</h2><dl class="kinds">${list}</dl></section>`;
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
  return html`${credit ? creditLine(credit, sourceUrl) : sourceUrl ? html`<p class="hint">Source: ${externalLink(sourceUrl)}</p>` : ''}${
    videoUrl ? html`<p class="hint">Video: ${externalLink(videoUrl)}</p>` : ''
  }${
    original
      ? html`<p class="hint">A version of <a href="${original.path}">${original.name}</a> · <a href="${path}/difference" rel="nofollow">Compare</a></p>`
      : forkedFromIri
        ? html`<p class="hint">A version of a recipe at ${externalLink(forkedFromIri)}</p>`
        : ''
  }${
    forksCount > 0
      ? html`<p class="hint"><a href="${path}/forks">${forksCount === 1 ? '1 version' : `${forksCount} versions`} of this recipe</a></p>`
      : ''
  }`;
}

/** "Recipe by NAME at SITE". */
function creditLine({ name, url, site }: NonNullable<Recipe['details']['credit']>, sourceUrl: string | null) {
  const by = name ? html` by ${externalLink(url, name)}` : '';
  const at = site ?? (webUrl(sourceUrl) ? new URL(sourceUrl!).host : null);
  return html`<p class="hint">Recipe${by}${at ? html` at ${externalLink(sourceUrl, at)}` : ''}</p>`;
}
