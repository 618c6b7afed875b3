/** Renders the links that copy and share the address of a page. Without script they lead to that page. */

import { html } from 'hono/html';
import { t } from '../../lib/language/text.ts';

/** `of` is read after the label by screen readers. */
export const copyLink = (url: string, of: string) =>
  html`<a href="${url}" data-copy="${t('actions.link-copied')}">${t('actions.copy-link')}<span class="visually-hidden"> ${of}</span></a>`;

/** Shown where the browser can share. */
export const shareLink = (url: string, of: string) =>
  html`<a href="${url}" data-share="${of}">${t('actions.share')}<span class="visually-hidden"> ${of}</span></a>`;
