/** Lists what is read at both sizes: every operation of the contract that reads, and the pages. */
import { describeApi } from '../../../src/api/openapi.ts';
import { sections } from '../../../src/api/routes.ts';
import type { Grown } from '../processes/seed-growth.ts';

/** Who asks. Null is a visitor. */
export type Viewer = keyof Grown['members'] | null;

export interface Target {
  /** As the table names it. */
  name: string;
  /** Blocks that it may touch, however little is needed at 10,000 events: see `bounds`. */
  bound: number;
  path: string;
  viewers: Viewer[];
  accept?: string;
  /** Logged in by a cookie instead of a token. */
  isPage?: boolean;
}

const everybody: Viewer[] = [null, 'author', 'reader', 'muter'];
const members: Viewer[] = ['author', 'reader', 'muter'];

/** Rows that nothing is seeded for. Each is read by its key. */
const unseeded = new Set([
  '/imports/{id}',
  '/import_uploads/{id}',
  '/recipes/{id}/revisions/{revision_id}',
  '/recipes/{id}/difference',
]);

/** Queries with which an operation is read, where it needs one or has more than one way to be read. */
const queries: Record<string, (grown: Grown) => string[]> = {
  '/accounts/relationships': ({ members: { author, muter } }) => [`?id[]=${author.id}&id[]=${muter.id}`],
  '/search': () => ['?q=bread', '?q=bread&type=recipe', '?q=loaf', '?q=doubled+starter', '?q=xyzzy', '?q=cook'],
  '/search/recipes': () => ['', '?q=loaf', '?q=bread&sort=newest', '?ingredient=flour', '?sort=cooked', '?tag=bread'],
  '/explore/recipes': () => ['?list=new', '?list=popular', '?list=quick'],
  '/timelines/public': () => ['', '?local=true'],
  '/timeline': () => ['', '?with_replies=true'],
  '/accounts/{account_id}/timeline': () => ['', '?with_replies=true'],
};

/** Ids for the parameters of paths, by the name of the parameter or by the word before it. */
function parameterValue(name: string, before: string, { ids, members: { author } }: Grown): string | undefined {
  const values: Record<string, string | number> = {
    id_or_username: author.username,
    slug: ids.slug,
    tag: 'bread',
    line_id: ids.line,
    account_id: author.id,
    recipe_id: ids.recipe,
    preparation_id: ids.preparation,
    baking_id: ids.baking,
  };
  const byFolder: Record<string, number> = {
    recipes: ids.recipe,
    preparations: ids.preparation,
    bakings: ids.baking,
    statuses: ids.status,
    collections: ids.collection,
    filters: ids.filter,
  };
  const value = values[name] ?? byFolder[before];
  return value === undefined ? undefined : encodeURIComponent(value);
}

/**
 * Reads that 10,000 events do not fill, by name, or by its beginning before an asterisk. Each stops at a number of rows,
 * at which it touches so many blocks. Infinity is for counts over whole tables, which are cached.
 */
const bounds: Record<string, number> = {
  // The newest 8,192 recipes are looked at, 500 matches ranked and their facets counted.
  'GET /search/recipes*': 12_000,
  'GET /explore/recipes*': 12_000,
  '/search/feed.atom*': 12_000,
  '/explore*': 20_000,
  // 200 matches of each of four types are ranked. The page searches recipes too.
  'GET /search?*': 23_000,
  '/search?*': 43_000,
  // 200 replies.
  'GET /statuses/{id}/context': 14_000,
  '/@grown_author/statuses/*': 14_000,
  '/users/ID/statuses/ID/context': 2_000,
  // 1,000 uses of a hashtag are counted.
  'GET /tags/*': 10_000,
  'GET /followed_tags': 10_000,
  '/tags*': 10_000,
  // 20 or 24 collections, each with up to 1,000 items of which those are counted that the viewer may see.
  'GET /collections': 30_000,
  'GET /accounts/{account_id}/collections': 30_000,
  '/collections': 35_000,
  '/@grown_author/collections': 35_000,
  // Seven lists, each with pictures and the viewer's likes and boosts.
  '/': 15_000,
  // The newest accounts are muted.
  'GET /timelines/*': 4_000,
  // 20 trending items, which 10,000 events hardly have.
  'GET /recommendations/trending/*': 2_500,
  // A part of a sitemap looks at 10,000 accounts.
  '/sitemaps/accounts-1.xml': 31_000,
  '/admin': Infinity,
  '/nodeinfo/2.1': Infinity,
  '/users/ID/outbox': Infinity,
};

