/** Renders items as cards. */
import { html } from 'hono/html';
import type { ItemCard } from '../../domain/items/cards.ts';
import { pictureUrls } from '../../http/media-url.ts';
import { durationText } from '../../lib/duration.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { totalTimeOf } from '../../recipe-import/details.ts';
import { addressOf, nameOf } from './account.ts';
import { day } from './date-text.ts';
import { icons } from './icons.ts';
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
    Pick<
      ItemCard,
      'prepTime' | 'cookTime' | 'restTime' | 'totalTime' | 'rating' | 'ratingCount' | 'ratingSum'
    >
  >;

export const cards = (items: CardItem[], options?: Options) =>
  html`<ul class="cards">${items.map((item) => html`<li>${card(item, options)}</li>`)}</ul>`;

interface Options {
  /** False on a profile page, where every item has the same author. */
  withAuthor?: boolean;
  /** Shown below the facts. */
  below?: (item: CardItem) => Html | string;
}

function card(item: CardItem, { withAuthor = true, below }: Options = {}) {
  const time = totalTimeOf(item);
  const facts = [
    time !== null && durationText(time),
    ratingText(item),
    item.cookedCount > 0 && `cooked ${item.cookedCount === 1 ? 'once' : `${item.cookedCount} times`}`,
    item.likesCount > 0 && `${item.likesCount} ♥`,
    item.editedAt && 'edited',
  ].filter(Boolean);
  return html`<article class="card">${picture(item)}<div class="card-text"><h3 class="card-title"${lang(item.locale)}><a href="${pathOf(item)}">${item.name || excerpt(textOf(item.contentHtml), 70)}</a></h3>${
    facts.length > 0 ? html`<p class="hint">${facts.join(' · ')}</p>` : ''
  }${below?.(item) ?? ''}<p class="card-foot">${withAuthor ? by(item) : day(item.publishedAt)}</p></div></article>`;
}

const by = ({ account }: CardItem) =>
  html`<bdi>${nameOf(account)}</bdi>${account.host === '' ? '' : html` · ${addressOf(account)}`}`;

function picture({ media: [first] }: CardItem): Html {
  if (!first) return html`<div class="card-blank">${icons.pot}</div>`;
  const { small, medium } = pictureUrls(first.key);
  return html`<img class="card-picture" src="${small}" srcset="${small} 400w, ${medium} 1200w" sizes="(max-width: 34rem) 92vw, 17rem" alt="${first.description}" width="400" height="300" loading="lazy">`;
}

/** The lang attribute, for text in another language than the page. */
export const lang = (locale: string) => (locale === 'und' || locale === 'en' ? '' : html` lang="${locale}"`);
