/** Actors, items and collections are served to those who may see them. */
import { expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { ensureInstanceActor, register } from '../../src/domain/accounts/register.ts';
import { boost } from '../../src/domain/interactions/on-item.ts';
import { createRecipe, deleteRecipe, updateRecipe } from '../../src/domain/recipes/write.ts';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { markDeleted, suspend } from '../support/accounts.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { pizzaDough } from '../support/recipes.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { remoteFollow } from '../support/remote-source.ts';
import { activityJson, ann, get, recipe, status, useServing, wholeOf } from './served-fixture.ts';

useServing();

test('an actor is served under its own IRI, with its keys', async () => {
  const response = await get(ann.iri!);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch('application/activity+json');
  expect(await response.json()).toMatchObject({
    id: ann.iri,
    type: 'Person',
    preferredUsername: 'ann',
    inbox: `${ann.iri}/inbox`,
    publicKey: { id: `${ann.iri}#main-key`, owner: ann.iri },
  });
});

test('the instance actor is served as well', async () => {
  const instance = await ensureInstanceActor();
  expect(await (await get(instance.iri!)).json()).toMatchObject({ type: 'Application' });
});

test('a recipe is served with an ETag, and with 304 if it is unchanged', async () => {
  const { iri } = await recipe();
  const first = await get(iri);
  expect(first.headers.get('cache-control')).toMatch('public');
  expect(first.headers.get('vary')).toBe('Accept');
  expect(await first.json()).toMatchObject({
    id: iri,
    'schema:name': 'Pizza dough',
    '@context': expect.anything(),
  });

  const etag = first.headers.get('etag')!;
  expect(etag).toMatch(/^"[\w-]+"$/);
  const second = await get(iri, { 'if-none-match': `"other", W/${etag}` });
  expect(second.status).toBe(304);
  expect(await second.text()).toBe('');
  expect((await get(iri, { 'if-none-match': '"other"' })).status).toBe(200);
});

test('a changed recipe is served as it is now', async () => {
  const { id, iri } = await recipe();
  const before = await get(iri);
  await updateRecipe(ann.id, id, { name: 'Focaccia dough' });
  const after = await get(iri, { 'if-none-match': before.headers.get('etag')! });
  expect(after.status).toBe(200);
  expect(await after.json()).toMatchObject({ 'schema:name': 'Focaccia dough' });
});

test('a deleted recipe leaves a tombstone', async () => {
  const { id, iri } = await recipe();
  await get(iri);
  await deleteRecipe(ann.id, id);
  const response = await get(iri);
  expect(response.status).toBe(410);
  expect(await response.json()).toMatchObject({ id: iri, type: 'Tombstone', deleted: expect.any(String) });
});

test('missing and hidden items have the same response, byte for byte', async () => {
  const secret = await recipe({ visibility: 'private' });
  const { iri: known } = await recipe();
  const missing = await wholeOf(await get(`${known}99`));
  expect(missing.status).toBe(404);
  expect(await wholeOf(await get(secret.iri))).toEqual(missing);
  expect(await wholeOf(await get(secret.iri, {}, remoteServerAt('stranger.example').actor('stranger')))).toEqual(
    missing,
  );
  expect(await wholeOf(await get(await status(ann, { visibility: 'direct' })))).toEqual(missing);
  expect(await wholeOf(await get(`${ann.iri}99`))).toEqual(missing);
});

test('a followers-only recipe is served only to a signed GET from a follower’s server, and is not cacheable', async () => {
  const { iri } = await recipe({ visibility: 'private' });
  const instance = remoteServerAt('friend.example').actor('instance', { type: 'Application' });
  const stranger = remoteServerAt('elsewhere.example').actor('instance', { type: 'Application' });
  const friend = await upsertAccount('friend', 'friend.example');
  await remoteFollow(friend.id, ann.id, 'https://friend.example/follows/1');

  const response = await get(iri, {}, instance);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ id: iri });
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('vary')).toBe('Accept, Signature');
  expect((await get(iri)).status).toBe(404);
  expect((await get(iri, {}, stranger)).status).toBe(404);
});

test('a public recipe does not name linked items that are not public', async () => {
  const secret = await recipe({ visibility: 'private', name: 'Secret sauce' });
  const step = { name: '', content: 'Add the sauce.', duration: null, ingredientPositions: [] };
  const { iri } = await recipe({
    steps: [{ ...step, links: [{ target: { id: secret.id, type: 'recipe' }, serving: null }] }],
  });
  expect(await (await get(iri)).text()).not.toMatch(/Secret sauce|secret-sauce/);
});

