/** Pinned items: local pins are federated, and remote pins are read from the featured collection. */
import { beforeEach, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { block } from '../../src/domain/interactions/block.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { config } from '../../src/lib/config.ts';
import { anyone, as } from '../support/as.ts';
import { anotherRemoteServer, bob, remote, uniqueName, useBob } from '../support/bob.ts';
import { drain } from '../support/drain.ts';
import { deliverFromBob, outcomeOf, storedAccount, useReceiver } from '../support/receiver.ts';
import type { Json } from '../support/remote-server.ts';

let ann: Account;
let featured: string;
let pinned: unknown[];

useReceiver();
useBob();

beforeEach(async () => {
  featured = remote.iri('/users/bob/featured');
  bob.json.featured = featured;
  pinned = [];
  remote.serve(featured, () => ({ id: featured, type: 'OrderedCollection', orderedItems: pinned }));
  ann = await register({ username: uniqueName('ann') });
});

async function followBob() {
  await deliverFromBob('Follow', ann.iri);
  await follow(ann.id, (await storedAccount(bob)).id);
  await drain();
  await deliverFromBob('Accept', { type: 'Follow', actor: ann.iri, object: bob.iri });
}

const pinsOf = async (id: number, viewer = as(ann)) => {
  const { body } = await viewer.get(`/accounts/${id}/pins`);
  return body.map(({ uri }: { uri: string }) => uri);
};

const serveFeatured = async () => {
  const request = new Request(`${config.baseUrl}/users/${ann.id}/featured`);
  return (await (await handleFederationRequest(request))!.json()) as Json;
};

test('remote pins are read from the featured collection, whichever activity arrives first', async () => {
  await followBob();
  const [one, two] = [remote.note(bob), remote.note(bob)];
  pinned = [two.id, one];
  await deliverFromBob('Add', two.id, { target: featured });
  expect(await pinsOf((await storedAccount(bob)).id)).toEqual([two.id, one.id]);

  pinned = [one.id];
  await deliverFromBob('Remove', two.id, { target: featured });
  await deliverFromBob('Add', two.id, { target: featured });
  expect(await pinsOf((await storedAccount(bob)).id)).toEqual([one.id]);
});

test('pins on a separate page are read, and those that cannot be fetched are left out', async () => {
  await followBob();
  const note = remote.note(bob);
  const page = `${featured}?page=1`;
  const gone = remote.iri('/notes/gone');
  remote.serve(featured, () => ({ id: featured, type: 'OrderedCollection', first: page }));
  remote.serve(page, () => ({ id: page, type: 'OrderedCollectionPage', orderedItems: [gone, note.id] }));
  await deliverFromBob('Add', note.id, { target: featured });
  expect(await pinsOf((await storedAccount(bob)).id)).toEqual([note.id]);
});

test('pins that are listed as Create activities are read, unless the items are by somebody else', async () => {
  await followBob();
  const [own, hers, third] = [remote.note(bob), remote.note(remote.actor('carol')), anotherRemoteServer().note(bob)];
  pinned = [own, hers, third].map((note) => remote.activity('Create', bob, note));
  remote.requestedUrls.length = 0;
  await deliverFromBob('Add', own.id, { target: featured });
  expect(await pinsOf((await storedAccount(bob)).id)).toEqual([own.id]);
  expect(remote.requestedUrls).toContain(own.id);
  expect(remote.requestedUrls).not.toContain(hers.id);
});

test('an Add of another author’s item, or to another collection, has no effect', async () => {
  await followBob();
  const carol = remote.actor('carol');
  const [hers, own] = [remote.note(carol), remote.note(bob)];
  pinned = [hers.id, 'https://third.example/notes/1', own.id];
  expect(await outcomeOf(await deliverFromBob('Add', 'https://third.example/notes/1', { target: featured }))).toBe(
    'refused',
  );
  expect(await outcomeOf(await deliverFromBob('Add', own.id, { target: `${carol.iri}/featured` }))).toBe('refused');
  expect(await outcomeOf(await deliverFromBob('Add', own.id))).toBe('refused');
  expect(await outcomeOf(await deliverFromBob('Add', hers.id, { target: featured }))).toBe('fetching');
  expect(await pinsOf((await storedAccount(bob)).id)).toEqual([own.id]);
});

test('an Add by an account that nobody follows causes no fetch', async () => {
  await deliverFromBob('Follow', ann.iri);
  remote.requestedUrls.length = 0;
  const note = remote.note(bob);
  expect(await outcomeOf(await deliverFromBob('Add', note.id, { target: featured }))).toBe('irrelevant');
  expect(remote.requestedUrls).toEqual([]);
});

const post = async (visibility = 'public') =>
  (await as(ann).post('/statuses', { content: 'Soup', visibility })).body as { id: number; uri: string };

test('a pin is sent to followers once, and listed in the featured collection', async () => {
  await deliverFromBob('Follow', ann.iri);
  const [one, two] = [await post(), await post('unlisted')];
  const order = (await as(ann).get(`/accounts/${ann.username}`)).body.id;
  await drain();
  remote.inbox.length = 0;

  for (const { id } of [two, one, one]) expect((await as(ann).post(`/statuses/${id}/pin`)).status).toBe(204);
  await drain();
  const target = `${config.baseUrl}/users/${ann.id}/featured`;
  expect(remote.inbox).toHaveLength(2);
  expect(remote.inbox).toContainEqual(expect.objectContaining({ type: 'Add', object: one.uri, target }));
  expect(await serveFeatured()).toMatchObject({ totalItems: 2, orderedItems: [one.uri, two.uri] });
  expect(await pinsOf(order, anyone)).toEqual([one.uri, two.uri]);

  remote.inbox.length = 0;
  for (const { id } of [one, one]) expect((await as(ann).delete(`/statuses/${id}/pin`)).status).toBe(204);
  await drain();
  expect(remote.inbox).toEqual([expect.objectContaining({ type: 'Remove', object: one.uri, target })]);
  expect(await serveFeatured()).toMatchObject({ totalItems: 1, orderedItems: [two.uri] });

  await as(ann).patch(`/statuses/${two.id}`, { visibility: 'private' });
  expect(await serveFeatured()).toMatchObject({ totalItems: 0, orderedItems: [] });
  expect(await pinsOf(ann.id)).toEqual([]);
});

test('pins do not change the order of the timeline', async () => {
  const [one, two] = [await post(), await post()];
  await as(ann).post(`/statuses/${one.id}/pin`);
  const { body } = await as(ann).get(`/accounts/${ann.id}/timeline`);
  expect(body.map((event: { object: { id: number } }) => event.object.id)).toEqual([two.id, one.id]);
});

test('only own public items can be pinned, at most five', async () => {
  const bo = await register({ username: uniqueName('bo') });
  const item = await post();
  expect((await as(bo).post(`/statuses/${item.id}/pin`)).status).toBe(403);
  expect((await as(bo).delete(`/statuses/${item.id}/pin`)).status).toBe(403);
  expect((await as(ann).post('/statuses/999999/pin')).status).toBe(404);
  expect((await as(ann).post(`/recipes/${item.id}/pin`)).status).toBe(404);
  expect((await as(ann).post(`/statuses/${(await post('private')).id}/pin`)).status).toBe(422);

  for (let count = 0; count < 5; count += 1) await as(ann).post(`/statuses/${(await post()).id}/pin`);
  const { status, body } = await as(ann).post(`/statuses/${item.id}/pin`);
  expect([status, body.errors.base]).toEqual([422, ['at most 5 items can be pinned']]);
});

test('pins of a recipe, and of a preparation until it is a draft again', async () => {
  const recipe = (await as(ann).post('/recipes', { name: 'Soup' })).body;
  expect((await as(ann).post(`/recipes/${recipe.id}/pin`)).status).toBe(204);
  const draft = { name: 'Stock', prepared_at: '2026-01-01T10:00:00Z' };
  const { id } = (await as(ann).post('/preparations', draft)).body;
  expect((await as(ann).post(`/preparations/${id}/pin`)).status).toBe(422);
  await as(ann).post(`/preparations/${id}/publish`);
  expect((await as(ann).post(`/preparations/${id}/pin`)).status).toBe(204);
  expect(await pinsOf(ann.id)).toHaveLength(2);
  await as(ann).delete(`/preparations/${id}/publish`);
  expect(await pinsOf(ann.id)).toEqual([recipe.uri]);
});

test('pins are not shown across a block', async () => {
  const bo = await register({ username: uniqueName('bo') });
  await as(ann).post(`/statuses/${(await post()).id}/pin`);
  await block(ann.id, bo.id);
  expect((await as(bo).get(`/accounts/${ann.id}/pins`)).status).toBe(404);
});
