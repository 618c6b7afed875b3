/** Serves public items as Atom (RFC 4287) and JSON Feed 1.1. */

import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { anonymous, getVisibleAccount } from '../domain/accounts/account.ts';
import { listNewestIds } from '../domain/collections/collections.ts';
import { getInstanceProfile } from '../domain/instance/instance.ts';
import { listCardsByIds, listItemsOf, listNewestRecipes } from '../domain/items/read.ts';
import { exploreRecipes } from '../domain/search/explore.ts';
import { findRecipes } from '../domain/search/search.ts';
import { getTagName } from '../domain/tags/tags.ts';
import { tagTimeline } from '../domain/timelines/timelines.ts';
import { toRecipeSearch } from '../http/input/recipe.ts';
import { enforceRateLimit } from '../http/rate-limits.ts';
import { writeForAddress } from '../http/reader.ts';
import { clientAddressOf, matchesETag } from '../http/serve.ts';
import { config } from '../lib/config.ts';
import { notFound } from '../lib/errors.ts';
import { iris } from '../lib/iris.ts';
import { t } from '../lib/language/text.ts';
import { firstPage } from '../lib/page.ts';
import { getFromPath } from './collections/show.ts';
import { addressOf, nameOf } from './components/account.ts';
import { errorPage } from './components/error-page.ts';
import { categoryPage, type ExplorePage, explorePages } from './explore/lists.ts';
import { toAtom } from './feeds/atom.ts';
import type { Feed } from './feeds/feed.ts';
import { toJsonFeed } from './feeds/json.ts';
import { feedLimit, limitByAddress, searchLimit } from './rate-limit.ts';
import { readQuery, titleOf, urlOf } from './search-parts.ts';

const maxItems = 30;

const formats = {
  atom: { type: 'application/atom+xml; charset=utf-8', serialize: toAtom },
  json: { type: 'application/feed+json; charset=utf-8', serialize: toJsonFeed },
};
type Format = keyof typeof formats;

export const feeds = new Hono()
  .get('/feed.atom', (c) => serve(c, 'atom', ofInstance))
  .get('/feed.json', (c) => serve(c, 'json', ofInstance))
  .get('/search/feed.atom', limitByAddress(searchLimit), (c) => serve(c, 'atom', () => ofSearch(c.req.url)))
  .get('/search/feed.json', limitByAddress(searchLimit), (c) => serve(c, 'json', () => ofSearch(c.req.url)))
  .get('/tags/:tag/feed.atom', (c) => serve(c, 'atom', () => ofTag(c.req.param('tag'))))
  .get('/tags/:tag/feed.json', (c) => serve(c, 'json', () => ofTag(c.req.param('tag'))))
  .get('/:name{@[a-z0-9_]+}/feed.atom', (c) => serve(c, 'atom', () => ofAccount(c.req.param('name'))))
  .get('/:name{@[a-z0-9_]+}/feed.json', (c) => serve(c, 'json', () => ofAccount(c.req.param('name'))))
  .get('/:name{@[a-z0-9_]+}/collections/:id/feed.atom', (c) => serve(c, 'atom', () => ofCollection(c)))
  .get('/:name{@[a-z0-9_]+}/collections/:id/feed.json', (c) => serve(c, 'json', () => ofCollection(c)));

for (const format of ['atom', 'json'] as const) {
  const limit = limitByAddress(searchLimit);
  for (const list of explorePages)
    feeds.get(`${list.path}/feed.${format}`, limit, (c) => serve(c, format, () => ofExplore(list)));
  feeds.get(`/explore/categories/:category/feed.${format}`, limit, (c) =>
    serve(c, format, () => ofExplore(categoryPage(c.req.param('category')))),
  );
}

async function serve(c: Context, format: Format, read: () => Promise<Feed>): Promise<Response> {
  const limit: Record<string, string> = {};
  try {
    await enforceRateLimit(feedLimit, clientAddressOf(c), limit);
    const { type, serialize } = formats[format];
    const { result: text, headers: languageHeaders } = await writeForAddress(c, async () => serialize(await read()));
    const headers = {
      ...languageHeaders,
      'Content-Type': type,
      'Cache-Control': 'public, max-age=300',
      ETag: `W/"${hash('sha1', text, 'base64url')}"`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Access-Control-Allow-Origin': '*',
    };
    const ifNoneMatch = c.req.header('if-none-match');
    if (ifNoneMatch && matchesETag(ifNoneMatch, headers.ETag)) return new Response(null, { status: 304, headers });
    return new Response(text, { headers });
  } catch (error) {
    return errorPage(c, error, limit);
  }
}

async function ofInstance(): Promise<Feed> {
  const [{ name }, items] = await Promise.all([getInstanceProfile(), listNewestRecipes(anonymous, maxItems)]);
  return { title: t('feeds.instance', { name }), url: config.baseUrl, path: '/feed', items };
}

/** The newest recipes that a search finds, so that every search can be subscribed to. */
async function ofSearch(requested: string): Promise<Feed> {
  const input = { ...readQuery(requested), sort: 'newest' as const };
  const found = await findRecipes({ ...toRecipeSearch(input), limit: maxItems, offset: 0 }, anonymous);
  const [{ name }, items] = await Promise.all([getInstanceProfile(), listCardsByIds(found.ids, anonymous)]);
  const path = urlOf(input);
  return {
    title: t('feeds.search', { name, search: titleOf(input) || t('search.all') }),
    url: `${config.baseUrl}${path}`,
    path: '/search/feed',
    query: new URL(path, config.baseUrl).search,
    items,
  };
}

async function ofExplore({ list, path, title: titleText }: ExplorePage): Promise<Feed> {
  const { ids } = await exploreRecipes(list, anonymous, { limit: maxItems, offset: 0 });
  const [{ name }, items] = await Promise.all([getInstanceProfile(), listCardsByIds(ids, anonymous)]);
  return { title: `${titleText()} · ${name}`, url: `${config.baseUrl}${path}`, path: `${path}/feed`, items };
}

async function ofTag(text: string): Promise<Feed> {
  const tag = getTagName(text);
  const [{ name }, events] = await Promise.all([
    getInstanceProfile(),
    tagTimeline(tag, anonymous, { ...firstPage, limit: maxItems }),
  ]);
  const url = iris.tag(tag);
  const items = events.map(({ object }) => object);
  return {
    title: t('feeds.tag', { tag: `#${tag}`, name }),
    url,
    path: `${new URL(url).pathname}/feed`,
    items,
  };
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

/** What was added last comes first, whatever the order of the collection. */
async function ofCollection(c: Context): Promise<Feed> {
  const { collection, owner } = await getFromPath({ c, viewer: anonymous });
  const { id, name, url } = collection;
  if (owner.host !== '') throw notFound();
  const ids = await listNewestIds(id, anonymous, maxItems);
  return {
    title: `${name} (${addressOf(owner)})`,
    url,
    path: `/@${owner.username}/collections/${id}/feed`,
    items: await listCardsByIds(ids, anonymous),
  };
}
