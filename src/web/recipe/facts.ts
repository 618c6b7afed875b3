/** Renders the times, yield and sources of a recipe. */
import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import { servingText } from '../../domain/recipes/schema-org.ts';
import { durationText } from '../../lib/duration.ts';
import { webUrl } from '../components/web-url.ts';

export function recipeFacts({ prepTime, cookTime, serving, servingType }: Recipe) {
  const total = (prepTime ?? 0) + (cookTime ?? 0);
  const fact = (label: string, value: string) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  return html`<dl class="times">${prepTime ? fact('Prep', durationText(prepTime)) : ''}${cookTime ? fact('Cook', durationText(cookTime)) : ''}${
    prepTime && cookTime ? fact('Total', durationText(total)) : ''
  }${fact('Makes', servingText(serving, servingType))}</dl>`;
}

/** Links to sources are nofollow, because users can enter any URL. */
export function sourceLinks(
  { sourceUrl, forkedFromIri }: Recipe,
  fork: { name: string; path: string } | null,
) {
  const link = (text: string) => {
    const href = webUrl(text);
    return href && html`<a href="${href}" rel="nofollow noopener noreferrer">${new URL(href).host}</a>`;
  };
  return html`${sourceUrl ? html`<p class="hint">Source: ${link(sourceUrl)}</p>` : ''}${
    fork
      ? html`<p class="hint">Based on <a href="${fork.path}">${fork.name}</a></p>`
      : forkedFromIri
        ? html`<p class="hint">Based on a recipe at ${link(forkedFromIri)}</p>`
        : ''
  }`;
}
