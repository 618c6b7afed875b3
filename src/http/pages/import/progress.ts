/** How far a job is, on a page that looks again by itself for as long as one lets it. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Shown } from '../show.ts';

/** In s. */
const every = 4;

export interface Progress {
  /** What is counted. */
  label: string;
  done: number;
  total: number;
}

/** Nobody is made to see a page change under their hands (WCAG 2.2.1): the address without `still` is the one that moves. */
export function underWay(c: Context, { label, done, total }: Progress) {
  const { pathname } = new URL(c.req.url);
  const isStill = c.req.query('still') !== undefined;
  const bar =
    total > 0
      ? html`<progress max="${total}" value="${done}" aria-label="${label}"></progress>`
      : html`<progress aria-label="${label}"></progress>`;
  const body = html`<div class="panel"><p role="status">${label}: ${done}${total > 0 ? html` of ${total}` : ''}</p>${bar}
<p class="hint">${isStill ? html`<a href="${pathname}">Look again, and again</a>` : html`This page looks again every ${every} seconds. <a href="${pathname}?still">Stop that</a>`}. You can leave it, too: the work goes on.</p></div>`;
  const headers: Shown['headers'] = isStill ? {} : { Refresh: String(every) };
  return { body, headers };
}
