/** Proves that every viewer finds everything they may see and nothing else. */
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/api/routes.ts';
import { prisma } from '../../src/db/client.ts';
import { authorizeRequest } from '../../src/domain/interactions/follow.ts';
import type { Route } from '../../src/http/route.ts';
import { as, testApp, tokenOf } from '../support/as.ts';
import { useDatabase } from '../support/database-connection.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { signatureHeaders } from '../support/remote-server-signing.ts';
import { remoteFollow } from '../support/remote-source.ts';
import { changeAccount } from '../support/stored.ts';
import { isFull, sampled, scaled } from '../support/test-length.ts';
import { callOf, kindOf, nounsOf, propertiesOf } from './calls.ts';
import { type CrawlViewer, crawl } from './crawl.ts';
import {
  createFixture,
  decisionMark,
  type Fixture,
  filterMark,
  iriOf,
  maySee,
  pageOf,
  pluralOf,
  type Thing,
  type Viewer,
  viewers,
} from './fixture.ts';

useDatabase();
let fixture: Fixture;
/** Every viewer begins here. */
let entries: string[];
/** In the short form, each viewer tries another part of these. */
let guesses: string[];
beforeAll(async () => {
  fixture = await createFixture();
  const near = await upsertAccount('nia', 'near.example');
  await remoteFollow(near.id, fixture.people.owner.id, 'https://near.example/follows/1');
  await authorizeRequest(fixture.people.owner.id, near.id);
  await upsertAccount('finn', 'far.example');
  await collectPaths();
});

/** Every GET of the route table for every resource, and the URLs that other servers would request. */
async function collectPaths(): Promise<void> {
  const { people, requester, things, collections, loose, filter } = fixture;
  const accounts = [...Object.values(people), requester].map(({ id }) => id);
  const listed = new Set(['/', '/api/docs', '/api/v1/openapi.json', '/login', '/settings', '/inbox']);
  const guessed = new Set<string>();

  for (const route of routes.filter(({ method }) => method === 'get')) {
    const nouns = nounsOf(route);
    const kind = kindOf(route);
    const variants = [''];
    const query = route.query ? propertiesOf(route.query) : {};
    if ('limit' in query) variants.push('limit=4&order=asc');
    if ('status' in query) variants.push('status=draft,published');
    for (const flag of ['with_replies', 'local']) if (flag in query) variants.push(`${flag}=true`);
    if ('q' in query)
      variants.push(
        ...things
          .flatMap(({ marks: { name = '', text } }) => [name, text])
          .filter(Boolean)
          .map((mark) => `q=${mark}`),
        ...things.map((thing) => `q=${encodeURIComponent(iriOf(people, thing))}`),
      );

    const items =
      nouns.includes('item') || nouns.includes('slug')
        ? things.filter((thing) => !kind || thing.kind === kind)
        : things.slice(0, 1);
    for (const item of items) {
      for (const account of nouns.includes('account') ? accounts : accounts.slice(0, 1)) {
        for (const { id } of nouns.includes('collection') ? collections : collections.slice(0, 1)) {
          const { path } = callOf(route, { account, item, medium: item.medium.id, collection: id, filter });
          const [pathname = '', usual] = path.split('?');
          for (const variant of variants) {
            const search = new URLSearchParams(usual);
            // Search all kinds unless one is requested.
            if ('q' in query) search.delete('type');
            for (const [name, value] of new URLSearchParams(variant)) search.set(name, value);
            const isList = nouns.length === 0 && !variant.startsWith('q=');
            (isList ? listed : guessed).add(`/api/v1${pathname}${search.size > 0 ? '?' : ''}${search}`);
          }
        }
      }
    }
  }

  const ours = { where: { iri: { startsWith: 'https://cook.example/' } }, select: { iri: true } };
  const rows = await Promise.all([
    prisma().activity.findMany(ours),
    prisma().tombstone.findMany(ours),
    prisma().account.findMany(ours),
  ]);
  const iris = [...new Set(rows.flat().map(({ iri }) => iri!))];
  for (const thing of things) {
    const own = [iriOf(people, thing), pageOf(thing)];
    iris.push(...own);
    for (const iri of own) listed.add(new URL(iri).pathname);
    listed.add(`/api/v1/${pluralOf(thing.kind)}/${thing.id}`);
  }
  for (const { pathname } of iris.map((iri) => new URL(iri))) {
    guessed.add(pathname);
    for (const around of ['likes', 'shares', 'replies', 'outbox', 'followers', 'following', 'featured'])
      guessed.add(`${pathname}/${around}`);
  }
  listed.add(`/media/${loose.key}/small`);
  for (const { key } of [...things.map(({ medium }) => medium), loose]) {
    for (const size of ['original', 'medium', 'small']) guessed.add(`/media/${key}/${size}`);
  }
  for (const { username } of [...Object.values(people), requester]) {
    listed.add(`/@${username}`);
    guessed.add(`/.well-known/webfinger?resource=acct:${username}@cook.example`);
  }
  entries = [...listed];
  guesses = [...guessed].filter((path) => !listed.has(path));
}

