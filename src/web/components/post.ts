/** Renders posts. */

import { html, raw } from 'hono/html';
import { noResults } from '../../domain/filters/filters.ts';
import type { ItemCard } from '../../domain/items/read.ts';
import { t } from '../../lib/language/text.ts';
import type { ActionContext } from './action-buttons.ts';
import { entryHead } from './entry-head.ts';
import { behindFilter } from './filtered.ts';
import { type ActionItem, itemActions } from './item-actions.ts';
import { lang } from './item-cards.ts';
import type { MarkedItem } from './item-marks.ts';
import type { Html } from './layout.ts';
import { pictures } from './pictures.ts';
import { type Quoting, quoteCard } from './quote-card.ts';

/** The fields of an item that a post shows. */
export type Post = Pick<
  ItemCard,
  'id' | 'type' | 'url' | 'iri' | 'account' | 'publishedAt' | 'contentHtml' | 'locale' | 'media'
> &
  MarkedItem &
  Partial<Pick<ItemCard, 'sensitive' | 'spoilerText'>> &
  Quoting;

/** Renders a list of posts, with buttons for members. */
export const posts = (items: (Post & ActionItem)[], context: ActionContext | null = null, filters = noResults) =>
  html`<ol class="posts">${items.map((item) => html`<li>${behindFilter(filters.of(item), post(item, itemActions(item, context)))}</li>`)}</ol>`;

/** Hides text and pictures behind the content warning, if there is one. */
export function post(item: Post, below: Html | string = '') {
  const text = html`<div class="prose"${lang(item.locale)}>${raw(item.contentHtml)}</div>${pictures(item.media)}${quoteCard(item)}`;
  const hasWarning = Boolean(item.spoilerText) || (item.sensitive && item.media.length > 0);
  return html`<article class="post" id="item-${item.id}">${entryHead(item)}${
    hasWarning ? html`<details><summary>${item.spoilerText || t('items.sensitive')}</summary>${text}</details>` : text
  }${below}</article>`;
}
