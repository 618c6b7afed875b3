/** Checks that no response of another server costs much time or memory or causes an error, on any fetch path. */
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { readOutboxItems } from '../../src/federation/resolve/collections.ts';
import { fetchFrom, newBudget } from '../../src/federation/resolve/fetch.ts';
import { loadItem } from '../../src/federation/resolve/load-item.ts';
import { loadActor, resolveHandle } from '../../src/federation/resolve/resolve-actor.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { post } from '../../src/lib/fetch/fetch.ts';
import { type FetchPath, fetchPaths } from '../support/fetch-paths.ts';
import { failedJobs, fixture, useHostileFixture } from '../support/hostile-fixture.ts';
import { activityType, remoteServerAt } from '../support/remote-server.ts';
import { isFull, sampled, scaled } from '../support/test-length.ts';
import { waitTimeoutMs } from '../support/wait-timeout.ts';

useHostileFixture();
beforeEach(emptyCaches);

const paths = Object.entries(fetchPaths) as [string, FetchPath][];
const mebibyte = 2 ** 20;
let serial = 0;

/** A server that gives every request the same response and records the requests. */
function serverAnswering(answers: (url: URL) => Response | Promise<Response>) {
  serial += 1;
  const server = remoteServerAt(`strange${serial}.example`);
  const requested: string[] = [];
  server.respond = async (request) => {
    requested.push(`${request.method} ${request.url}`);
    return answers(new URL(request.url));
  };
  return { url: server.iri('/there'), asked: requested, server };
}

const document = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  new Response(body as BodyInit, { headers: { 'content-type': activityType, ...headers } });
const zeros = Buffer.alloc(64 * mebibyte);
const packed = {
  gzip: gzipSync(zeros),
  deflate: deflateSync(zeros),
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: zstdCompressSync(zeros),
};
/** What a server names in one list. */
const listed = scaled({ short: 1_000, full: 10_000 });
const actorLike = (url: URL, changes: string) =>
  `{"id":"${url}","type":"Person","preferredUsername":"x","inbox":"${url}",${changes}}`;

const answers: [label: string, answer: (url: URL) => Response][] = [
  ...Object.entries(packed).map(([encoding, body]): [string, () => Response] => [
    `64 MiB packed as ${encoding}`,
    () => document(body, { 'content-encoding': encoding }),
  ]),
  ['a body that is compressed twice', () => document(gzipSync(packed.gzip), { 'content-encoding': 'gzip, gzip' })],
  ['a false Content-Encoding', () => document('{}', { 'content-encoding': 'gzip' })],
  ['a compressed body that is cut off', () => document(packed.gzip.subarray(0, 999), { 'content-encoding': 'gzip' })],
  ['a body that breaks off', (url) => brokenBody(actorLike(url, '"name":"x"'))],
  ['a packed body that breaks off', () => brokenBody(packed.gzip, { 'content-encoding': 'gzip' })],
  ['a body without an end', () => endless()],
  ['an empty body', () => document('')],
  ['an unknown status', () => new Response(null, { status: 299 })],
  ['no content and a length', () => new Response(null, { status: 204, headers: { 'content-length': '999999999999' } })],
  ['JSON that is not an object', () => document('[]')],
  ['null', () => document('null')],
  ['truncated JSON', () => document('{"id":')],
  ['arrays nested 100,000 deep', () => document('['.repeat(100_000))],
  ['objects nested 100,000 deep', () => document('{"a":'.repeat(100_000))],
  ['bytes that are not UTF-8', () => document(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))],
  ['UTF-16', () => document(Buffer.from('\ufeff{}', 'utf16le'))],
  ['a document that is its own type', (url) => document(`{"id":"${url}","type":{"id":"${url}"}}`)],
  ['a document of a thousand types', (url) => document(JSON.stringify({ id: url, type: Array(1_000).fill('Note') }))],
  [
    'prototypes',
    (url) =>
      document(
        `{"id":"${url}","type":"Note","__proto__":{"inbox":"${url}"},"constructor":{"prototype":{"x":1}},"toString":1,"attributedTo":{"__proto__":null}}`,
      ),
  ],
  [
    'an actor with a hundred thousand keys',
    (url) => document(actorLike(url, `"publicKey":[${Array(20_000).fill('{"id":"https://x/"}').join()}]`)),
  ],
  [
    'an actor with only invalid properties',
    (url) =>
      document(
        actorLike(
          url,
          '"name":{},"summary":[[[]]],"icon":7,"endpoints":"x","outbox":{"id":{}},"followers":false,"published":"yesterday","alsoKnownAs":{"a":1}',
        ),
      ),
  ],
  [
    'an actor with NUL and lone surrogates',
    (url) => document(actorLike(url, '"name":"a\\u0000b\\ud800","summary":"\\udfff\\u0000"')),
  ],
  ['an actor with a name of a megabyte', (url) => document(actorLike(url, `"name":"${'x'.repeat(900_000)}"`))],
  [
    'a context that cannot be fetched',
    (url) =>
      document(actorLike(url, '"@context":["https://unreachable.example/context",{"inbox":"https://w3id.org/x"}]')),
  ],
  [
    'itself as its own outbox, first page and next',
    (url) => document(`{"id":"${url}","type":"OrderedCollection","first":"${url}","next":"${url}","orderedItems":[]}`),
  ],
  [
    'an outbox of a hundred thousand items',
    (url) =>
      document(
        `{"id":"${url}","type":"OrderedCollection","orderedItems":[${Array(50_000).fill('{"type":"Note"}').join()}]}`,
      ),
  ],
  [
    'invalid counts',
    (url) => document(`{"id":"${url}","type":"Collection","totalItems":1e308,"likes":{"totalItems":-7},"items":[]}`),
  ],
  [
    'a long list of its own URLs',
    (url) =>
      document(
        JSON.stringify({
          id: url,
          type: 'OrderedCollection',
          orderedItems: Array.from({ length: listed }, (_, at) => `${url}/${at}`),
        }),
      ),
  ],
  [
    'invalid software information',
    () => document(`{"version":"2.1","software":{"name":"${'x\\u0000'.repeat(90_000)}","version":{"a":[]}}}`),
  ],
  ['an HTML page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a tombstone', (url) => document(`{"id":"${url}","type":"Tombstone"}`)],
  ['a 410', () => new Response(null, { status: 410 })],
  [
    'too many requests, every time',
    () => new Response(null, { status: 429, headers: { 'retry-after': '99999999999999' } }),
  ],
  ['a redirect without a Location', () => new Response(null, { status: 301 })],
  ['a redirect to nonsense', () => new Response(null, { status: 302, headers: { location: 'https://' } })],
];