function boundOf(given: string): number {
  const name = given.replace(/^\/users\/\d+/, '/users/ID').replace(/^(\/users\/ID\/statuses\/)\d+/, '$1ID');
  const found = Object.entries(bounds).find(([key]) =>
    key.endsWith('*') ? name.startsWith(key.slice(0, -1)) : name === key,
  );
  return found?.[1] ?? 0;
}

function pathOf(template: string, grown: Grown): string {
  const parts = template.split('/');
  return parts
    .map((part, at) => {
      const name = /^\{(.+)\}$/.exec(part)?.[1];
      if (!name) return part;
      const value = parameterValue(name, parts[at - 1]!, grown);
      if (value === undefined) throw new Error(`name a value for {${name}} of ${template} in ${import.meta.filename}`);
      return value;
    })
    .join('/');
}

/** From the OpenAPI document, so that a new operation is measured too, or fails here until its parameters are named. */
export function operations(grown: Grown): Target[] {
  return Object.entries(describeApi(sections).paths).flatMap(([template, { get }]) => {
    if (!get || unseeded.has(template)) return [];
    const isPublic = get.security.some((scheme) => Object.keys(scheme).length === 0);
    const path = pathOf(template, grown);
    return (queries[template]?.(grown) ?? ['']).map((query) => ({
      name: `GET ${template}${query}`,
      bound: boundOf(`GET ${template}${query}`),
      path: `/api/v1${path}${query}`,
      viewers: isPublic ? everybody : template === '/filters/{id}' ? ['author'] : members,
    }));
  });
}

const activity = 'application/activity+json';

/** Pages, feeds, and what other servers read. */
export function pages(grown: Grown): Target[] {
  const { ids, members: named } = grown;
  const { author } = named;
  const profile = `/@${author.username}`;
  const page = (path: string, viewers: Viewer[] = everybody): Target => ({
    name: path,
    bound: boundOf(path),
    path,
    viewers,
    isPage: true,
  });
  const document = (path: string): Target => ({
    name: path,
    bound: boundOf(path),
    path,
    viewers: [null],
    accept: activity,
  });
  const recipe = `${profile}/recipes/${ids.slug}`;
  const admin = ['', '/reports', '/accounts', '/hosts', '/log', '/jobs', '/storage', '/appeals'];
  return [
    ...[
      '/',
      '/explore',
      '/explore/new',
      '/explore/popular',
      '/explore/quick',
      '/explore/local',
      '/explore/federated',
    ].map((path) => page(path)),
    ...['?q=bread', '?q=loaf&sort=newest', '?ingredient=flour'].map((query) => page(`/search${query}`)),
    ...['', '/cooked', '/posts', '/collections'].map((tab) => page(`${profile}${tab}`)),
    ...['', '/reviews', '/history', '/forks', '/cook'].map((part) => page(`${recipe}${part}`)),
    page(`${profile}/statuses/${ids.status}`),
    page(`${profile}/collections/${ids.collection}`),
    page('/tags/bread'),
    page('/about'),
    ...['/home', '/notifications', '/tags', '/drafts', '/write', '/shopping-list', '/collections'].map((path) =>
      page(path, members),
    ),
    ...['', '/people', '/filters', '/access', '/export'].map((part) => page(`/settings${part}`, members)),
    ...admin.map((part) => page(`/admin${part}`, ['author'])),
    ...['/feed.atom', `${profile}/feed.atom`, '/tags/bread/feed.atom', '/search/feed.atom?q=loaf'].map((path) =>
      page(path, [null]),
    ),
    ...['/sitemap.xml', '/sitemaps/items-1.xml', '/sitemaps/accounts-1.xml', '/nodeinfo/2.1'].map((path) =>
      page(path, [null]),
    ),
    page(`/.well-known/webfinger?resource=acct:${author.username}@${new URL(grown.baseUrl).host}`, [null]),
    document(`/users/${author.id}`),
    ...['outbox', 'followers', 'following', 'featured'].flatMap((name) => [
      document(`/users/${author.id}/${name}`),
      ...(name === 'featured' ? [] : [document(`/users/${author.id}/${name}?page=true`)]),
    ]),
    document(`/users/${author.id}/statuses/${ids.status}`),
    ...['likes', 'shares', 'replies', 'replies?after=0', 'context'].map((name) =>
      document(`/users/${author.id}/statuses/${ids.status}/${name}`),
    ),
  ];
}
