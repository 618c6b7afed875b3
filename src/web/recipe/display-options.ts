/** Serving and unit controls of a recipe. They are links, so every state has a URL. */

import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import type { MeasurementSystem } from '../../domain/recipes/measures.ts';
import { servingsText } from '../../domain/recipes/text.ts';
import type { DisplayOptions } from '../../domain/recipes/write.ts';
import { t } from '../../lib/language/text.ts';

export const maxServing = 10_000;

/** Ignores invalid values. */
export function readDisplayOptions(c: Context): DisplayOptions {
  const [serving, units] = [c.req.query('serving') ?? '', c.req.query('units')];
  const count = /^[1-9][0-9]{0,4}$/.test(serving) ? Number(serving) : maxServing + 1;
  return {
    serving: count <= maxServing ? count : undefined,
    units: units === 'metric' || units === 'us' ? units : null,
  };
}

/** Returns the query for links to the same view. Empty for the author's version. */
export function toQueryString({ serving, units }: DisplayOptions): string {
  const query = new URLSearchParams({
    ...(serving !== undefined && { serving: String(serving) }),
    ...(units && { units }),
  });
  return query.size > 0 ? `?${query}` : '';
}

/** Takes the scaled recipe. */
export function displayControls(
  { serving, servingType }: Recipe,
  { units: shown }: DisplayOptions,
  path: string,
) {
  const url = (count: number, units: MeasurementSystem | null) =>
    `${path}?serving=${count}${units ? `&units=${units}` : ''}#ingredients`;
  const unitLink = (label: string, units: MeasurementSystem | null) =>
    html`<a href="${url(serving, units)}" rel="nofollow"${units === shown ? html` aria-current="true"` : ''}>${label}</a>`;
  return html`<form class="stepper" method="get" action="${path}#ingredients">
${shown && html`<input type="hidden" name="units" value="${shown}">`}
<a class="button quiet" href="${url(Math.max(1, serving - 1), shown)}" rel="nofollow" aria-label="${t('recipe.one-less')}">−</a>
<label class="visually-hidden" for="serving">${t('recipe.servings')}</label><input id="serving" name="serving" type="number" min="1" max="${maxServing}" value="${serving}" inputmode="numeric">
<a class="button quiet" href="${url(Math.min(maxServing, serving + 1), shown)}" rel="nofollow" aria-label="${t('recipe.one-more')}">+</a>
<span>${servingsText(serving, servingType).replace(/^\d+ ?/, '')}</span>
<button class="quiet small">${t('recipe.update-servings')}</button></form>
<div class="unit-switch" role="group" aria-label="${t('recipe.units')}">${unitLink(t('recipe.units-as-written'), null)}${unitLink(t('recipe.units-metric'), 'metric')}${unitLink(t('recipe.units-us'), 'us')}</div>
<p class="print-only">${t('recipe.for-servings', { servings: servingsText(serving, servingType) })}</p>`;
}
