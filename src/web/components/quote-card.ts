/** Renders the item that a post quotes. */

import { html } from 'hono/html';
import type { ItemSummary, Quote } from '../../domain/items/read.ts';
import { pictureUrls } from '../../http/media.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import { byline, shortAddressOf } from './account.ts';
import { age } from './date-text.ts';
import { factLine } from './fact-line.ts';
import { lang } from './item-cards.ts';
import { pathOf } from './item-link.ts';
import type { Html } from './layout.ts';
import { sizeOf } from './pictures.ts';
import { richText } from './rich-text.ts';
import { webUrl } from './web-url.ts';

export interface Quoting {
  quoteIri?: string | null;
  /** Absent in lists that do not load quotes. */
  quote?: Quote | null;
}

/** Shows a card if the author of the quoted item approves, and otherwise a link or a note. */
export function quoteCard({ quoteIri, quote }: Quoting): Html | string {
  if (!quoteIri) return '';
  if (quote?.item) return quotedItem(quote.item);
  if (quote && quote.state !== 'pending') return html`<p class="hint quote">${t('items.quote-unavailable')}</p>`;
  const href = webUrl(quoteIri);
  return href
    ? html`<p class="hint quote">${richText('items.quoted', { link: html`<a href="${href}" rel="nofollow noopener noreferrer">${href}</a>` })}</p>`
    : '';
}

function quotedItem(item: ItemSummary): Html {
  const path = pathOf(item);
  const [picture] = item.media;
  const isHidden = item.spoilerText !== '' || (item.sensitive && item.media.length > 0);
  const text = item.spoilerText || excerpt(textOf(item.contentHtml), 280);
  return html`<blockquote class="quote">${byline(item.account, factLine([html`<span class="handle">${shortAddressOf(item.account)}</span>`, html`<a class="when" href="${path}">${age(item.publishedAt)}</a>`]))}
<div${lang(item.locale)}>${item.name ? html`<p><a href="${path}"><strong>${item.name}</strong></a></p>` : ''}${text ? html`<p>${text}</p>` : ''}</div>${
    picture && !isHidden
      ? html`<a href="${path}"><img src="${pictureUrls(picture.key).small}" alt="${picture.description}"${sizeOf(picture)} loading="lazy"></a>`
      : ''
  }</blockquote>`;
}
