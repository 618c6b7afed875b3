/** For how many, and in which measures a recipe is shown: plain links, so that every state has an address. */

import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Recipe } from '../../../domain/eventables/eventable.ts';
import type { Measures } from '../../../domain/recipes/measures.ts';
import { servingText } from '../../../domain/recipes/schema-org.ts';

const most = 10_000;

export interface Display {
  /** Undefined as the author wrote it. */
  serving: number | undefined;
  measures: Measures | null;
}

/** What makes no sense is as if it were not there. */
export function readDisplay(c: Context): Display {
  const [serving, units] = [c.req.query('serving') ?? '', c.req.query('units')];
  const count = /^[1-9][0-9]{0,4}$/.test(serving) ? Number(serving) : most + 1;
  return {
    serving: count <= most ? count : undefined,
    measures: units === 'metric' || units === 'us' ? units : null,
  };
}

/** For other pages of the same dish; empty for what the author wrote. */
export function queryOf({ serving, measures }: Display): string {
  const query = new URLSearchParams({
    ...(serving !== undefined && { serving: String(serving) }),
    ...(measures && { units: measures }),
  });
  return query.size > 0 ? `?${query}` : '';
}

/** `recipe` as it is shown. */
export function displayControls({ serving, servingType }: Recipe, { measures }: Display, path: string) {
  const at = (count: number, units: Measures | null) =>
    `${path}?serving=${count}${units ? `&units=${units}` : ''}#ingredients`;
  const choice = (label: string, units: Measures | null) =>
    html`<a href="${at(serving, units)}" rel="nofollow"${units === measures ? html` aria-current="true"` : ''}>${label}</a>`;
  return html`<form class="stepper" method="get" action="${path}#ingredients">
${measures && html`<input type="hidden" name="units" value="${measures}">`}
<a class="button quiet" href="${at(Math.max(1, serving - 1), measures)}" rel="nofollow" aria-label="For one less">−</a>
<label class="visually-hidden" for="serving">For how many</label><input id="serving" name="serving" type="number" min="1" max="${most}" value="${serving}" inputmode="numeric">
<a class="button quiet" href="${at(Math.min(most, serving + 1), measures)}" rel="nofollow" aria-label="For one more">+</a>
<span>${servingText(serving, servingType).replace(/^\d+ /, '')}</span>
<button class="quiet small">Show</button></form>
<div class="switch" role="group" aria-label="Measures">${choice('As written', null)}${choice('Metric', 'metric')}${choice('US', 'us')}</div>
<p class="print-only">For ${servingText(serving, servingType)}</p>`;
}
