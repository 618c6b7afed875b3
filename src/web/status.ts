/** The page of a post, with its thread. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { applyFilters } from '../domain/filters/filters.ts';
import { withQuote } from '../domain/items/read.ts';
import { getThread } from '../domain/statuses/statuses.ts';
import { excerpt, textOf } from '../lib/html/html.ts';
import { t } from '../lib/language/text.ts';
import { addressOf, nameOf } from './components/account.ts';
import { itemContext, pathOf } from './components/actions.ts';
import { itemEntries, post } from './components/item-lists.ts';
import {
  actionsOrCounts,
  answeredNote,
  itemHead,
  mutedThreadNote,
  originNote,
  replySection,
} from './components/item-page.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { moment } from './components/texts.ts';
import { getItemFromPath } from './item-from-path.ts';

export const status = new Hono().get('/:name{@[^/]+}/statuses/:id', pageHandler(show));

async function show(visitor: Visitor) {
  const found = await withQuote(await getItemFromPath(visitor, 'status'), visitor.viewer);
  const { viewer } = visitor;
  const thread = await getThread(found.id, viewer);
  const filters = await applyFilters([...thread.ancestors, ...thread.descendants], viewer, 'thread');
  const ancestors = filters.shown(thread.ancestors);
  const descendants = filters.shown(thread.descendants);
  // Previews must not show what is behind a content warning.
  const hasWarning = found.spoilerText !== '' || found.sensitive;
  const title = found.spoilerText || excerpt(textOf(found.contentHtml), 60) || t('post.post');
  const { head, headers } = itemHead(found, {
    title: t('post.preview-title', { cook: nameOf(found.account), text: title }),
    description: found.spoilerText === '' ? found.contentHtml : '',
    path: pathOf(found),
    picture: hasWarning ? null : found.media[0],
  });
  const context = await itemContext(visitor, found);
  const body = html`${originNote(found)}${mutedThreadNote(found, context)}<h1 class="visually-hidden">${t('post.heading', { cook: nameOf(found.account) })}</h1>
${answeredNote(found, ancestors)}${ancestors.length > 0 ? html`<div class="ancestors">${itemEntries(ancestors, context, filters)}</div>` : ''}<div class="current-post">${post(found, html`<p class="hint">${moment(found.publishedAt)}</p>`)}${actionsOrCounts(found, context)}</div>${replySection(descendants, context, filters)}`;
  return {
    title: t('post.page-title', { text: title, cook: addressOf(found.account) }),
    body,
    layout: { width: 'text' as const, head },
    headers,
  };
}
