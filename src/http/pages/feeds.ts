/** What is published, for feed readers: as Atom (RFC 4287) and as JSON Feed (1.1). What everybody may see, and nothing else. */
import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { getShownAccount } from '../../domain/accounts/shown.ts';
import { itemsOf, newestRecipes } from '../../domain/cards.ts';
import { anyone } from '../../domain/eventables/visibility.ts';
import { getInstanceProfile } from '../../domain/instance-profile.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { firstPage } from '../../lib/page.ts';
import { isKnown } from '../serve.ts';
import { problem } from './errors.ts';
import { toAtom } from './feeds/atom.ts';
import type { Feed } from './feeds/feed.ts';
import { toJsonFeed } from './feeds/json.ts';
import { addressOf, nameOf } from './parts/person.ts';

const length = 30;

const kinds = {
  atom: { type: 'application/atom+xml; charset=utf-8', write: toAtom },
  json: { type: 'application/feed+json; charset=utf-8', write: toJsonFeed },
};
type Kind = keyof typeof kinds;

export const feeds = new Hono()
  .get('/feed.atom', (c) => serve(c, 'atom', ofInstance))
  .get('/feed.json', (c) => serve(c, 'json', ofInstance))
  .get('/:name{@[a-z0-9_]+}/feed.atom', (c) => serve(c, 'atom', () => ofAccount(c.req.param('name'))))
  .get('/:name{@[a-z0-9_]+}/feed.json', (c) => serve(c, 'json', () => ofAccount(c.req.param('name'))));

async function serve(c: Context, kind: Kind, read: () => Promise<Feed>): Promise<Response> {
  try {
    const { type, write } = kinds[kind];
    const text = write(await read());
    const headers = {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=300',
      ETag: `W/"${hash('sha1', text, 'base64url')}"`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Access-Control-Allow-Origin': '*',
    };
    const known = c.req.header('if-none-match');
    if (known && isKnown(known, headers.ETag)) return new Response(null, { status: 304, headers });
    return new Response(text, { headers });
  } catch (error) {
    return problem(c, error);
  }
}

async function ofInstance(): Promise<Feed> {
  const [{ name }, items] = await Promise.all([getInstanceProfile(), newestRecipes(anyone, length)]);
  return { title: `Recipes at ${name}`, url: config.baseUrl, path: '/feed', items };
}

async function ofAccount(name: string): Promise<Feed> {
  const username = name.slice(1);
  const account = await getShownAccount(username, anyone);
  if (account.host !== '') throw notFound();
  const types = ['recipe', 'baking', 'preparation', 'status'] as const;
  const items = await itemsOf(account.id, [...types], anyone, { ...firstPage, limit: length });
  return {
    title: `${nameOf(account)} (${addressOf(account)})`,
    url: `${config.baseUrl}/@${username}`,
    path: `/@${username}/feed`,
    items: items.filter(({ visibility }) => visibility === 'public'),
  };
}
