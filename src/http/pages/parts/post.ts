/** Posts in a list or a conversation. */
import { html, raw } from 'hono/html';
import type { Card } from '../../../domain/cards.ts';
import type { Html } from '../layout.ts';
import { type Actable, type Acts, itemActs } from './acts.ts';
import { lang } from './card.ts';
import { pathOf } from './item.ts';
import { byline } from './person.ts';
import { pictures } from './pictures.ts';
import { day } from './time.ts';

type Post = Pick<
  Card,
  | 'id'
  | 'type'
  | 'url'
  | 'iri'
  | 'account'
  | 'publishedAt'
  | 'contentHtml'
  | 'locale'
  | 'media'
  | 'sensitive'
  | 'spoilerText'
>;

/** With buttons for who may press them. */
export const posts = (items: (Post & Actable)[], acts: Acts | null = null) =>
  html`<ol class="posts">${items.map((item) => html`<li>${post(item, itemActs(item, acts))}</li>`)}</ol>`;

/** What is to be warned of is shown when asked for. */
export function post(item: Post, below: Html | string = '') {
  const text = html`<div class="prose"${lang(item.locale)}>${raw(item.contentHtml)}</div>${pictures(item.media)}`;
  const warned = item.spoilerText !== '' || (item.sensitive && item.media.length > 0);
  return html`<article class="post" id="item-${item.id}">${byline(item.account, html`<a class="when" href="${pathOf(item)}">${day(item.publishedAt)}</a>`)}${
    warned ? html`<details><summary>${item.spoilerText || 'Sensitive'}</summary>${text}</details>` : text
  }${below}</article>`;
}
