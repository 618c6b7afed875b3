/** Serves public items as Atom (RFC 4287) and JSON Feed 1.1. */
import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { anonymous, getVisibleAccount } from '../../domain/accounts/account.ts';
import { listNewestIds } from '../../domain/collections/collections.ts';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { type ItemSummary, listCardsByIds, listItemsOf, listNewestRecipes } from '../../domain/items/read.ts';
import { exploreRecipes } from '../../domain/search/explore.ts';
import { findRecipes } from '../../domain/search/recipes.ts';
import { getTagName } from '../../domain/tags/tags.ts';
import { tagTimeline } from '../../domain/timelines/timelines.ts';
import { toRecipeSearch } from '../../http/input/recipe.ts';
import { pictureUrls } from '../../http/media.ts';
import { enforceRateLimit } from '../../http/rate-limits.ts';
import { writeForAddress } from '../../http/reader.ts';
import { clientAddressOf, matchesETag } from '../../http/serve.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { iris } from '../../lib/iris.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { firstPage } from '../../lib/page.ts';
import { getFromPath } from '../collections/show.tsx';
import { addressOf, nameOf, profileUrl } from '../components/account.tsx';
import { pathOf, titleOf } from '../components/actions.tsx';
import { feedPath } from '../components/layout.tsx';
import { errorPage } from '../components/page-handler.tsx';
import { feedLimit, limitByAddress, searchLimit } from '../forms/answers.tsx';
import { categoryPage, type ExplorePage, explorePages } from '../timelines/explore.tsx';
import { readQuery, searchTitle, urlOf } from '../timelines/search-parts.tsx';

// Serialises a feed as Atom (RFC 4287)

/** The id is the same in every language. */
function toAtom({ title, url, path, query = '', items }: Feed): string {
  const updated = new Date(Math.max(0, ...items.map(({ publishedAt }) => publishedAt.getTime())));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${reader().language}">
<id>${text(`${config.baseUrl}${path}.atom${query}`)}</id>
<title>${text(title)}</title>
<updated>${updated.toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${text(`${config.baseUrl}${feedPath(path, 'atom', query)}`)}"/>
<link rel="alternate" type="text/html" href="${text(url)}"/>
${items.map(entry).join('')}</feed>
`;
}

function entry(item: ItemSummary): string {
  const { iri, account, publishedAt, contentHtml, media, spoilerText, locale } = item;
  const link = new URL(pathOf(item), config.baseUrl).href;
  const pictures = media
    .map(({ key, description }) => `<p><img src="${pictureUrls(key).medium}" alt="${escapeHtml(description)}"></p>`)
    .join('');
  const content = spoilerText === '' ? `${pictures}${contentHtml}` : escapeHtml(spoilerText);
  const published = publishedAt.toISOString();
  const profile = new URL(profileUrl(account), config.baseUrl).href;
  return `<entry xml:lang="${locale === 'und' ? '' : text(locale)}">
<id>${text(iri ?? link)}</id>
<title>${text(titleOf(item))}</title>
<link rel="alternate" type="text/html" href="${text(link)}"/>
<published>${published}</published><updated>${published}</updated>
<author><name>${text(nameOf(account))}</name><uri>${text(profile)}</uri></author>
<content type="html">${text(content)}</content>
</entry>
`;
}

/** Removes control characters, which XML does not allow even when escaped (XML 1.0 §2.2). */
const text = (value: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be removed
  escapeHtml(value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));

// Serialises a feed as JSON Feed (jsonfeed.org/version/1.1)

const toJsonFeed = ({ title, url, path, query, items }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    language: reader().language,
    home_page_url: url,
    feed_url: `${config.baseUrl}${feedPath(path, 'json', query)}`,
    items: items.map(toItem),
  });

function toItem(item: ItemSummary) {
  const { iri, account, publishedAt, contentHtml, media, spoilerText, locale } = item;
  const url = new URL(pathOf(item), config.baseUrl).href;
  const [picture] = media;
  return {
    id: iri ?? url,
    url,
    title: titleOf(item),
    ...(spoilerText === '' ? { content_html: contentHtml } : { content_text: spoilerText }),
    ...(picture && spoilerText === '' && { image: pictureUrls(picture.key).medium }),
    date_published: publishedAt.toISOString(),
    authors: [{ name: nameOf(account), url: new URL(profileUrl(account), config.baseUrl).href }],
    ...(locale !== 'und' && { language: locale }),
  };
}

// Reads the items of each feed

const maxItems = 30;

const formats = {
  atom: { type: 'application/atom+xml; charset=utf-8', serialize: toAtom },
  json: { type: 'application/feed+json; charset=utf-8', serialize: toJsonFeed },
};
type Format = keyof typeof formats;

export const feeds = new Hono();
for (const format of ['atom', 'json'] as const) {
  const end = `feed.${format}` as const;
  const limit = limitByAddress(searchLimit);
  feeds
    .get(`/${end}`, (c) => serve(c, format, ofInstance))
    .get(`/search/${end}`, limit, (c) => serve(c, format, () => ofSearch(c.req.url)))
    .get(`/tags/:tag/${end}`, (c) => serve(c, format, () => ofTag(c.req.param('tag'))))
    .get(`/:name{@[a-z0-9_]+}/${end}`, (c) => serve(c, format, () => ofAccount(c.req.param('name'))))
    .get(`/:name{@[a-z0-9_]+}/collections/:id/${end}`, (c) => serve(c, format, () => ofCollection(c)))
    .get(`/explore/categories/:category/${end}`, limit, (c) =>
      serve(c, format, () => ofExplore(categoryPage(c.req.param('category')))),
    );
  for (const list of explorePages)
    feeds.get(`${list.path}/${end}`, limit, (c) => serve(c, format, () => ofExplore(list)));
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
    title: t('feeds.search', { name, search: searchTitle(input) || t('search.all') }),
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

// Defines the content of a feed, independent of the format

interface Feed {
  title: string;
  /** URL of the page. */
  url: string;
  /** Path of the feed without its extension. */
  path: string;
  /** Query of the feed with its question mark, or empty. */
  query?: string;
  items: ItemSummary[];
}
