/** Checks that no URL from another server makes the server connect to a forbidden address, in any spelling. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { emptyCaches } from '../../src/lib/cache.ts';
import { type FetchPath, fetchPaths } from '../support/fetch-paths.ts';
import { fixture, useHostileFixture } from '../support/hostile-fixture.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { isFull, sampled, scaled } from '../support/test-length.ts';

await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnModules());

/** Host names that a hostile DNS server resolves. */
vi.mock('node:dns', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:dns')>();
  const answers: Record<string, string[]> = {
    'private.test': ['127.0.0.1'],
    'private6.test': ['::1'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'mixed.test': ['93.184.215.14', '127.0.0.1'],
    'mixed6.test': ['2606:4700::1111', '::1'],
    'metadata.test': ['169.254.169.254'],
    'intranet.test': ['10.0.0.1', '192.168.0.1'],
    'nonsense.test': ['not an address'],
    'silent.test': [],
    localhost: ['127.0.0.1', '::1'],
  };
  const lookup = (host: string, _options: object, done: (error: Error | null, found?: object[]) => void) => {
    const found = answers[host.replace(/\.$/, '')];
    if (!found) return done(new Error('there is no network here'));
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { ...original, lookup };
});

useHostileFixture();
let trap: Server;
let port: number;
let caught = 0;
beforeAll(async () => {
  trap = createServer((socket) => {
    caught += 1;
    socket.destroy();
  });
  trap.listen(0, '::');
  await once(trap, 'listening');
  port = (trap.address() as AddressInfo).port;
});
afterAll(() => void trap.close());
beforeEach(emptyCaches);

const spellings = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '①②⑦.⓪.⓪.①',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
  '198.18.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fd00::1]',
  'localhost',
  'localhost.',
  'private.test',
  'private6.test',
  'mapped.test',
  'mixed.test',
  'mixed6.test',
  'metadata.test',
  'intranet.test',
  'nonsense.test',
  'silent.test',
];

/** One of each kind, enough to show that a path uses the common address check. */
const kinds = [
  '127.0.0.1',
  '2130706433',
  '①②⑦.⓪.⓪.①',
  '10.0.0.1',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  'private6.test',
  'metadata.test',
];
const thorough = new Set(
  scaled({
    short: ['the key of a signer'],
    full: ['the key of a signer', 'a picture of an item', 'the inbox of a follower'],
  }),
);
/** In the short form, each other path tries two of the kinds in turn. */
const spellingsFor = (path: string): string[] => {
  if (thorough.has(path)) return spellings;
  const turn = Object.keys(fetchPaths).indexOf(path);
  return kinds.filter((_, at) => isFull || at % 4 === turn % 4);
};

let serial = 0;

test('the trap notices a connection', async () => {
  await once(connect(port, '127.0.0.1'), 'close');
  await once(connect(port, '::1'), 'close');
  expect(caught).toBe(2);
  caught = 0;
});

const each = Object.entries(fetchPaths) as [string, FetchPath][];

test.each(each)('%s is not fetched from a private address', async (label, fetchAt) => {
  for (const host of spellingsFor(label)) {
    serial += 1;
    await fetchAt(fixture, new URL(`https://${host}:${port}/${serial}`).href);
  }
  expect(caught).toBe(0);
});

test.each(each)('%s is not fetched over plain http', async (_, fetchAt) => {
  for (const host of sampled(['127.0.0.1', 'private.test', '[::1]'], 3)) {
    serial += 1;
    await fetchAt(fixture, `http://${host}:${port}/${serial}`);
  }
  expect(caught).toBe(0);
});

test.each(each)('%s does not follow a redirect to a private address', async (label, fetchAt) => {
  const asked: string[] = [];
  for (const host of spellingsFor(label)) {
    serial += 1;
    const server = remoteServerAt(`redirector${serial}.example`);
    server.respond = async (request) => {
      asked.push(request.method);
      return new Response(null, { status: 302, headers: { location: `https://${host}:${port}/` } });
    };
    await fetchAt(fixture, server.iri('/there'));
  }
  expect(caught).toBe(0);
  // Each server received a request, so the redirect was the part that was refused.
  const method = label === 'the inbox of a follower' ? 'POST' : 'GET';
  expect(asked.filter((each) => each === method).length).toBeGreaterThanOrEqual(spellingsFor(label).length);
});

test.each([
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'data:application/activity+json,{}',
  'javascript:1',
  'gopher://x/',
  'blob:https://x/',
])('a redirect to %s is not followed', async (location) => {
  for (const [, fetchAt] of sampled(each, 10)) {
    serial += 1;
    const server = remoteServerAt(`redirector${serial}.example`);
    server.respond = async () => new Response(null, { status: 302, headers: { location } });
    await fetchAt(fixture, server.iri('/there'));
  }
  expect(caught).toBe(0);
});
