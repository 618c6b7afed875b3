/** Which documents of other servers are trusted, and how many are fetched. */
import { expect, test } from 'vitest';
import { blockDomain } from '../../../src/domain/moderation/domain-rules.ts';
import { deeper, fetchJson, fetchJsonOfPage, newBudget } from '../../../src/federation/resolve/fetch.ts';
import { emptyCaches } from '../../../src/lib/cache.ts';
import { config } from '../../../src/lib/config.ts';
import { anotherRemoteServer, bob, remote, useBob } from '../../support/bob.ts';
import { useDatabase } from '../../support/database-connection.ts';
import { reasonOf } from './reason-of.ts';

useDatabase();
useBob();

test('a document is trusted about its own id', async () => {
  const note = remote.note(bob);
  expect(await fetchJson(note.id, newBudget())).toMatchObject({ content: note.content });
});

test('our GETs are signed by the instance actor', async () => {
  let signature: string | null = null;
  remote.responses.set(bob.iri, (request) => {
    signature = request.headers.get('signature');
    return Response.json(bob.json, { headers: { 'content-type': 'application/activity+json' } });
  });
  await fetchJson(bob.iri, newBudget());
  expect(signature).toMatch(`keyId="${config.baseUrl}/users/`);
});

test('a document with another id of its origin is fetched from that id, once', async () => {
  const note = remote.note(bob);
  remote.serve(remote.iri('/@bob/1'), () => ({ ...note, content: 'copy' }));
  expect(await fetchJson(remote.iri('/@bob/1'), newBudget())).toMatchObject({ content: note.content });

  remote.serve(remote.iri('/a'), () => ({ ...note, id: remote.iri('/b') }));
  remote.serve(remote.iri('/b'), () => ({ ...note, id: remote.iri('/a') }));
  expect(await reasonOf(fetchJson(remote.iri('/a'), newBudget()))).toBe('refused');
});

test('a document with an id of another origin is refused', async () => {
  const other = anotherRemoteServer();
  const note = other.note(other.actor('dora'));
  remote.serve(remote.iri('/copy'), () => note);
  expect(await reasonOf(fetchJson(remote.iri('/copy'), newBudget()))).toBe('refused');
  expect(other.requestedUrls).toEqual([]);
});

test('a document behind a redirect to another origin is not trusted for the first one', async () => {
  const other = anotherRemoteServer();
  const url = remote.iri('/notes/1');
  other.serve(other.iri('/x'), () => ({ id: url, type: 'Note' }));
  remote.responses.set(url, () => new Response(null, { status: 302, headers: { location: other.iri('/x') } }));
  expect(await reasonOf(fetchJson(url, newBudget()))).toBe('refused');
});

test.each(['application/json', 'text/html', 'image/png'])('a document served as %s is refused', async (type) => {
  remote.serve(bob.iri, () => bob.json, type);
  expect(await reasonOf(fetchJson(bob.iri, newBudget()))).toBe('refused');
});

test.each([
  'application/activity+json; charset="utf-8"',
  'application/ld+json; charset=utf-8; profile="https://www.w3.org/ns/activitystreams"',
  "application/ld+json; profile='https://www.w3.org/ns/activitystreams'",
  'application/ld+json; profile = https://www.w3.org/ns/activitystreams#',
  'application/ld+json; profile="http://www.w3.org/ns/activitystreams https://w3id.org/security"',
])('a document served as %s is read', async (type) => {
  remote.serve(bob.iri, () => bob.json, type);
  expect(await fetchJson(bob.iri, newBudget())).toMatchObject({ id: bob.iri });
});

test.each([301, 302, 303, 307, 308])('a redirect with %i is followed, also to a relative address', async (status) => {
  const note = remote.note(bob);
  const location = new URL(note.id).pathname;
  remote.responses.set(remote.iri('/moved'), () => new Response(null, { status, headers: { location } }));
  expect(await fetchJson(remote.iri('/moved'), newBudget())).toMatchObject({ id: note.id });
});

test('a document that begins with a byte order mark is read', async () => {
  const body = `\uFEFF${JSON.stringify(bob.json)}`;
  remote.responses.set(bob.iri, () => new Response(body, { headers: { 'content-type': 'application/activity+json' } }));
  expect(await fetchJson(bob.iri, newBudget())).toMatchObject({ id: bob.iri });
});

