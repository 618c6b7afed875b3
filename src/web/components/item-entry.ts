/** Renders an item in a timeline or list. */
import { html, raw } from 'hono/html';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { byline } from './account.ts';
import { type ActionContext, type ActionItem, itemActions } from './action-buttons.ts';
import { day } from './date-text.ts';
import { lang } from './item-cards.ts';
import { pathOf } from './item-link.ts';
import { itemMarks } from './item-marks.ts';
import type { Html } from './layout.ts';
import { pictures } from './pictures.ts';
import { type Post, post } from './post.ts';
import { starLine } from './rating.ts';

const verbs = { recipe: 'shared a recipe', preparation: 'prepared', baking: 'cooked', status: '' };

interface EntryOptions {
  reason?: Html | string;
  /** Depends on the heading above the list. */
  heading?: 'h2' | 'h3';
}

/** The fields of an item that its entry shows. */
type EntryItem = Post & ActionItem & { slug?: string | null; rating?: number | null };

/** Renders a list of items of any type, below an h1. */
export const itemEntries = (items: EntryItem[], context: ActionContext | null) =>
  html`<ol class="posts">${items.map((item) => html`<li>${itemEntry(item, context, { heading: 'h2' })}</li>`)}</ol>`;

export function itemEntry(
  item: EntryItem,
  context: ActionContext | null,
  { reason = '', heading = 'h3' }: EntryOptions = {},
): Html {
  const below = itemActions(item, context);
  const reasonLine = reason ? html`<p class="hint reason">${reason}</p>` : '';
  if (item.type === 'status') {
    return html`${reasonLine}${post(item, below)}`;
  }
  const path = pathOf(item);
  const langAttribute = lang(item.locale);
  const about =
    item.type === 'recipe'
      ? html`<p>${excerpt(textOf(item.contentHtml), 280)}</p>`
      : html`<div class="prose">${raw(item.contentHtml)}</div>`;
  return html`${reasonLine}<article class="post" id="item-${item.id}">${byline(item.account, html`${verbs[item.type]} · <a class="when" href="${path}">${day(item.publishedAt)}</a>${itemMarks(item)}`)}
<${heading} class="entry-title"${langAttribute}><a href="${path}">${item.name}</a></${heading}>${starLine(item.rating)}<div${langAttribute}>${item.contentHtml === '' ? '' : about}</div>${pictures(item.media.slice(0, 4))}${below}</article>`;
}