const parts = scaled({ short: 32, full: 1 });

const pathsFor = (turn: number): string[] => [...entries, ...guesses.filter((_, at) => at % parts === turn % parts)];

/** Lists that show strangers to each other. */
const publicLists = [
  '/',
  '/explore',
  '/explore/new',
  '/explore/popular',
  '/feed.atom',
  ...['timelines/public', 'timelines/public?local=true', 'explore/recipes', 'search/recipes', 'search?q=ann'].map(
    (path) => `/api/v1/${path}`,
  ),
  ...['recipe', 'preparation', 'status', 'account'].map((type) => `/api/v1/recommendations/trending/${type}`),
];

const activities = 'application/activity+json';

/** Clients send a token, pages a session. ActivityPub responses do not depend on either. */
async function crawlViewerOf(viewer: Viewer): Promise<CrawlViewer> {
  if (viewer === null) {
    return { headersFor: () => ({}), accepts: [activities, 'text/html'], shouldRequest: () => true };
  }
  const authorization = `Bearer ${await tokenOf(fixture.people[viewer])}`;
  return {
    headersFor: () => ({ authorization, cookie: fixture.cookies[viewer] }),
    accepts: ['text/html'],
    shouldRequest: (path) => !path.startsWith('/users/'),
  };
}

/** A remote server that signs its GETs. */
function signing(host: string, name: string): CrawlViewer {
  const { rsa } = remoteServerAt(host).actor(name);
  return {
    headersFor: (url) => signatureHeaders({ method: 'GET', url, body: null }, rsa),
    accepts: [activities],
    shouldRequest: (path) => !path.startsWith('/api/'),
  };
}

/** @param turn chooses the guesses */
async function expectOnlyVisible(
  crawler: CrawlViewer,
  see: (thing: Thing) => boolean,
  visibleOwners: string[],
  turn: number,
) {
  const seen = await crawl(pathsFor(turn), crawler);
  const { things, collections, loose } = fixture;
  const forbidden: string[] = [];
  const unfound: string[] = [];
  const hold = (may: boolean, mark: string, place: string | undefined) => {
    if (place && !may) forbidden.push(`${mark} at ${place}`);
    if (!place && may) unfound.push(mark);
  };
  for (const thing of things) {
    for (const mark of Object.values(thing.marks)) hold(see(thing), mark, seen.marks.get(mark));
    const { key } = thing.medium;
    hold(see(thing), `the picture of ${thing.shown} ${thing.kind}`, seen.pictures.has(key) ? key : undefined);
  }
  for (const { owner, marks } of collections) {
    for (const mark of Object.values(marks)) hold(visibleOwners.includes(owner), mark, seen.marks.get(mark));
  }
  for (const mark of [filterMark, decisionMark]) hold(visibleOwners.includes('owner'), mark, seen.marks.get(mark));
  hold(visibleOwners.includes('owner'), 'the loose picture', seen.pictures.has(loose.key) ? loose.key : undefined);

  expect(seen.failures).toEqual([]);
  expect(forbidden).toEqual([]);
  expect(unfound).toEqual([]);
}

describe('everything that is visible', () => {
  // The owner has many more pages than all others, which show their links to forms. A block hides both ways.
  test.each(scaled<Viewer[]>({ short: ['follower', 'stranger', 'blocked', null], full: viewers }))(
    'to the viewer: %s',
    async (viewer) => {
      const owners = viewer ? [viewer] : [];
      const turn = viewers.indexOf(viewer);
      await expectOnlyVisible(await crawlViewerOf(viewer), (thing) => maySee(viewer, thing), owners, turn);
    },
  );

  test('to the server of a follower', async () => {
    const see = (thing: Thing) => maySee(null, thing) || (thing.author === 'owner' && thing.shown === 'private');
    await expectOnlyVisible(signing('near.example', 'nia'), see, [], 6);
  });

  test('to an unrelated server', async () => {
    await expectOnlyVisible(signing('far.example', 'finn'), (thing) => maySee(null, thing), [], 7);
  });
});

