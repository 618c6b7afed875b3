/** Serves public items as Atom (RFC 4287) and JSON Feed 1.1. */
import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { getVisibleAccount } from '../domain/accounts/check-visible.ts';
import { anonymous } from '../domain/accounts/viewer.ts';
import { getInstanceProfile } from '../domain/instance/profile.ts';
import { listItemsOf, listNewestRecipes } from '../domain/items/cards.ts';
import { matchesETag } from '../http/serve.ts';
import { config } from '../lib/config.ts';
import { notFound } from '../lib/errors.ts';
import { firstPage } from '../lib/page.ts';
import { addressOf, nameOf } from './components/account.ts';
import { errorPage } from './components/error-page.ts';
import { toAtom } from './feeds/atom.ts';
import type { Feed } from './feeds/feed.ts';
import { toJsonFeed } from './feeds/json.ts';

const maxItems = 30;

const formats = {
  atom: { type: 'application/atom+xml; charset=utf-8', serialize: toAtom },
  json: { type: 'application/feed+json; charset=utf-8', serialize: toJsonFeed },
};
type Format = keyof typeof formats;

export const feeds = new Hono()
  .get('/feed.atom', (c) => serve(c, 'atom', ofInstance))
  .get('/feed.json', (c) => serve(c, 'json', ofInstance))
  .get('/:name{@[a-z0-9_]+}/feed.atom', (c) => serve(c, 'atom', () => ofAccount(c.req.param('name'))))
  .get('/:name{@[a-z0-9_]+}/feed.json', (c) => serve(c, 'json', () => ofAccount(c.req.param('name'))));

async function serve(c: Context, format: Format, read: () => Promise<Feed>): Promise<Response> {
  try {
    const { type, serialize } = formats[format];
    const text = serialize(await read());
    const headers = {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=300',
      ETag: `W/"${hash('sha1', text, 'base64url')}"`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Access-Control-Allow-Origin': '*',
    };
    const ifNoneMatch = c.req.header('if-none-match');
    if (ifNoneMatch && matchesETag(ifNoneMatch, headers.ETag))
      return new Response(null, { status: 304, headers });
    return new Response(text, { headers });
  } catch (error) {
    return errorPage(c, error);
  }
}

async function ofInstance(): Promise<Feed> {
  const [{ name }, items] = await Promise.all([getInstanceProfile(), listNewestRecipes(anonymous, maxItems)]);
  return { title: `Recipes from ${name}`, url: config.baseUrl, path: '/feed', items };
}

async function ofAccount(name: string): Promise<Feed> {
  const username = name.slice(1);
  const account = await getVisibleAccount(username, anonymous);
  if (account.host !== '') throw notFound();
  const types = ['recipe', 'baking', 'preparation', 'status'] as const;
  const items = await listItemsOf(account.id, [...types], anonymous, { ...firstPage, limit: maxItems });
  return {
    title: `${nameOf(account)} (${addressOf(account)})`,
    url: `${config.baseUrl}/@${username}`,
    path: `/@${username}/feed`,
    items: items.filter(({ visibility }) => visibility === 'public'),
  };
}