/** The connection ends after half of the body. */
function brokenBody(body: string | Uint8Array, headers: Record<string, string> = {}): Response {
  const bytes = Buffer.from(body);
  const parts = [bytes.subarray(0, bytes.length / 2)];
  const half = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else controller.error(new Error('the connection broke off'));
    },
  });
  const { length } = bytes;
  return new Response(half, {
    headers: { 'content-type': activityType, 'content-length': String(length), ...headers },
  });
}

function endless(): Response {
  const chunk = new Uint8Array(2 ** 18).fill(0x20);
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
  return new Response(body, { headers: { 'content-type': activityType } });
}

/** In the short form each answer is given on one of the paths, in turn. */
test.each(answers)('a server that answers with %s does no harm on any path', async (label, response) => {
  const turn = answers.findIndex(([other]) => other === label);
  const tried = paths.filter((_, at) => isFull || at === turn % paths.length);
  const start = performance.now();
  for (const [, fetchAt] of tried) await fetchAt(fixture, serverAnswering(response).url);

  expect(await failedJobs()).toEqual([]);
  expect(performance.now() - start).toBeLessThan(waitTimeoutMs);
});

const loops: [label: string, to: (url: URL) => string, most: number][] = [
  ['to itself', (url) => url.href, 4],
  ['to a new URL each time', (url) => `${url.href}/on`, 4],
];

test.each(loops)('redirects %s are followed at most three times', async (_, to, most) => {
  for (const [label, fetchAt] of sampled(paths, 3)) {
    const { url, asked: requested } = serverAnswering(
      (from) => new Response(null, { status: 302, headers: { location: to(from) } }),
    );
    await fetchAt(fixture, url);
    const posted = label === 'the inbox of a follower';
    expect(requested.length, label).toBeGreaterThanOrEqual(posted ? 1 : 2);
    // A handle is looked up by WebFinger, and then by what host-meta names.
    const lookups = label === 'the host of a handle' ? 2 : 1;
    expect(requested.length, label).toBeLessThanOrEqual(posted ? 2 : lookups * most);
  }
  expect(await failedJobs()).toEqual([]);
});

test.each([301, 302, 303, 307, 308])('a delivery answered with %i is not redirected', async (status) => {
  const other = serverAnswering(() => new Response(null, { status: 202 }));
  const { url, asked: requested } = serverAnswering(
    () => new Response(null, { status, headers: { location: other.url } }),
  );
  await fetchPaths['the inbox of a follower']!(fixture, url);
  expect(requested.some((each) => each.startsWith('POST'))).toBe(true);
  expect(other.asked).toEqual([]);
});

/** Calls without jobs, so that all can wait at the same time. */
const direct: Record<string, (url: string) => Promise<unknown>> = {
  key: (url) => fetchPaths['the key of a signer']!(fixture, url),
  actor: (url) => loadActor(url, newBudget()),
  handle: (url) => resolveHandle(`zoe@${new URL(url).host}`, newBudget()),
  item: (url) => loadItem(url, newBudget()),
  outbox: (url) => readOutboxItems({ iri: url, outbox: url, followersIri: null }, newBudget()),
  picture: (url) => fetchFrom(url, { accept: 'image/*', maxBytes: 16 * mebibyte }, newBudget()),
  delivery: (url) => post(url, { headers: {}, body: '{}' }),
};

test('servers that never answer or never finish time out after ten seconds on every path', async () => {
  const silent = () => new Promise<Response>(() => {});
  const slowBody = () => {
    let timer: NodeJS.Timeout;
    const body = new ReadableStream({
      start: (controller) => {
        timer = setInterval(() => controller.enqueue(new Uint8Array([0x20])), 100);
      },
      cancel: () => clearInterval(timer),
    });
    return new Response(body, { headers: { 'content-type': activityType } });
  };
  const start = performance.now();
  const waiting = [silent, slowBody].flatMap((response) =>
    Object.values(direct).map((fetchAt) => fetchAt(serverAnswering(response).url)),
  );
  await Promise.allSettled(waiting);
  expect(performance.now() - start).toBeGreaterThan(9_000);
  expect(performance.now() - start).toBeLessThan(waitTimeoutMs);
});

test('repeated decompression bombs on every path do not use up memory', async () => {
  const attack = async () => {
    const { url } = serverAnswering(() => document(packed.gzip, { 'content-encoding': 'gzip' }));
    for (const fetchAt of sampled(Object.values(direct), 3)) await fetchAt(url).catch(() => null);
  };
  const rounds = scaled({ short: 1, full: 5 });
  for (let round = 0; round < rounds; round += 1) await attack();
  const before = process.memoryUsage.rss();
  for (let round = 0; round < 4 * rounds; round += 1) await attack();
  expect(process.memoryUsage.rss() - before).toBeLessThan(192 * mebibyte);
});
