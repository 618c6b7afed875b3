/** Checks documents from a followed server that are too deep, too large, too many, circular or malformed. */
import { expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { discoverAccount } from '../../src/domain/accounts/discover.ts';
import { config } from '../../src/lib/config.ts';
import { as, testApp } from '../support/as.ts';
import { drain } from '../support/drain.ts';
import { expectRefused, failedJobs, fixture, useHostileFixture } from '../support/hostile-fixture.ts';
import { onIdleDesktop, processorTime } from '../support/processor-time.ts';
import { activityType, remoteServerAt, step } from '../support/remote-server.ts';
import { stored } from '../support/stored.ts';
import { scaled } from '../support/test-length.ts';
import { many, publicCollection, recipe, unusualNotes } from './unusual-notes.ts';

useHostileFixture();

/** Signed by Bob, whom Ann follows, so a valid document would be stored. */
const signed = (body: string) => fixture.good.signed(body, fixture.bob.rsa);
const raw = (text: string) => {
  const activity = fixture.good.activity('Create', fixture.bob, '@');
  return JSON.stringify(activity).replace('"@"', text);
};

const refused: [label: string, status: number, body: () => string][] = [
  ['arrays nested 33 deep', 400, () => raw('['.repeat(33) + ']'.repeat(33))],
  ['arrays nested 200,000 deep', 400, () => raw('['.repeat(200_000) + ']'.repeat(200_000))],
  ['objects nested 100,000 deep', 400, () => raw(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)],
  ['a string of a megabyte', 413, () => raw(`"${'x'.repeat(2 ** 20)}"`)],
  ['an array of a million', 413, () => raw(`[${'1,'.repeat(2 ** 20)}1]`)],
  ['a number without an end', 413, () => raw('9'.repeat(2 ** 20))],
  ['two documents', 400, () => '{}{}'],
  ['a comment', 400, () => raw('/* */ 1')],
  ['a NUL', 400, () => raw('"\0"')],
  [
    'object prototypes as its actor',
    400,
    () => '{"__proto__":{"actor":"https://good.example/users/bob","type":"Like"}}',
  ],
  [
    'an actor nested without end',
    400,
    () =>
      JSON.stringify({
        type: 'Like',
        actor: `https://good.example/${'x'.repeat(2_000)}`,
        object: 'https://x.example/',
      }),
  ],
  ['an empty body', 400, () => ''],
];

test.each(refused)('%s is refused with %i', async (_, status, body) => {
  await expectRefused(signed(body()), status);
});

test.each(['gzip', 'deflate', 'br', 'zstd', 'identity', 'x'])(
  'a body with the false Content-Encoding %s is a 415',
  async (encoding) => {
    const request = signed(raw('{}'));
    request.headers.set('content-encoding', encoding);
    await expectRefused(request, 415);
  },
);

test.each(['text/html', 'application/jsonp', 'multipart/form-data', 'text/json', ''])(
  'a body of the type "%s" is a 415',
  async (type) => {
    const request = signed(raw('{}'));
    request.headers.set('content-type', type);
    await expectRefused(request, 415);
  },
);

const maxMs = 2_000;
const caps = { media: 10, mentions: 100, ingredients: 200, steps: 100 };

test.each(unusualNotes)('a note with %s is stored within limits or dropped', async (_, changes) => {
  const id = fixture.good.iri(`/notes/strange-${Math.random()}`);
  const note = { ...fixture.good.note(fixture.bob, { id }), ...changes() };
  const text = JSON.stringify(fixture.good.activity('Create', fixture.bob, note)).replaceAll('@self', id);
  let status = 0;
  const ms = await processorTime(async () => {
    ({ status } = await testApp().fetch(signed(text)));
    await drain();
  });

  expect([202, 400, 413]).toContain(status);
  expect(onIdleDesktop(ms, maxMs)).toBeLessThan(maxMs);
  expect(await failedJobs()).toEqual([]);
  expect(Object.prototype).not.toHaveProperty('polluted');
  const parts = { media: true, mentions: true, ingredients: true, steps: true };
  const item = await prisma().eventable.findUnique({ where: { iri: id }, select: { _count: { select: parts } } });
  for (const [part, count] of Object.entries(item?._count ?? {}))
    expect(count, part).toBeLessThanOrEqual(caps[part as keyof typeof caps]);
});

test('every stored note can be shown without an error', async () => {
  const home = await as(fixture.ann).get('/timeline?limit=40');
  expect(home.status).toBe(200);
  expect(home.body.length).toBeGreaterThan(0);
  expect(home.text).not.toMatch(/javascript:|file:|data:image/);
});

test('recipes that are steps of each other are fetched once each', async () => {
  const server = remoteServerAt('circle.example');
  const zoe = server.actor('zoe');
  const link = (path: string) => [step({ isBasedOn: [{ id: server.iri(path) }] })];
  for (const [path, next] of [
    ['/a', '/b'],
    ['/b', '/c'],
    ['/c', '/a'],
  ] as const) {
    server.object({
      ...recipe,
      id: server.iri(path),
      attributedTo: zoe.iri,
      content: 'x',
      to: [publicCollection],
      published: '2026-01-01T00:00:00Z',
      recipeInstructions: link(next),
    });
  }
  await testApp().fetch(fixture.good.signedBy(fixture.good.activity('Announce', fixture.bob, server.iri('/a'))));
  await drain();
  for (const path of ['/a', '/b', '/c']) {
    expect(server.requestedUrls.filter((url) => url === server.iri(path))).toHaveLength(1);
  }
});

test('an endless chain of steps causes at most 20 requests of any kind', async () => {
  const server = remoteServerAt('chain.example');
  const zoe = server.actor('zoe');
  const page = (path: string) => ({
    ...recipe,
    id: server.iri(path),
    attributedTo: server.iri(`/by${path}`),
    content: 'x',
    to: [publicCollection],
    published: new Date().toISOString(),
    recipeInstructions: many((i) => step({ isBasedOn: [{ id: server.iri(`${path}/${i}`) }] }), 3),
  });
  const other = server.respond.bind(server);
  server.respond = async (request) => {
    const { pathname } = new URL(request.url);
    if (!/^\/(?:by\/)?r/.test(pathname)) return other(request);
    server.requestedUrls.push(request.url);
    const author = { ...zoe.json, id: request.url, publicKey: undefined };
    const document = pathname.startsWith('/by') ? author : page(pathname);
    return Response.json(document, { headers: { 'content-type': activityType } });
  };
  const start = server.iri('/start');
  server.responses.set(start, () => Response.redirect(server.iri('/r'), 302));
  await testApp().fetch(fixture.good.signedBy(fixture.good.activity('Announce', fixture.bob, start)));
  await drain();
  const recipes = server.requestedUrls.filter((url) => new URL(url).pathname.startsWith('/r'));
  expect(recipes.length).toBeGreaterThan(3);
  // On a busy machine a transaction may take too long, and the job starts again with a budget of its own.
  const attempts = server.requestedUrls.filter((url) => url === start).length;
  expect([1, 2]).toContain(attempts);
  expect(server.requestedUrls.length).toBeGreaterThanOrEqual(20);
  expect(server.requestedUrls.length).toBeLessThanOrEqual(20 * attempts);
});

test('an outbox whose pages form a circle is read for four pages', async () => {
  const server = remoteServerAt('round.example');
  const outbox = server.iri('/outbox');
  server.serve(outbox, () => ({ id: outbox, type: 'OrderedCollection', first: `${outbox}?a` }));
  for (const [page, next] of [
    ['a', 'b'],
    ['b', 'a'],
  ]) {
    server.serve(`${outbox}?${page}`, () => ({
      id: `${outbox}?${page}`,
      type: 'OrderedCollectionPage',
      orderedItems: [],
      next: `${outbox}?${next}`,
    }));
  }
  await discoverAccount({ iri: server.actor('zoe', { outbox }).iri });
  await drain();
  const pages = server.requestedUrls.filter((url) => url.startsWith(`${outbox}?`));
  expect(pages.length).toBeGreaterThanOrEqual(2);
  expect(pages.length).toBeLessThanOrEqual(4);
});

test('hundreds of bad requests use no memory and leave no rows', async () => {
  const bodies = [
    raw('['.repeat(200_000)),
    raw(`"${'x'.repeat(1_000_000)}"`),
    raw(`[${many(String).join()}]`),
    'x'.repeat(900_000),
  ];
  const batch = async (count: number) => {
    const statuses = new Set<number>();
    for (let index = 0; index < count; index += 1) {
      const request = fixture.good.signed(bodies[index % bodies.length]!, fixture.eve.rsa, {
        signedUrl: index % 3 === 0 ? `${config.baseUrl}/other` : undefined,
      });
      statuses.add((await testApp().fetch(request)).status);
    }
    return [...statuses].filter((status) => ![202, 400, 401, 413].includes(status));
  };
  await batch(scaled({ short: 20, full: 60 }));
  const [before, memory] = [await stored.inbound(), process.memoryUsage.rss()];

  expect(await batch(scaled({ short: 100, full: 300 }))).toEqual([]);

  expect(process.memoryUsage.rss() - memory).toBeLessThan(128 * 2 ** 20);
  expect(await stored.inbound()).toBe(before);
});
