/** Renders an item in a timeline: a recipe as a card, a cooked item with its photos, and a post as text. */

import { html, raw } from 'hono/html';
import { noResults } from '../../domain/filters/filters.ts';
import { durationText } from '../../lib/duration.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import { totalTimeOf } from '../../recipe-import/details.ts';
import { nameOf } from './account.ts';
import type { ActionContext } from './action-buttons.ts';
import { entryHead } from './entry-head.ts';
import { factLine } from './fact-line.ts';
import { behindFilter } from './filtered.ts';
import { type ActionItem, itemActions } from './item-actions.ts';
import { type CardItem, lang } from './item-cards.ts';
import { pathOf } from './item-link.ts';
import type { Html } from './layout.ts';
import { pictures, sourceSet, tint } from './pictures.ts';
import { type Post, post } from './post.ts';
import { ratingText, starLine } from './rating.ts';
import { richText } from './rich-text.ts';

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