test('an id with an upper-case host or the default port names the same document', async () => {
  const spelt = bob.iri.replace(remote.host, `${remote.host.toUpperCase()}:443`);
  remote.serve(bob.iri, () => ({ ...bob.json, id: spelt }));
  expect(await fetchJson(bob.iri, newBudget())).toMatchObject({ id: bob.iri });
});

test('a document whose id has http is read by https and keeps its id', async () => {
  const id = bob.iri.replace('https:', 'http:');
  remote.serve(bob.iri, () => ({ ...bob.json, id }));
  for (const asked of [id, bob.iri]) expect(await fetchJson(asked, newBudget())).toMatchObject({ id });
  remote.serve(bob.iri, () => ({ ...bob.json, id: id.replace(remote.host, 'other.example') }));
  expect(await reasonOf(fetchJson(id, newBudget()))).toBe('refused');
});

const alternate = '/notes/of-the-page';
test.each<[form: string, head: string, headers: Record<string, string>]>([
  ['a type without its profile', `<link rel="alternate" type="application/ld+json" href="${alternate}">`, {}],
  [
    'a type with a charset',
    `<link rel="alternate" type="application/activity+json; charset=utf-8" href="${alternate}">`,
    {},
  ],
  ['a base', `<base href="/notes/"><link rel="alternate" type="application/activity+json" href="of-the-page">`, {}],
  [
    'a header beside others',
    '',
    {
      link: `</a>; rel=preload; as=style, <${alternate}>; rel=alternate; title="a, b"; type="application/activity+json"`,
    },
  ],
  ['spaces in the address', `<link rel="alternate" type="application/activity+json" href=" ${alternate} ">`, {}],
])('a page leads to its document by %s', async (_, head, headers) => {
  const note = remote.object({ ...remote.note(bob), id: remote.iri(alternate) });
  const answer = (request: Request) =>
    request.headers.get('accept')?.includes('html')
      ? new Response(`<html><head>${head}`, { headers: { 'content-type': 'text/html', ...headers } })
      : new Response(null, { status: 406 });
  remote.responses.set(remote.iri('/page'), answer);
  expect(await fetchJsonOfPage(remote.iri('/page'), newBudget())).toMatchObject({ id: note.id });
});

test.each<[number, string]>([
  [410, 'gone'],
  [404, 'missing'],
  [400, 'refused'],
  [401, 'forbidden'],
  [403, 'forbidden'],
  [429, 'unreachable'],
  [500, 'unreachable'],
  [503, 'unreachable'],
])('the answer %i means %s', async (status, reason) => {
  remote.fail(bob.iri, status);
  expect(await reasonOf(fetchJson(bob.iri, newBudget()))).toBe(reason);
});

test.each([
  ['too deep', `{"a":${'['.repeat(40)}${']'.repeat(40)}}`],
  ['no JSON', '<html>'],
  ['no object', '[]'],
  ['too large', ' '.repeat(2 ** 20 + 1)],
])('a document that is %s is refused', async (_, body) => {
  const headers = { 'content-type': 'application/activity+json' };
  remote.responses.set(bob.iri, () => new Response(body, { headers }));
  expect(await reasonOf(fetchJson(bob.iri, newBudget()))).toBe('refused');
});

test('one activity may cause 20 requests, redirects among them, at most 8 deep', async () => {
  const budget = newBudget();
  const moved = remote.iri('/moved');
  remote.responses.set(moved, () => Response.redirect(bob.iri, 302));
  for (let count = 0; count < 9; count += 1) await fetchJson(moved, budget);
  await fetchJson(bob.iri, budget);
  expect(await reasonOf(fetchJson(moved, budget))).toBe('spent');
  expect(await reasonOf(fetchJson(bob.iri, budget))).toBe('spent');

  let deep = newBudget();
  for (let depth = 0; depth < 8; depth += 1) deep = deeper(deep);
  expect(await reasonOf(fetchJson(bob.iri, deep))).toBe('spent');
});

test('a blocked server gets no request', async () => {
  await blockDomain(remote.host);
  emptyCaches();
  expect(await reasonOf(fetchJson(bob.iri, newBudget()))).toBe('refused');
  expect(remote.requestedUrls).toEqual([]);
});