describe('what moderators limited or suspended', () => {
  const setOwner = (change: Parameters<typeof changeAccount>[1]) => changeAccount(fixture.people.owner.id, change);

  /** Marks of the owner's items in the lists that show strangers to each other. */
  const listed = async (viewer: Viewer): Promise<string[]> => {
    const seen = await crawl(publicLists, await crawlViewerOf(viewer), { followsLinks: false });
    expect(seen.failures).toEqual([]);
    const marks = fixture.things
      .filter(({ author }) => author === 'owner')
      .flatMap((thing) => Object.values(thing.marks));
    return marks.filter((mark) => seen.marks.has(mark));
  };

  test('followers of a limited account find it in lists, and strangers do not', async () => {
    expect((await listed('stranger')).length).toBeGreaterThan(5);
    await setOwner({ limitedAt: new Date() });
    try {
      expect((await listed('follower')).length).toBeGreaterThan(5);
      for (const viewer of ['stranger', null] as const) expect(await listed(viewer)).toEqual([]);
    } finally {
      await setOwner({ limitedAt: null });
    }
  });

  test('nothing of a suspended account is shown to its followers', async () => {
    await setOwner({ suspendedAt: new Date() });
    try {
      const see = (thing: Thing) => thing.author !== 'owner' && maySee('follower', thing);
      const follower = await crawlViewerOf('follower');
      if (isFull) return await expectOnlyVisible(follower, see, ['follower'], 8);
      const seen = await crawl(entries, follower, { followsLinks: false });
      const hidden = fixture.things.filter(({ author }) => author === 'owner');
      const shown = hidden.flatMap(({ marks }) => Object.values(marks)).filter((mark) => seen.marks.has(mark));
      expect([shown, seen.failures]).toEqual([[], []]);
      expect(fixture.things.some((thing) => see(thing) && seen.marks.has(thing.marks.text!))).toBe(true);
    } finally {
      await setOwner({ suspendedAt: null });
    }
  });
});

describe('what a member mutes', () => {
  /** The lists that show strangers to each other, the timeline, notifications, and the post that quotes the owner. */
  function places(): string[] {
    const quoting = fixture.things.find(({ author }) => author === 'stranger')!;
    const [tag] = fixture.things.flatMap(({ author, shown, marks }) =>
      author === 'owner' && shown === 'public' && marks.tag ? [marks.tag] : [],
    );
    return [
      ...publicLists,
      '/home',
      '/notifications',
      `/tags/${tag}`,
      '/@cy',
      '/@cy/posts',
      new URL(pageOf(quoting)).pathname,
      ...[
        'timeline',
        'notifications',
        `timelines/tag/${tag}`,
        `search?q=zq`,
        `statuses/${quoting.id}`,
        `accounts/${fixture.people.stranger.id}/statuses`,
      ].map((path) => `/api/v1/${path}`),
    ];
  }

  const isOfItem = (field: string) => !['tag', 'category', 'cuisine'].includes(field);

  /** Marks of the owner's items there, with the first path of each. */
  const shown = async (viewer: Viewer): Promise<string[]> => {
    const seen = await crawl(places(), await crawlViewerOf(viewer), { followsLinks: false });
    expect(seen.failures).toEqual([]);
    return fixture.things
      .filter(({ author }) => author === 'owner')
      .flatMap(({ marks }) => Object.entries(marks).flatMap(([field, mark]) => (isOfItem(field) ? [mark] : [])))
      .flatMap((mark) => (seen.marks.has(mark) ? [`${mark} at ${seen.marks.get(mark)}`] : []));
  };

  const expectByLinks = async () =>
    expectOnlyVisible(await crawlViewerOf('follower'), (thing) => maySee('follower', thing), ['follower'], 0);

  const expectAtTheirPages = async () => {
    const things = fixture.things.filter((thing) => thing.author === 'owner' && maySee('follower', thing));
    const pages = things.map((thing) => new URL(pageOf(thing)).pathname);
    const seen = await crawl(pages, await crawlViewerOf('follower'), { followsLinks: false });
    for (const { marks } of things) expect(seen.marks.has(marks.text!), marks.text).toBe(true);
  };

  test('is in none of these places for the member, and by links it is', async () => {
    const [before, others] = [await shown('follower'), await shown('stranger')];
    expect(before.length).toBeGreaterThan(20);
    const follower = as(fixture.people.follower);
    const path = `/accounts/${fixture.people.owner.id}/mute`;
    expect((await follower.post(path)).status).toBe(201);
    try {
      expect(await shown('follower')).toEqual([]);
      expect(await shown('stranger')).toEqual(others);
      if (isFull) await expectByLinks();
      else await expectAtTheirPages();
    } finally {
      await follower.delete(path);
    }
    expect(await shown('follower')).toEqual(before);
  });
});

