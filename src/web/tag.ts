/** The page of a tag, with its recipes. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listItemsTagged } from '../domain/items/cards.ts';
import { iris } from '../lib/iris.ts';
import { empty, pager } from './components/elements.ts';
import { headTags } from './components/head.ts';
import { cards } from './components/item-cards.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { requestedPage, withNeighbours } from './components/pagination.ts';

const perPage = 24;

export const tagged = new Hono().get('/tags/:tag', pageHandler(show));

async function show({ c, viewer }: Visitor) {
  const tag = c.req.param('tag')!.normalize('NFC').toLowerCase().slice(0, 100);
  const page = requestedPage(c, perPage);
  const found = await listItemsTagged(tag, viewer, page);
  const url = iris.tag(tag);
  const { items, newer, older } = withNeighbours(found, page, new URL(url).pathname);
  const body = html`<h1>#${tag}</h1>${items.length > 0 ? html`<h2 class="visually-hidden">Recipes</h2>${cards(items)}` : empty('No recipes with this tag yet.')}${pager({ newer, older })}`;
  const head = headTags({ title: `#${tag}`, canonical: url, index: items.length > 0 });
  return { title: `#${tag}`, body, layout: { width: 'wide' as const, head } };
}
