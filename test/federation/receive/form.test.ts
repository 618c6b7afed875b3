/** The inbox refuses requests with a wrong form, address or sender, with a reason. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blockDomain } from '../../../src/domain/moderation/domain-rules.ts';
import { receive } from '../../../src/federation/receive/receive.ts';
import { emptyCaches } from '../../../src/lib/cache.ts';
import { config } from '../../../src/lib/config.ts';
import { bob, remote } from '../../support/bob.ts';
import { remoteServerAt } from '../../support/remote-server.ts';
import { sharedPath } from '../../support/shared-documents.ts';
import { ann, follow, statusAndError, storedActivities, useInboxOfAnn } from './fixture.ts';

useInboxOfAnn();

test('other methods are 405', async () => {
  const response = await receive(new Request(`${config.baseUrl}/inbox`), null);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
});

test.each(['text/html', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
  'the content type %s is 415',
  async (type) => {
    const response = remote.send(follow(), { headers: { 'content-type': type } });
    expect((await statusAndError(response))[0]).toBe(415);
  },
);

test.each([
  'application/ld+json; profile="https://www.w3.org/ns/activitystreams"; charset=utf-8',
  'application/ld+json',
  'Application/Activity+JSON;charset=UTF-8',
  'application/json',
])('the content type %s is accepted like activity+json, since what is posted is signed', async (type) => {
  expect((await remote.send(follow(), { headers: { 'content-type': type } })).status).toBe(202);
});

test('a body with a content encoding is 415', async () => {
  const response = remote.send(follow(), { headers: { 'content-encoding': 'gzip' } });
  expect((await statusAndError(response))[0]).toBe(415);
});

test('a body over 1 MiB is 413, and at most 8 MiB more are read', async () => {
  let sent = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  const headers = { 'content-type': 'application/activity+json' };
  const request = new Request(`${config.baseUrl}/inbox`, {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit);

  expect((await receive(request, null)).status).toBe(413);
  expect(sent).toBeLessThan(160);
});

test.each([
  ['nested arrays', `{"a":${'['.repeat(33)}${']'.repeat(33)}}`],
  ['nested objects without an end', '{"a":'.repeat(40_000)],
  ['brackets after a string that looks like an end', `{"a\\"":"\\\\","b":${'['.repeat(40)}${']'.repeat(40)}}`],
])('%s are 400', async (_, body) => {
  const [status, reason] = await statusAndError(remote.send(body, { by: bob.rsa }));
  expect([status, reason]).toEqual([400, 'the document is nested deeper than 32']);
});

test('brackets inside a string do not count as nesting', async () => {
  expect((await remote.send(follow({ summary: '[{'.repeat(100) }))).status).toBe(202);
});

test.each([
  ['no JSON', '{"type":'],
  ['an array', '[]'],
  ['a string', '"x"'],
  ['null', 'null'],
  ['a raw NUL', '{"a":"\u0000"}'],
  ['nothing', ''],
  ['an activity without an actor', '{"type":"Follow","id":"https://a.example/1","object":"https://a.example/2"}'],
  ['an activity without a type', '{"actor":"https://a.example/u","object":"https://a.example/2"}'],
  ['an actor that is no IRI', '{"type":"Follow","actor":"javascript:alert(1)","object":"https://a.example/2"}'],
  ['an actor that is a number', '{"type":"Follow","actor":7,"object":"https://a.example/2"}'],
  ['an id that is no IRI', '{"type":"Follow","actor":"https://a.example/u","id":7,"object":"https://a.example/2"}'],
  [
    'an id with control characters',
    '{"type":"Follow","actor":"https://a.example/u","id":"https://a.example/\\u0000","object":"https://a.example/2"}',
  ],
  [
    'an id longer than an index takes',
    `{"type":"Follow","actor":"https://a.example/u","id":"https://a.example/${'ü'.repeat(1_500)}","object":"https://a.example/2"}`,
  ],
  ['prototypes', '{"__proto__":{"actor":"https://a.example/u"},"constructor":1,"type":["Follow",{}],"actor":{}}'],
])('%s is 400', async (_, body) => {
  expect((await statusAndError(remote.send(body, { by: bob.rsa })))[0]).toBe(400);
});

test('invalid UTF-8 is 400', async () => {
  const request = new Request(`${config.baseUrl}/inbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/activity+json' },
    body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  });
  expect((await receive(request, null)).status).toBe(400);
});

test('the inbox of a missing account is 404', async () => {
  expect((await statusAndError(remote.send(follow(), { to: 999_999 })))[0]).toBe(404);
  expect((await remote.send(follow(), { to: ann.id })).status).toBe(202);
});

test('a blocked server and its subdomains are ignored', async () => {
  await blockDomain('blocked.example');
  emptyCaches();
  for (const host of ['blocked.example', 'sub.blocked.example', 'blocked.example:8443']) {
    const blocked = remoteServerAt(host);
    const response = blocked.send(blocked.activity('Follow', blocked.actor('eve'), ann.iri));
    expect(await statusAndError(response)).toEqual([202, 'ignored: the server is blocked']);
    expect(blocked.requestedUrls).toEqual([]);
    expect(await storedActivities(host)).toEqual([]);
  }
  const other = remoteServerAt('notblocked.example');
  expect((await other.send(other.activity('Follow', other.actor('eve'), ann.iri))).status).toBe(202);
  expect(await storedActivities(other.host)).toHaveLength(1);
});

test('an activity of a local actor is refused', async () => {
  const activity = { ...follow(), id: `${config.baseUrl}/1`, actor: ann.iri };
  expect(await statusAndError(remote.send(activity, { by: bob.rsa }))).toEqual([
    202,
    'ignored: an activity of this server',
  ]);
  expect(await storedActivities(new URL(config.baseUrl).host)).toEqual([]);
  const ours = { ...bob.rsa, iri: `${ann.iri}#main-key` };
  expect((await statusAndError(remote.send(follow(), { by: ours })))[0]).toBe(403);
});

const corpus = sharedPath('corpus');

test.skipIf(corpus === null)('no real document of other servers makes the inbox fail', async () => {
  const files = globSync('*/*.json', { cwd: corpus! });
  const statuses = new Set<number>();
  for (const file of files) {
    const body = readFileSync(join(corpus!, file), 'utf8');
    statuses.add((await remote.send(body, { by: bob.rsa })).status);
  }
  expect(files.length).toBeGreaterThan(500);
  expect([...statuses].filter((status) => ![202, 400, 401, 403].includes(status))).toEqual([]);
});
