/** A post, with what it answers and what was answered. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { threadAround } from '../../domain/threads.ts';
import { excerpt, textOf } from '../../lib/html.ts';
import { findItem } from './find-item.ts';
import { actsOf, withPins } from './parts/acts.ts';
import { answers, counts, itemHead, origin } from './parts/around.ts';
import { pathOf } from './parts/item.ts';
import { addressOf, nameOf } from './parts/person.ts';
import { post, posts } from './parts/post.ts';
import { showing, type Visitor } from './show.ts';

export const status = new Hono().get('/:name{@[^/]+}/statuses/:id', showing(show));

async function show(visitor: Visitor) {
  const found = await findItem(visitor, 'status');
  const { ancestors, descendants } = await threadAround(found.id, visitor.viewer);
  // What is to be warned of is not shown in previews.
  const warned = found.spoilerText !== '' || found.sensitive;
  const title = found.spoilerText || excerpt(textOf(found.contentHtml), 60) || 'Post';
  const { head, headers } = itemHead(found, {
    title: `${nameOf(found.account)}: ${title}`,
    description: found.spoilerText === '' ? found.contentHtml : '',
    path: pathOf(found),
    picture: warned ? null : found.media[0],
  });
  const acts = await withPins(actsOf(visitor), found);
  const body = html`${origin(found)}<h1 class="visually-hidden">Post by ${nameOf(found.account)}</h1>
${ancestors.length > 0 ? posts(ancestors, acts) : ''}<div class="focus">${post(found)}${counts(found, acts)}</div>${answers(descendants, acts)}`;
  return {
    title: `${title} by ${addressOf(found.account)}`,
    body,
    frame: { width: 'text' as const, head },
    headers,
  };
}