test.each([
  ['application/ld+json; profile="https://www.w3.org/ns/activitystreams"', 200],
  ['*/*', 200],
  ['application/json', 200],
  ['application/activity+json, text/html;q=0.9', 200],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 302],
  ['text/html', 302],
])('a GET that accepts %s is answered %i', async (accept, code) => {
  const { iri } = await recipe();
  const response = await get(iri, { accept });
  expect(response.status).toBe(code);
  expect(response.headers.get('vary')).toMatch('Accept');
  if (code === 302) expect(response.headers.get('location')).toMatch(/^https:\/\/cook\.example\/@ann\/recipes\//);
});

test('the URL of a page returns ActivityPub if it is requested, and the page otherwise', async () => {
  const { iri } = await recipe({ name: 'Unique bread' });
  const page = 'https://cook.example/@ann/recipes/unique-bread';
  expect(await (await get(page)).json()).toMatchObject({ id: iri });
  expect(await (await get('https://cook.example/@ann')).json()).toMatchObject({ id: ann.iri });
  expect(await get(page, { accept: 'text/html,*/*;q=0.8' })).toBeNull();
  expect(await get(page, { accept: '*/*' })).toBeNull();
});

test('HEAD answers like GET, without a body', async () => {
  const { iri } = await recipe();
  const { pathname } = new URL(iri);
  const request = new Request(`http://localhost${pathname}`, { method: 'HEAD', headers: activityJson });
  const response = (await handleFederationRequest(request))!;
  expect(response.status).toBe(200);
  expect(response.headers.get('etag')).toBe((await get(iri)).headers.get('etag'));
  expect(await response.text()).toBe('');
});

test('an inbox refuses GET, and an object refuses POST', async () => {
  for (const inbox of ['https://cook.example/inbox', `${ann.iri}/inbox`]) {
    const response = await get(inbox);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  }
  const post = new Request('http://localhost/users/1', { method: 'POST' });
  expect((await handleFederationRequest(post))!.status).toBe(405);
});

test('followers are counted and listed by pages', async () => {
  const bob = await register({ username: 'bob' });
  const fans: Account[] = [];
  for (let n = 0; n < 81; n += 1) fans.push(await upsertAccount(`fan${n}`, 'fans.example'));
  for (const fan of fans) await remoteFollow(fan.id, bob.id, `${fan.iri}/follow`);

  const whole = (await (await get(`${bob.iri}/followers`)).json()) as { totalItems: number; first: string };
  expect(whole).toMatchObject({ type: 'OrderedCollection', totalItems: 81 });
  const first = (await (await get(whole.first)).json()) as { orderedItems: string[]; next: string };
  expect(first.orderedItems).toHaveLength(80);
  const second = (await (await get(first.next)).json()) as { orderedItems: string[]; next?: string };
  expect(second.next).toBeUndefined();
  expect(new Set([...first.orderedItems, ...second.orderedItems])).toEqual(new Set(fans.map(({ iri }) => iri)));
});

test('an outbox lists public items and boosts, newest first', async () => {
  const cid = await register({ username: 'cid' });
  const { id, iri } = await recipe({ name: 'Boosted bread' });
  const hello = await status(cid);
  await status(cid, { visibility: 'private' });
  await status(cid, { visibility: 'direct' });
  await boost(cid.id, id);

  const whole = (await (await get(`${cid.iri}/outbox`)).json()) as { totalItems: number; first: string };
  expect(whole.totalItems).toBe(2);
  const page = (await (await get(whole.first)).json()) as { orderedItems: object[] };
  expect(page.orderedItems).toMatchObject([
    { type: 'Announce', actor: cid.iri, object: iri },
    { type: 'Create', actor: cid.iri, object: { id: hello, type: 'Note' } },
  ]);
});

test('an outbox omits items that were deleted or became private', async () => {
  const dan = await register({ username: 'dan' });
  const made = await createRecipe(dan.id, pizzaDough);
  const kept = await createRecipe(dan.id, pizzaDough);
  const outbox = async () => (await (await get(`${dan.iri}/outbox`)).json()) as { totalItems: number };
  expect((await outbox()).totalItems).toBe(2);
  await deleteRecipe(dan.id, made);
  await updateRecipe(dan.id, kept, { visibility: 'private' });
  expect((await outbox()).totalItems).toBe(0);
  expect(await (await get(`${dan.iri}/outbox?page=true`)).json()).toMatchObject({ orderedItems: [] });
});

test('public replies are listed, and likes are counted', async () => {
  const { id, iri } = await recipe();
  const answer = await status(ann, { inReplyToId: id });
  await status(ann, { inReplyToId: id, visibility: 'direct' });
  expect(await (await get(`${iri}/replies`)).json()).toMatchObject({ first: { items: [answer] } });
  expect(await (await get(`${iri}/likes`)).json()).toMatchObject({ totalItems: 0 });
});

test('a suspended account is served as suspended only, and a deleted one answers 410', async () => {
  const [sus, del] = await Promise.all([register({ username: 'sus' }), register({ username: 'del' })]);
  const post = await status(sus);
  await get(post);
  await suspend(sus.id);
  await markDeleted(del.id);
  expect(await (await get(sus.iri!)).json()).toMatchObject({ suspended: true, name: 'sus', publicKey: {} });
  expect((await get(`${sus.iri}/outbox`)).status).toBe(404);
  expect((await get(post)).status).toBe(404);
  expect((await get(del.iri!)).status).toBe(410);
});

test.each([
  '/users/0',
  '/users/01',
  '/users/1e3',
  '/users/99999999999999999999',
  '/users/1/followers?page=true&before=x',
])('%s cannot exist', async (path) => {
  const response = await get(`https://cook.example${path}`);
  expect(response?.status ?? 404).toBe(404);
});
