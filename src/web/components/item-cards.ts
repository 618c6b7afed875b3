/** Renders items as cards. */

import { html } from 'hono/html';
import { type FilterResults, noResults } from '../../domain/filters/filters.ts';
import type { ItemCard } from '../../domain/items/read.ts';
import { durationText } from '../../lib/duration.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { totalTimeOf } from '../../recipe-import/details.ts';
import { nameLine } from './account.ts';
import { cardPicture } from './card-picture.ts';
import { day } from './date-text.ts';
import { factLine } from './fact-line.ts';
import { behindFilter } from './filtered.ts';
import { pathOf } from './item-link.ts';
import type { Html } from './layout.ts';
import { ratingText } from './rating.ts';

/** The fields of an item that its card shows. */
export type CardItem = Pick<
  ItemCard,
  | 'id'
  | 'type'
  | 'url'
  | 'iri'
  | 'name'
  | 'contentHtml'
  | 'locale'
  | 'media'
  | 'account'
  | 'publishedAt'
  | 'likesCount'
  | 'cookedCount'
  | 'editedAt'
> & { slug?: string | null } & Partial<
    Pick<ItemCard, 'prepTime' | 'cookTime' | 'restTime' | 'totalTime' | 'tags' | 'rating' | 'ratingCount' | 'ratingSum'>
  >;

export const cards = (items: CardItem[], options?: Options) =>
  html`<ul class="${options?.isRow ? 'cards row' : 'cards'}">${items.map((item, place) => html`<li>${behindFilter((options?.filters ?? noResults).of(item), card(item, place, options))}</li>`)}</ul>`;

interface Options {
  /** False on a profile page, where every item has the same author. */
  withAuthor?: boolean;
  /** Shows one row, which scrolls on phones. */
  isRow?: boolean;
  /** Number of cards that load their picture at once, because they are in the first screen. */
  eager?: number;
  /** The viewer's filters that match the items. */
  filters?: FilterResults;
  /** Shown below the facts. */
  below?: (item: CardItem) => Html | string;
}

function card(item: CardItem, place: number, { withAuthor = true, eager = 0, below }: Options = {}) {
  const isEager = place < eager;
  const time = totalTimeOf(item);
  const facts = factLine([
    time !== null && durationText(time),
    ratingText(item),
    item.cookedCount > 0 && t('items.cooked-times', { count: item.cookedCount }),
    item.likesCount > 0 && `${item.likesCount} ♥`,
    item.editedAt && t('items.edited'),
  ]);
  return html`<article class="card">${cardPicture(item.media[0], item, { isEager })}<div class="card-text"><h3 class="card-title"${lang(item.locale)}><a href="${pathOf(item)}">${item.name || excerpt(textOf(item.contentHtml), 70)}</a></h3>${
    facts && html`<p class="hint">${facts}</p>`
  }${below?.(item) ?? ''}<p class="card-foot">${withAuthor ? nameLine(item.account) : day(item.publishedAt)}</p></div></article>`;
}

/** Marks a text in another language than that of the page. */
export const lang = (locale: string) =>
  locale === 'und' || locale === reader().language ? '' : html` lang="${locale}"`;
