/** Times, and where a recipe was taken from. */

import { html } from 'hono/html';
import type { Recipe } from '../../../domain/eventables/eventable.ts';
import { servingText } from '../../../domain/recipes/schema-org.ts';
import { duration } from '../parts/time.ts';
import { webUrl } from '../parts/web-url.ts';

export function recipeFacts({ prepTime, cookTime, serving, servingType }: Recipe) {
  const total = (prepTime ?? 0) + (cookTime ?? 0);
  const fact = (label: string, value: string) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  return html`<dl class="times">${prepTime ? fact('Preparing', duration(prepTime)) : ''}${cookTime ? fact('Cooking', duration(cookTime)) : ''}${
    prepTime && cookTime ? fact('In all', duration(total)) : ''
  }${fact('Makes', servingText(serving, servingType))}</dl>`;
}

/** Addresses of strangers are followed by whoever wants to, and vouched for by nobody. */
export function sources({ sourceUrl, forkedFromIri }: Recipe, fork: { name: string; path: string } | null) {
  const link = (text: string) => {
    const href = webUrl(text);
    return href && html`<a href="${href}" rel="nofollow noopener noreferrer">${new URL(href).host}</a>`;
  };
  return html`${sourceUrl ? html`<p class="hint">Taken from ${link(sourceUrl)}</p>` : ''}${
    fork
      ? html`<p class="hint">Made from <a href="${fork.path}">${fork.name}</a></p>`
      : forkedFromIri
        ? html`<p class="hint">Made from a recipe at ${link(forkedFromIri)}</p>`
        : ''
  }`;
}
