/** Renders the times, yield, kinds and sources of a recipe. */
import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import { dietText } from '../../domain/recipes/diet-text.ts';
import { servingText } from '../../domain/recipes/schema-org.ts';
import { durationText } from '../../lib/duration.ts';
import { totalTimeOf } from '../../recipe-import/details.ts';
import { webUrl } from '../components/web-url.ts';

const fact = (label: string, value: string | null) =>
  value ? html`<div><dt>${label}</dt><dd>${value}</dd></div>` : '';
const time = (label: string, seconds: number | null) => fact(label, seconds ? durationText(seconds) : null);

/** The total is left out if it only repeats the one known time. */
export function recipeFacts(recipe: Recipe) {
  const { prepTime, cookTime, serving, servingType, details } = recipe;
  const total = totalTimeOf({ prepTime, cookTime, ...details });
  const isRepeated = [prepTime, cookTime, details.restTime].includes(total);
  return html`<dl class="times">${time('Prep', prepTime)}${time('Cook', cookTime)}${time('Rest', details.restTime)}${
    isRepeated ? '' : time('Total', total)
  }${fact('Makes', servingText(serving, servingType))}</dl>${kinds(recipe)}`;
}

function kinds({ details: { category, cuisine, diet, difficulty, equipment } }: Recipe) {
  const list = [
    fact('Category', category.join(', ')),
    fact('Cuisine', cuisine.join(', ')),
    fact('Diet', diet.map(dietText).join(', ')),
    fact('Difficulty', difficulty && difficulty.charAt(0).toUpperCase() + difficulty.slice(1)),
    fact('Equipment', equipment.join(', ')),
  ].filter(Boolean);
  return list.length > 0 ? html`<dl class="kinds">${list}</dl>` : '';
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
      ? html`<p class="hint">Forked from <a href="${original.path}">${original.name}</a> · <a href="${path}/difference" rel="nofollow">Compare</a></p>`
      : forkedFromIri
        ? html`<p class="hint">Forked from a recipe at ${externalLink(forkedFromIri)}</p>`
        : ''
  }${
    forksCount > 0
      ? html`<p class="hint"><a href="${path}/forks">${forksCount} ${forksCount === 1 ? 'fork' : 'forks'}</a></p>`
      : ''
  }`;
}

/** "Recipe by NAME at SITE". */
function creditLine({ name, url, site }: NonNullable<Recipe['details']['credit']>, sourceUrl: string | null) {
  const by = name ? html` by ${externalLink(url, name)}` : '';
  const at = site ?? (webUrl(sourceUrl) ? new URL(sourceUrl!).host : null);
  return html`<p class="hint">Recipe${by}${at ? html` at ${externalLink(sourceUrl, at)}` : ''}</p>`;
}
