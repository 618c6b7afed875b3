/** Shows the progress of a job on a page that refreshes itself. */

import type { Context } from 'hono';
import { html } from 'hono/html';
import { t } from '../../lib/language/text.ts';
import type { PageContent } from './page-handler.ts';
import { richText } from './rich-text.ts';

const refreshSeconds = 4;

export interface Progress {
  /** Describes what is counted. */
  label: string;
  done: number;
  total: number;
}

/** The reader can pause the refresh with `?paused` (WCAG 2.2.2). */
export function progressPanel(c: Context, { label, done, total }: Progress) {
  const { pathname } = new URL(c.req.url);
  const isPaused = c.req.query('paused') !== undefined;
  const bar =
    total > 0
      ? html`<progress max="${total}" value="${done}" aria-label="${label}"></progress>`
      : html`<progress aria-label="${label}"></progress>`;
  const body = html`<div class="panel"><p role="status">${t(total > 0 ? 'progress.of-total' : 'progress.so-far', { label, done, total })}</p>${bar}
<p class="hint">${richText(isPaused ? 'progress.paused' : 'progress.updating', { link: (text) => html`<a href="${isPaused ? pathname : `${pathname}?paused`}">${text}</a>` })}</p><p class="hint">${t('progress.may-leave')}</p></div>`;
  const headers: PageContent['headers'] = isPaused ? {} : { Refresh: String(refreshSeconds) };
  return { body, headers };
}