describe('what a member filters', () => {
  /** Lists that are no lists of items of others, or that belong to an item. */
  const exempt = /\/(?:filters|media|links|revisions)$|^\/(?:recipes|preparations|bakings|statuses)$/;
  const isList = ({ method, path, response }: Route) =>
    method === 'get' && response?.type === 'array' && !exempt.test(path);

  /** Every list of the API, and pages that list items. */
  function listPaths(own: number): string[] {
    const patterns = routes
      .filter(isList)
      .map(({ path }) => new RegExp(`^/api/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
    const inApi = sampled([...entries, ...guesses], 6).filter((path) =>
      patterns.some((pattern) => pattern.test(path.split('?')[0]!)),
    );
    const pages = ['/home', '/notifications', '/@ann', '/@ann/cooked', '/@ann/posts', '/@bo', '/tags/soup'];
    // Nobody misses what they collected themselves.
    return [...publicLists, ...pages, ...inApi].filter((path) => !path.includes(`/collections/${own}/items`));
  }

  const filtered = () =>
    fixture.things.filter(({ author, shown }) => author === 'owner' && ['public', 'unlisted'].includes(shown));

  /** Popular tags and facets are no items. */
  const isOfItem = (field: string) => !['tag', 'category', 'cuisine'].includes(field);

  /** Marks of the filtered items in the lists, with the first path of each. */
  const listed = async (viewer: Viewer) => {
    const own = fixture.collections.find(({ owner }) => owner === 'follower')!.id;
    const seen = await crawl(listPaths(own), await crawlViewerOf(viewer), { followsLinks: false });
    expect(seen.failures).toEqual([]);
    const marks = filtered().flatMap((thing) =>
      Object.entries(thing.marks).flatMap(([field, mark]) => (isOfItem(field) ? [mark] : [])),
    );
    return marks.flatMap((mark) => (seen.marks.has(mark) ? [`${mark} at ${seen.marks.get(mark)}`] : []));
  };

  test('is in none of its lists, and in the lists of others', async () => {
    const before = await listed('follower');
    expect(before.length).toBeGreaterThan(30);
    const follower = as(fixture.people.follower);
    const { status, body } = await follower.post('/filters', {
      title: 'Marks',
      action: 'hide',
      contexts: ['home', 'notifications', 'public', 'thread', 'account'],
      keywords: filtered().map(({ marks }) => ({ phrase: marks.text })),
    });
    expect(status).toBe(201);
    try {
      expect(await listed('follower')).toEqual([]);
      expect((await listed('stranger')).length).toBeGreaterThan(20);
    } finally {
      await follower.delete(`/filters/${body.id}`);
    }
    expect((await listed('follower')).length).toBe(before.length);
  });
});

test('outside the API, a hidden item is indistinguishable from a missing one', async () => {
  const { things, people } = fixture;
  const whole = async (path: string, headers: Record<string, string>) => {
    const response = await testApp().request(`https://cook.example${path}`, { headers });
    return {
      status: response.status,
      headers: [...response.headers].filter(([name]) => name !== 'date'),
      text: await response.text(),
    };
  };
  for (const viewer of sampled<Viewer>(['stranger', 'blocked', null], 2)) {
    const { headersFor } = await crawlViewerOf(viewer);
    for (const accept of sampled(['application/activity+json', 'text/html', '*/*'], 2)) {
      const headers = { ...headersFor(''), accept };
      for (const thing of things.filter(
        ({ author, shown }) => author === 'owner' && ['private', 'draft'].includes(shown),
      )) {
        // These were published before, and their tombstones are public.
        if (thing.shown === 'draft' && thing.iri !== null) continue;
        const pairs = [
          [
            new URL(iriOf(people, thing)).pathname,
            new URL(iriOf(people, { ...thing, id: 900_000_001, iri: null })).pathname,
          ],
          [
            new URL(pageOf(thing)).pathname,
            new URL(pageOf({ ...thing, id: 900_000_001, slug: 'none', url: null })).pathname,
          ],
        ] as const;
        for (const [hidden, missing] of pairs) {
          expect(await whole(hidden, headers)).toEqual(await whole(missing, headers));
          for (const around of ['likes', 'shares', 'replies']) {
            expect(await whole(`${hidden}/${around}`, headers)).toEqual(await whole(`${missing}/${around}`, headers));
          }
        }
        const picture = `/media/${thing.medium.key}/small`;
        expect(await whole(picture, headers)).toEqual(await whole(picture.replace(/[0-9a-f]{8}/, '00000000'), headers));
      }
    }
  }
});
