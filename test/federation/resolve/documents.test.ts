/** Which documents of other servers are trusted, and how many are fetched. */
import { expect, test } from 'vitest';
import { pool } from '../../../src/db/client.ts';
import { deeper, fetchJson, newBudget } from '../../../src/federation/resolve/fetch.ts';
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
  await pool().query('INSERT INTO domain_block (host) VALUES ($1)', [remote.host]);
  emptyCaches();
  expect(await reasonOf(fetchJson(bob.iri, newBudget()))).toBe('refused');
  expect(remote.requestedUrls).toEqual([]);
});
