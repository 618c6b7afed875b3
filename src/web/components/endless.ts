/** Renders the end of a list that continues on another page. A script loads that page when its link comes into view. */

import { html } from 'hono/html';
import { t } from '../../lib/language/text.ts';
import { assetPaths } from '../assets.ts';
import type { Html } from './layout.ts';

/** The list is in an element with `data-endless`. */
export const endlessScript = (): Html => html`<script type="module" src="${assetPaths.more}"></script>`;

/** Null means that the list begins or ends there. */
export function morePager({ newer, older }: { newer: string | null; older: string | null }) {
  if (!newer && !older) return '';
  return html`<nav class="pager" aria-label="${t('site.pages')}">${newer && html`<a class="button quiet" href="${newer}" rel="prev">${t('items.newer')}</a>`}${older && html`<a class="button quiet" href="${older}" rel="next">${t('items.more')}</a>`}</nav>`;
}
