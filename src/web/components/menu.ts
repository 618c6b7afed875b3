/** Renders the "More" menu of an item or account. It opens without script; the script closes it on a click elsewhere. */

import { html } from 'hono/html';
import { t } from '../../lib/language/text.ts';
import { icons } from './icons.ts';
import type { Html } from './layout.ts';

/** `of` names the item or account for screen readers. Empty entries are left out. */
export function moreMenu(of: string, entries: (Html | string)[]): Html | string {
  const shown = entries.filter((entry) => entry !== '');
  if (shown.length === 0) return '';
  return html`<details class="more"><summary class="button icon-only">${icons.more}<span class="visually-hidden">${t('actions.more-of', { name: of })}</span></summary><ul>${shown.map((entry) => html`<li>${entry}</li>`)}</ul></details>`;
}

/** `of` is read after the label by screen readers. The script opens the page of a `dialog` link as one. */
export const menuLink = (href: string, label: string, of: string, { download = false, dialog = false } = {}) =>
  html`<a href="${href}"${download ? html` rel="nofollow" download` : ''}${dialog ? html` data-dialog` : ''}>${label}<span class="visually-hidden"> ${of}</span></a>`;
