/** Recipes under one tag. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { itemsTagged } from '../../domain/cards.ts';
import { iris } from '../../lib/iris.ts';
import { empty, pager } from './parts/blocks.ts';
import { cards } from './parts/card.ts';
import { headOf } from './parts/head.ts';
import { neighbours, pageAsked } from './parts/pages.ts';
import { showing, type Visitor } from './show.ts';

const perPage = 24;

export const tagged = new Hono().get('/tags/:tag', showing(show));

async function show({ c, viewer }: Visitor) {
  const tag = c.req.param('tag')!.normalize('NFC').toLowerCase().slice(0, 100);
  const asked = pageAsked(c, perPage);
  const found = await itemsTagged(tag, viewer, asked);
  const url = iris.tag(tag);
  const { items, newer, older } = neighbours(found, asked, new URL(url).pathname);
  const body = html`<h1>#${tag}</h1>${items.length > 0 ? html`<h2 class="visually-hidden">Recipes</h2>${cards(items)}` : empty('Nothing is tagged so yet.')}${pager({ newer, older })}`;
  const head = headOf({ title: `#${tag}`, canonical: url, index: items.length > 0 });
  return { title: `#${tag}`, body, frame: { width: 'wide' as const, head } };
}
