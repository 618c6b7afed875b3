/** An interaction that was sent several times ends with an Undo that was sent last, whatever arrives first. */
import { beforeEach, expect, test } from 'vitest';
import { type Account, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { updateProfile } from '../../src/domain/accounts/profile.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { as } from '../support/as.ts';
import { drain } from '../support/drain.ts';
import type { Json, PeerActor } from '../support/remote-server.ts';
import { ann, bob, bobId, remote, useRepeatingPeer } from '../support/repeating-peer.ts';
import { stored } from '../support/stored.ts';
import { sampled } from '../support/test-length.ts';

useRepeatingPeer();

/** A member to whom Bob did nothing before. */
let member: Account;
let members = 0;
let start: number;
beforeEach(async () => {
  start = Date.now();
  members += 1;
  member = await register({ username: `cook${members}` });
});

const buildActivity = (type: string, object: unknown, actor = bob) => remote.activity(type, actor, object);

/** Sends it in a second after the start of the test. */
async function deliver(activity: Json, second = 0): Promise<void> {
  expect((await remote.send(activity, { at: new Date(start + second * 1_000) })).status).toBe(202);
  await drain();
}

async function statusOfAnn(): Promise<{ id: number; uri: string }> {
  return (await as(ann).post('/statuses', { status: { content: 'Soup?' } })).body;
}

const likes = async (id: number) => (await as(ann).get(`/statuses/${id}`)).body.likes_count;
const boosts = async (id: number) => (await as(ann).get(`/statuses/${id}`)).body.boosts_count;
const relation = async (reader = ann) => (await as(reader).get(`/accounts/relationships?id=${bobId}`)).body[0];

/** A new object to do it to, and whether it is done. */
async function subjectOf(type: string): Promise<{ object: string; count: () => Promise<number> }> {
  if (type === 'Follow') return { object: member.iri!, count: async () => Number((await relation(member)).followed) };
  if (type === 'Block') {
    const blocks = () => stored.blocks({ blockerId: bobId, blockedId: member.id });
    return { object: member.iri!, count: blocks };
  }
  const { id, uri } = await statusOfAnn();
  return { object: uri, count: () => (type === 'Announce' ? boosts(id) : likes(id)) };
}

/** The orders in which two activities and an Undo of the first can arrive. */
const orders = ['12u', '21u', '1u2', '2u1', 'u12', 'u21'];
/** The short form has each type and each order once. */
const cases = sampled(
  ['Follow', 'Like', 'EmojiReact', 'Announce', 'Block'].flatMap((type) => orders.map((order) => ({ type, order }))),
  5,
);
/** The Undo embeds what it means, or gives its id alone. */
const namings = [(activity: Json): unknown => activity, ({ id }: Json): unknown => id];

test.each(cases)('an Undo of one $type that was sent after both ends both, in the order $order', async (one) => {
  for (const [round, naming] of namings.entries()) {
    const { object, count } = await subjectOf(one.type);
    const second = 100 * round;
    const sent = { 1: buildActivity(one.type, object), 2: buildActivity(one.type, object) };
    const all: Record<string, [Json, number]> = {
      1: [sent[1], second + 10],
      2: [sent[2], second + 20],
      u: [buildActivity('Undo', naming(sent[1])), second + 30],
    };
    for (const step of one.order) await deliver(...all[step]!);
    expect(await count()).toBe(0);
    // Neither can be begun again by a late delivery, and a new one begins.
    await deliver({ ...sent[2], summary: 'x' }, second + 20);
    expect(await count()).toBe(0);
    await deliver(buildActivity(one.type, object), second + 40);
    expect(await count()).toBe(1);
    await deliver(buildActivity('Undo', buildActivity(one.type, object)), second + 50);
  }
});

test.each(cases)(
  'an Undo of one $type that was sent before the other ends the first, in the order $order',
  async (one) => {
    for (const [round, naming] of namings.entries()) {
      const { object, count } = await subjectOf(one.type);
      const second = 100 * round;
      const sent = { 1: buildActivity(one.type, object), 2: buildActivity(one.type, object) };
      const all: Record<string, [Json, number]> = {
        1: [sent[1], second + 10],
        2: [sent[2], second + 30],
        u: [buildActivity('Undo', naming(sent[1])), second + 20],
      };
      for (const step of one.order) await deliver(...all[step]!);
      expect(await count()).toBe(1);
      await deliver(buildActivity('Undo', naming(sent[2])), second + 40);
      expect(await count()).toBe(0);
    }
  },
);

test('a follow that was sent three times and undone once gets no private post any more', async () => {
  const follows = [0, 10, 20].map(() => buildActivity('Follow', member.iri));
  for (const [n, activity] of follows.entries()) await deliver(activity, 10 * n);
  const publish = async () => {
    remote.inbox.length = 0;
    await as(member).post('/statuses', { status: { content: 'For followers', visibility: 'private' } });
    await drain();
    return remote.inbox.map(({ type }) => type);
  };
  expect(await publish()).toEqual(['Create']);
  await deliver(buildActivity('Undo', follows[0]), 30);
  expect(await publish()).toEqual([]);
});

const withoutId = ({ id: _, ...activity }: Json) => activity;
const whole = (activity: Json, type: string) => ({ ...activity, object: { id: activity.object, type } });

test.each(['Follow', 'Like', 'EmojiReact', 'Announce', 'Block'])(
  'an Undo of a %s without its id, or with an id of null, ends it',
  async (type) => {
    const { object, count } = await subjectOf(type);
    const shapes = [
      (activity: Json) => withoutId(activity),
      (activity: Json) => ({ ...activity, id: null }),
      (activity: Json) => whole(withoutId(activity), 'Note'),
      (activity: Json) => whole(activity, 'Person'),
    ];
    for (const [round, shape] of shapes.entries()) {
      const activity = buildActivity(type, object);
      await deliver(activity, 20 * round + 10);
      expect(await count()).toBe(1);
      await deliver(buildActivity('Undo', shape(activity)), 20 * round + 20);
      expect(await count(), JSON.stringify(shape(activity))).toBe(0);
    }
    // An Undo that arrives first is heard, too.
    const late = buildActivity(type, object);
    await deliver(buildActivity('Undo', withoutId(late)), 100);
    await deliver(late, 95);
    expect(await count()).toBe(0);
  },
);

test('an Undo without an id ends nothing of another account', async () => {
  const { object, count } = await subjectOf('Follow');
  const activity = buildActivity('Follow', object);
  await deliver(activity, 10);
  const cid = remote.actor('cid');
  await deliver(buildActivity('Undo', withoutId(activity), cid), 20);
  await deliver(buildActivity('Undo', { ...withoutId(activity), actor: cid.iri }, cid), 20);
  expect(await count()).toBe(1);
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
  for (const [type, object] of [
    ['Like', uri],
    ['Follow', member.iri],
  ] as const) {
    await deliver(buildActivity(type, object), 20);
    await deliver(buildActivity('Undo', buildActivity(type, object)), 10);
  }
  expect(await likes(id)).toBe(1);
  expect(await relation(member)).toMatchObject({ followed: true });

  await deliver(buildActivity('Undo', buildActivity('Follow', member.iri)), 30);
  expect(await relation(member)).toMatchObject({ followed: false });
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

test('an item that was boosted again stays in the home timeline when the first boost is undone late', async () => {
  const { uri } = await statusOfAnn();
  await followed(bob);
  const [first, second] = [buildActivity('Announce', uri), buildActivity('Announce', uri)];
  await deliver(first, 10);
  await deliver(second, 30);
  await deliver(buildActivity('Undo', first), 20);
  expect(await homeIris()).toEqual(['boost by bob']);
  await deliver(buildActivity('Undo', second), 40);
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
