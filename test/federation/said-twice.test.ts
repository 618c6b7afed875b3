/** What an account elsewhere says twice stands until both are undone, in whatever order all that comes. */
import { beforeAll, expect, test } from 'vitest';
import { type Account, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { updateProfile } from '../../src/domain/accounts/profile.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { receive } from '../../src/federation/receive/receive.ts';
import { as } from '../support/as.ts';
import { useDatabase } from '../support/database-connection.ts';
import { query } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import {
  deliverTo,
  type Json,
  type PeerActor,
  type RemoteServer,
  remoteServerAt,
} from '../support/remote-server.ts';

useDatabase();
let ann: Account;
let remote: RemoteServer;
let bob: PeerActor;
let bobId: number;

beforeAll(async () => {
  deliverTo((request) => receive(request, null));
  remote = remoteServerAt();
  bob = remote.actor('bob');
  ann = await register({ username: 'ann' });
  const hello = buildActivity('Follow', ann.iri);
  for (const activity of [hello, buildActivity('Undo', hello)]) await tell(activity);
  bobId = (await findAccountByIri(bob.iri))!.id;
});

const buildActivity = (type: string, object: unknown, actor = bob) => remote.activity(type, actor, object);

async function tell(activity: Json): Promise<void> {
  expect((await remote.send(activity)).status).toBe(202);
  await drain();
}

/** By what they say, first and second, with a `u` for the Undo of the first. */
const orders = ['12u', '21u', '2u1', 'u12', 'u21', '1u2'];

async function inOrder(order: string, type: string, object: unknown) {
  const said: Record<string, Json> = { 1: buildActivity(type, object), 2: buildActivity(type, object) };
  const undone: Json = buildActivity('Undo', said[1]);
  for (const step of order) await tell(said[step] ?? undone);
  return said as Record<'1' | '2', Json>;
}

async function statusOfAnn(): Promise<{ id: number; uri: string }> {
  return (await as(ann).post('/statuses', { status: { content: 'Soup?' } })).body;
}

const likes = async (id: number) => (await as(ann).get(`/statuses/${id}`)).body.likes_count;
const relation = async () => (await as(ann).get(`/accounts/relationships?id=${bobId}`)).body[0];

test('a follow said twice stands until both are undone', async () => {
  for (const order of orders) {
    const said = await inOrder(order, 'Follow', ann.iri);
    expect(await relation(), order).toMatchObject({ followed: true });
    await tell(buildActivity('Undo', said[2].id));
    expect(await relation(), order).toMatchObject({ followed: false });
  }
});

test.each(['Like', 'EmojiReact'])('a %s said twice stands until both are undone', async (type) => {
  for (const order of orders) {
    const { id, uri } = await statusOfAnn();
    const said = await inOrder(order, type, uri);
    expect(await likes(id), order).toBe(1);
    await tell(buildActivity('Undo', said[2]));
    expect(await likes(id), order).toBe(0);
  }
});

test('a block said twice stands until both are undone', async () => {
  const blocks = () => query('SELECT 1 FROM block WHERE blocker_id = $1', [bobId]);
  for (const order of orders) {
    const said = await inOrder(order, 'Block', ann.iri);
    expect(await blocks(), order).toHaveLength(1);
    await tell(buildActivity('Undo', said[2].id));
    expect(await blocks(), order).toHaveLength(0);
  }
});

test('both follows of a locked member are answered, whatever the answer', async () => {
  await updateProfile(ann.id, { locked: true });
  for (const [decision, answer] of [
    ['reject', 'Reject'],
    ['authorize', 'Accept'],
  ]) {
    const asked = [buildActivity('Follow', ann.iri), buildActivity('Follow', ann.iri)];
    for (const activity of asked) await tell(activity);
    remote.inbox.length = 0;
    expect((await as(ann).post(`/follow_requests/${bobId}/${decision}`)).status).toBe(204);
    await drain();
    const answered = remote.inbox.map(({ type, object }) => [type, (object as Json).id]);
    expect(answered.toSorted()).toEqual(asked.map(({ id }) => [answer, id]).toSorted());
  }
});

test('who names a new IRI for what it undoes is understood', async () => {
  const { id, uri } = await statusOfAnn();
  for (const type of ['Like', 'Like', 'EmojiReact']) await tell(buildActivity(type, uri));
  await tell(buildActivity('Undo', buildActivity('Like', uri)));
  expect(await likes(id)).toBe(1);
  await tell(buildActivity('Undo', buildActivity('EmojiReact', uri)));
  expect(await likes(id)).toBe(0);
});

test('what was ended by mistake stays ended once it was undone itself', async () => {
  const { id, uri } = await statusOfAnn();
  const [first, second] = [buildActivity('Like', uri), buildActivity('Like', uri)];
  for (const activity of [second, buildActivity('Undo', first), buildActivity('Undo', second), first])
    await tell(activity);
  expect(await likes(id)).toBe(0);
});

async function home(): Promise<string[]> {
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
    await tell(buildActivity('Accept', { type: 'Follow', actor: ann.iri, object: actor.iri }, actor));
  }
}

test('of two boosts of one thing one is undone: home shows it still', async () => {
  const { uri } = await statusOfAnn();
  await followed(bob);
  const [first, second] = [buildActivity('Announce', uri), buildActivity('Announce', uri)];
  for (const activity of [first, second, buildActivity('Undo', first)]) await tell(activity);
  expect(await home()).toEqual(['boost by bob']);
  await tell(buildActivity('Undo', second));
  expect(await home()).toEqual([]);
});

test('a thing is shown by somebody else’s boost when the one that showed it is undone, or its author no longer followed', async () => {
  const [{ uri }, { uri: other }] = [await statusOfAnn(), await statusOfAnn()];
  const cid = remote.actor('cid');
  await tell(buildActivity('Follow', ann.iri, cid));
  await followed(bob, cid);
  const first = buildActivity('Announce', uri);
  for (const activity of [first, buildActivity('Announce', uri, cid), buildActivity('Announce', other)])
    await tell(activity);
  await tell(buildActivity('Announce', other, cid));
  expect(await home()).toEqual(['boost by bob', 'boost by bob']);

  await tell(buildActivity('Undo', first));
  expect((await home()).toSorted()).toEqual(['boost by bob', 'boost by cid']);
  await as(ann).delete(`/accounts/${bobId}/follow`);
  expect(await home()).toEqual(['boost by cid', 'boost by cid']);
});
