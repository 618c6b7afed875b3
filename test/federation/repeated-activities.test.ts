/** An interaction with two activities ends when both are undone, whatever the order of arrival. */
import { expect, test } from 'vitest';
import { findAccountByIri } from '../../src/domain/accounts/account.ts';
import { updateProfile } from '../../src/domain/accounts/profile.ts';
import { as } from '../support/as.ts';
import { query } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import type { Json, PeerActor } from '../support/remote-server.ts';
import { ann, bob, bobId, remote, useRepeatingPeer } from '../support/repeating-peer.ts';

useRepeatingPeer();

const buildActivity = (type: string, object: unknown, actor = bob) => remote.activity(type, actor, object);

async function deliver(activity: Json): Promise<void> {
  expect((await remote.send(activity)).status).toBe(202);
  await drain();
}

/** The order of arrival of two activities; `u` is the Undo of the first. */
const orders = ['12u', '21u', '2u1', 'u12', 'u21', '1u2'];

async function inOrder(order: string, type: string, object: unknown) {
  const sent: Record<string, Json> = { 1: buildActivity(type, object), 2: buildActivity(type, object) };
  const undone: Json = buildActivity('Undo', sent[1]);
  for (const step of order) await deliver(sent[step] ?? undone);
  return sent as Record<'1' | '2', Json>;
}

async function statusOfAnn(): Promise<{ id: number; uri: string }> {
  return (await as(ann).post('/statuses', { status: { content: 'Soup?' } })).body;
}

const likes = async (id: number) => (await as(ann).get(`/statuses/${id}`)).body.likes_count;
const relation = async () => (await as(ann).get(`/accounts/relationships?id=${bobId}`)).body[0];

test('a follow with two activities ends when both are undone', async () => {
  for (const order of orders) {
    const sent = await inOrder(order, 'Follow', ann.iri);
    expect(await relation(), order).toMatchObject({ followed: true });
    await deliver(buildActivity('Undo', sent[2].id));
    expect(await relation(), order).toMatchObject({ followed: false });
  }
});

test.each(['Like', 'EmojiReact'])('a like of two activities of type %s ends when both are undone', async (type) => {
  for (const order of orders) {
    const { id, uri } = await statusOfAnn();
    const sent = await inOrder(order, type, uri);
    expect(await likes(id), order).toBe(1);
    await deliver(buildActivity('Undo', sent[2]));
    expect(await likes(id), order).toBe(0);
  }
});

test('a block with two activities ends when both are undone', async () => {
  const blocks = () => query('SELECT 1 FROM block WHERE blocker_id = $1', [bobId]);
  for (const order of orders) {
    const sent = await inOrder(order, 'Block', ann.iri);
    expect(await blocks(), order).toHaveLength(1);
    await deliver(buildActivity('Undo', sent[2].id));
    expect(await blocks(), order).toHaveLength(0);
  }
});

test('both follows of a locked member are answered, whatever the answer', async () => {
  await updateProfile(ann.id, { locked: true });
  for (const [decision, response] of [
    ['reject', 'Reject'],
    ['authorize', 'Accept'],
  ]) {
    const asked = [buildActivity('Follow', ann.iri), buildActivity('Follow', ann.iri)];
    for (const activity of asked) await deliver(activity);
    remote.inbox.length = 0;
    expect((await as(ann).post(`/follow_requests/${bobId}/${decision}`)).status).toBe(204);
    await drain();
    const answered = remote.inbox.map(({ type, object }) => [type, (object as Json).id]);
    expect(answered.toSorted()).toEqual(asked.map(({ id }) => [response, id]).toSorted());
  }
});

test('an Undo that names an unknown IRI ends the interaction that it describes', async () => {
  const { id, uri } = await statusOfAnn();
  for (const type of ['Like', 'Like', 'EmojiReact']) await deliver(buildActivity(type, uri));
  await deliver(buildActivity('Undo', buildActivity('Like', uri)));
  expect(await likes(id)).toBe(1);
  await deliver(buildActivity('Undo', buildActivity('EmojiReact', uri)));
  expect(await likes(id)).toBe(0);
});

test('an Undo that names an unknown IRI does not end what was sent after it', async () => {
  const { id, uri } = await statusOfAnn();
  const earlier = { at: new Date(Date.now() - 5_000) };
  for (const [type, object] of [
    ['Like', uri],
    ['Follow', ann.iri],
  ] as const) {
    await deliver(buildActivity(type, object));
    expect((await remote.send(buildActivity('Undo', buildActivity(type, object)), earlier)).status).toBe(202);
    await drain();
  }
  expect(await likes(id)).toBe(1);
  expect(await relation()).toMatchObject({ followed: true });

  await deliver(buildActivity('Undo', buildActivity('Follow', ann.iri)));
  expect(await relation()).toMatchObject({ followed: false });
});

test('an interaction that was ended in place of another stays ended once it is undone itself', async () => {
  const { id, uri } = await statusOfAnn();
  const [first, second] = [buildActivity('Like', uri), buildActivity('Like', uri)];
  for (const activity of [second, buildActivity('Undo', first), buildActivity('Undo', second), first])
    await deliver(activity);
  expect(await likes(id)).toBe(0);
});

async function homeIris(): Promise<string[]> {
  const { body } = await as(ann).get('/timeline');
  return body.map((event: { action: string; account: { username: string } }) => {
    return `${event.action} by ${event.account.username}`;
  });
}

async function followed(...actors: PeerActor[]): Promise<void> {
  for (const actor of actors) {
    const { id } = (await findAccountByIri(actor.iri))!;
    await as(ann).post(`/accounts/${id}/follow`);
    await drain();
    await deliver(buildActivity('Accept', { type: 'Follow', actor: ann.iri, object: actor.iri }, actor));
  }
}

test('an item with two boosts stays in the home timeline when one of them is undone', async () => {
  const { uri } = await statusOfAnn();
  await followed(bob);
  const [first, second] = [buildActivity('Announce', uri), buildActivity('Announce', uri)];
  for (const activity of [first, second, buildActivity('Undo', first)]) await deliver(activity);
  expect(await homeIris()).toEqual(['boost by bob']);
  await deliver(buildActivity('Undo', second));
  expect(await homeIris()).toEqual([]);
});

test('an item appears by another account’s boost when the first boost is undone or its author is unfollowed', async () => {
  const [{ uri }, { uri: other }] = [await statusOfAnn(), await statusOfAnn()];
  const cid = remote.actor('cid');
  await deliver(buildActivity('Follow', ann.iri, cid));
  await followed(bob, cid);
  const first = buildActivity('Announce', uri);
  for (const activity of [first, buildActivity('Announce', uri, cid), buildActivity('Announce', other)])
    await deliver(activity);
  await deliver(buildActivity('Announce', other, cid));
  expect(await homeIris()).toEqual(['boost by bob', 'boost by bob']);

  await deliver(buildActivity('Undo', first));
  expect((await homeIris()).toSorted()).toEqual(['boost by bob', 'boost by cid']);
  await as(ann).delete(`/accounts/${bobId}/follow`);
  expect(await homeIris()).toEqual(['boost by cid', 'boost by cid']);
});
