/** Renders items in lists: as cards, as entries of a timeline, and as posts. */
import { html, raw } from 'hono/html';
import { type FilterResults, noResults } from '../../domain/filters/filters.ts';
import type { ItemCard, ItemSummary, Quote } from '../../domain/items/read.ts';
import { pictureUrls } from '../../http/media.ts';
import { durationText } from '../../lib/duration.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { totalTimeOf } from '../../recipe-import/details.ts';
import { byline, nameLine, nameOf, shortAddressOf } from './account.ts';
import { type ActionContext, type ActionItem, itemActions, pathOf } from './actions.ts';
import { factLine } from './elements.ts';
import {
  behindFilter,
  cardPicture,
  entryHead,
  type MarkedItem,
  pictures,
  ratingText,
  sizeOf,
  sourceSet,
  starLine,
  tint,
} from './item-parts.ts';
import type { Html } from './layout.ts';
import { age, day, richText, webUrl } from './texts.ts';

// Renders items as cards

/** The fields of an item that its card shows. */
type CardItem = Pick<
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

// Renders the item that a post quotes

interface Quoting {
  quoteIri?: string | null;
  /** Absent in lists that do not load quotes. */
  quote?: Quote | null;
}

/** Shows a card if the author of the quoted item approves, and otherwise a link or a note. */
function quoteCard({ quoteIri, quote }: Quoting): Html | string {
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

// Renders posts

/** The fields of an item that a post shows. */
type Post = Pick<
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

// Renders an item in a timeline: a recipe as a card, a cooked item with its photos, and a post as text

interface EntryOptions {
  /** Why the item is in the list. */
  reason?: Html | string;
  /** Depends on the heading above the list. */
  heading?: 'h2' | 'h3';
  /** The recipe of a cooked item. Absent in lists that do not load it. */
  recipe?: CardItem;
}

/** The fields of an item that its entry shows. */
type EntryItem = Post &
  ActionItem & { slug?: string | null } & Partial<
    Pick<
      CardItem,
      'cookedCount' | 'rating' | 'ratingCount' | 'ratingSum' | 'prepTime' | 'cookTime' | 'restTime' | 'totalTime'
    >
  >;

/** Renders a list of items of any type, below an h1. */
export const itemEntries = (items: EntryItem[], context: ActionContext | null, filters = noResults) =>
  html`<ol class="posts">${items.map((item) => html`<li>${behindFilter(filters.of(item), itemEntry(item, context, { heading: 'h2' }))}</li>`)}</ol>`;

export function itemEntry(
  item: EntryItem,
  context: ActionContext | null,
  { reason = '', heading = 'h3', recipe }: EntryOptions = {},
): Html {
  const reasonLine = reason ? html`<p class="reason">${reason}</p>` : '';
  const below = itemActions(item, context);
  if (item.type === 'status') return html`${reasonLine}${post(item, below)}`;
  const title = html`<${heading} class="entry-title"${lang(item.locale)}><a href="${pathOf(item)}">${item.name}</a></${heading}>`;
  const body = item.type === 'recipe' ? recipeBody(item, title) : cookedBody(item, title, recipe);
  return html`${reasonLine}<article class="post ${item.type === 'recipe' ? 'recipe' : 'cooked'}-entry" id="item-${item.id}">${entryHead(item)}${body}${below}</article>`;
}

/** One large picture, and the first words. The whole card leads to the recipe. */
function recipeBody(item: EntryItem, title: Html) {
  const { cookedCount = 0, contentHtml, locale } = item;
  const time = totalTimeOf(item);
  const facts = factLine([
    time !== null && durationText(time),
    ratingText(item),
    cookedCount > 0 && t('items.cooked-times', { count: cookedCount }),
  ]);
  const about = excerpt(textOf(contentHtml), 200);
  return html`<div class="entry-card">${cover(item)}<div class="entry-card-text">${title}${facts && html`<p class="entry-facts">${facts}</p>`}${about ? html`<p${lang(locale)}>${about}</p>` : ''}</div></div>`;
}

function cover({ media: [first] }: EntryItem) {
  if (!first) return '';
  const { src, srcset } = sourceSet(first);
  return html`<div class="tinted">${tint(first)}<img src="${src}" srcset="${srcset}" sizes="(max-width: 44rem) 92vw, 40rem" alt="${first.description}" width="1200" height="800" loading="lazy"></div>`;
}

function cookedBody(item: EntryItem, title: Html, recipe: CardItem | undefined) {
  const source = recipe
    ? html`<p class="entry-facts">${richText('items.from-recipe', { recipe: html`<a href="${pathOf(recipe)}"${lang(recipe.locale)}>${recipe.name}</a>`, author: html`<bdi>${nameOf(recipe.account)}</bdi>` })}</p>`
    : '';
  return html`${title}${starLine(item.rating)}${source}${item.contentHtml === '' ? '' : html`<div class="prose"${lang(item.locale)}>${raw(item.contentHtml)}</div>`}${pictures(item.media.slice(0, 4))}`;
}
