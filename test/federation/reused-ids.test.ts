/** Servers that use an activity id again after its Undo are understood, and replays have no effect. */
import { beforeEach, expect, test } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { updateProfile } from '../../src/domain/accounts/profile.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { toMultikey } from '../../src/federation/objects/actor.ts';
import { as } from '../support/as.ts';
import { newEdKey, withIntegrityProof } from '../support/body-signatures.ts';
import { drain } from '../support/drain.ts';
import { type Json, remoteServerAt } from '../support/remote-server.ts';
import { ann, bob, bobId, remote, useRepeatingPeer } from '../support/repeating-peer.ts';
import { itemIdOf, stored } from '../support/stored.ts';
import { sampled } from '../support/test-length.ts';

useRepeatingPeer();
let start: number;

beforeEach(() => {
  start = Date.now();
});

/** Seconds after the start of the test. What happens here happens before the first second. */
const at = (second: number) => new Date(start + second * 1_000);

async function send(activity: Json, second: number): Promise<void> {
  expect((await remote.send(activity, { at: at(second) })).status).toBe(202);
}

async function deliverAt(activity: Json, second: number): Promise<void> {
  await send(activity, second);
  await drain();
}

const likes = async (id: number) => (await as(ann).get(`/statuses/${id}`)).body.likes_count;
const boosts = async (id: number) => (await as(ann).get(`/statuses/${id}`)).body.boosts_count;
const relation = async (member = ann) => (await as(member).get(`/accounts/relationships?id=${bobId}`)).body[0];
const isFollowing = async (member: Account) => Number((await relation(member)).followed);
const isBlocking = ({ id }: Account) => stored.blocks({ blockerId: bobId, blockedId: id });

interface Case {
  type: string;
  isDated: boolean;
}
const types = ['Like', 'EmojiReact', 'Announce', 'Follow', 'Block'];
/** The short form has each type once. */
const cases: Case[] = sampled(
  [false, true].flatMap((isDated) => types.map((type) => ({ type, isDated }))),
  2,
);

let members = 0;
/** A new object to do it to, and whether it is done. */
async function subjectOf(type: string): Promise<{ object: string; count: () => Promise<number> }> {
  if (type === 'Follow' || type === 'Block') {
    members += 1;
    const member = await register({ username: `cook${members}` });
    return { object: member.iri!, count: () => (type === 'Follow' ? isFollowing(member) : isBlocking(member)) };
  }
  const { id, uri } = (await as(ann).post('/statuses', { status: { content: 'Soup?' } })).body;
  return { object: uri, count: () => (type === 'Announce' ? boosts(id) : likes(id)) };
}

let serial = 0;
/** Activities of Bob's that all have one id, and their Undos. */
function repeated({ type, isDated }: Case, object: string) {
  serial += 1;
  const id = remote.iri(`/${type}/${serial}`);
  const date = (second: number) => (isDated ? { published: at(second).toISOString() } : {});
  const begin = (second: number) => remote.activity(type, bob, object, { id, ...date(second) });
  const undo = (second: number) => remote.activity('Undo', bob, begin(second), date(second));
  return { begin, undo };
}

/** Every order in which these can arrive. */
const permutations = (letters: string): string[] =>
  letters.length < 2
    ? [letters]
    : [...letters].flatMap((letter) => permutations(letters.replace(letter, '')).map((rest) => letter + rest));

test.each(cases)('a $type (dated: $isDated) begins again under its id after each Undo', async (one) => {
  const { object, count } = await subjectOf(one.type);
  const { begin, undo } = repeated(one, object);
  for (const round of [0, 1, 2]) {
    await deliverAt(begin(20 * round + 10), 20 * round + 10);
    expect(await count()).toBe(1);
    await deliverAt(undo(20 * round + 20), 20 * round + 20);
    expect(await count()).toBe(0);
  }
});

test.each(cases)('a $type (dated: $isDated) and its Undos may arrive in any order', async (one) => {
  for (const [letters, end] of [
    ['1u2', 1],
    ['1u2v', 0],
  ] as const) {
    for (const order of sampled(permutations(letters), 5)) {
      const { object, count } = await subjectOf(one.type);
      const { begin, undo } = repeated(one, object);
      const sent: Record<string, [Json, number]> = {
        1: [begin(10), 10],
        u: [undo(20), 20],
        2: [begin(30), 30],
        v: [undo(40), 40],
      };
      for (const letter of order) await deliverAt(...sent[letter]!);
      expect(await count(), order).toBe(end);
      if (end === 1) await deliverAt(undo(50), 50);
      expect(await count(), order).toBe(0);
    }
  }
});

test.each(cases)('a $type (dated: $isDated) received before the first is handled is not lost', async (one) => {
  const { object, count } = await subjectOf(one.type);
  const { begin, undo } = repeated(one, object);
  await Promise.all([send(begin(10), 10), send(undo(20), 20), send(begin(30), 30)]);
  await drain();
  expect(await count()).toBe(1);
  await deliverAt(undo(40), 40);
  expect(await count()).toBe(0);
});

test.each(cases)('a replayed $type (dated: $isDated) does not begin again', async (one) => {
  const { object, count } = await subjectOf(one.type);
  const { begin, undo } = repeated(one, object);
  const first = begin(10);
  await deliverAt(first, 10);
  await deliverAt(undo(20), 20);
  await deliverAt(first, 10);
  expect(await count()).toBe(0);
  // The same activity in another request of that time.
  await deliverAt({ ...first, summary: 'x' }, 10);
  expect(await count()).toBe(0);
  // With `published`, a new signature makes it no newer.
  if (one.isDated) {
    await deliverAt(first, 30);
    await deliverAt({ ...first, summary: 'y' }, 30);
  }
  expect(await count()).toBe(0);

  await deliverAt(begin(40), 40);
  expect(await count()).toBe(1);
  await deliverAt(undo(20), 20);
  expect(await count()).toBe(1);
  await deliverAt(undo(50), 50);
});

test('a late delivery of what was undone before it arrived stays undone', async () => {
  const { object, count } = await subjectOf('Like');
  const { begin, undo } = repeated({ type: 'Like', isDated: false }, object);
  await deliverAt(undo(20), 20);
  await deliverAt(begin(10), 30);
  expect(await count()).toBe(0);
  await deliverAt(begin(40), 40);
  expect(await count()).toBe(0);
  await deliverAt(begin(10), 10);
  expect(await count()).toBe(1);
});

test('a like that is delivered again during a block can still be undone', async () => {
  const { object, count } = await subjectOf('Like');
  const { begin, undo } = repeated({ type: 'Like', isDated: false }, object);
  const block = remote.activity('Block', bob, ann.iri);
  await deliverAt(begin(10), 10);
  await deliverAt(block, 12);
  await deliverAt(begin(10), 14);
  await deliverAt(remote.activity('Undo', bob, block), 16);
  expect(await count()).toBe(1);
  await deliverAt(undo(20), 20);
  expect(await count()).toBe(0);
});

test('an Undo that uses its id again undoes again', async () => {
  const { object, count } = await subjectOf('Like');
  const { begin, undo } = repeated({ type: 'Like', isDated: false }, object);
  const undone = undo(20);
  for (const round of [0, 1, 2]) {
    await deliverAt(begin(10), 20 * round + 10);
    expect(await count()).toBe(1);
    await deliverAt(undone, 20 * round + 20);
    expect(await count()).toBe(0);
  }
});

test('a like that was ended in the place of an unknown one begins again under its id', async () => {
  const { object, count } = await subjectOf('Like');
  const { begin } = repeated({ type: 'Like', isDated: false }, object);
  await deliverAt(begin(10), 10);
  await deliverAt(remote.activity('Undo', bob, remote.activity('Like', bob, object)), 20);
  expect(await count()).toBe(0);
  await deliverAt({ ...begin(10), summary: 'x' }, 10);
  expect(await count()).toBe(0);
  await deliverAt(begin(30), 30);
  expect(await count()).toBe(1);
});

test('a follow that the member rejected can be requested again under its id, even by a fast clock', async () => {
  await updateProfile(ann.id, { locked: true });
  const { begin } = repeated({ type: 'Follow', isDated: false }, ann.iri!);
  const requests = () => stored.followRequests({ requesterId: bobId });
  await deliverAt(begin(60), 60);
  await as(ann).post(`/follow_requests/${bobId}/reject`);
  await deliverAt({ ...begin(60), summary: 'x' }, 60);
  expect(await requests()).toBe(0);
  await deliverAt(begin(90), 90);
  expect(await requests()).toBe(1);
  await as(ann).post(`/follow_requests/${bobId}/reject`);
  await updateProfile(ann.id, { locked: false });
});

test('a follow is accepted again by an Accept that has always the same id', async () => {
  const accept = remote.activity('Accept', bob, { type: 'Follow', actor: ann.iri, object: bob.iri });
  const undo = remote.activity('Undo', bob, accept);
  for (const second of [10, 20]) {
    await as(ann).post(`/accounts/${bobId}/follow`);
    expect(await relation()).toMatchObject({ following_requested: true, following: false });
    await deliverAt(accept, second);
    expect(await relation()).toMatchObject({ following_requested: false, following: true });
    await as(ann).delete(`/accounts/${bobId}/follow`);
  }
  await as(ann).post(`/accounts/${bobId}/follow`);
  for (const second of [30, 50]) {
    await deliverAt(accept, second);
    expect(await relation()).toMatchObject({ following: true });
    await deliverAt(undo, second + 10);
    expect(await relation()).toMatchObject({ following_requested: true, following: false });
  }
  // Overtaken by its Undo.
  await deliverAt({ ...accept, summary: 'x' }, 55);
  expect(await relation()).toMatchObject({ following_requested: true, following: false });
  await as(ann).delete(`/accounts/${bobId}/follow`);
});

test('a forwarded like counts by the time in its proof', async () => {
  const key = newEdKey(`${bob.iri}#ed`);
  const multikey = { type: 'Multikey', controller: bob.iri, publicKeyMultibase: toMultikey(key.publicKey) };
  bob.json.assertionMethod = [{ id: key.iri, ...multikey }];
  await deliverAt(remote.activity('Update', bob, bob.iri), 0);
  const cid = remoteServerAt('forwarder.example').actor('cid');
  const forward = async (activity: Json) => {
    expect((await remote.send(activity, { by: cid.rsa })).status).toBe(202);
    await drain();
  };

  const { object, count } = await subjectOf('Like');
  const { begin, undo } = repeated({ type: 'Like', isDated: false }, object);
  const prove = (second: number) => withIntegrityProof(begin(10), key, { created: at(second).toISOString() });
  await forward(prove(10));
  expect(await count()).toBe(1);
  await deliverAt(undo(20), 20);
  await forward(prove(10));
  expect(await count()).toBe(0);
  await forward(prove(30));
  expect(await count()).toBe(1);
});

const countStored = ({ id }: Json) => stored.inbound({ activityIri: id as string });

test('a retry is stored once, unless it could be a new activity', async () => {
  const { object } = await subjectOf('Like');
  const like = (isDated: boolean) => repeated({ type: 'Like', isDated }, object).begin(1);
  for (const [activity, rows] of [
    [remote.activity('Create', bob, remote.note(bob)), 1],
    [like(true), 1],
    [like(false), 2],
  ] as const) {
    for (const second of [10, 10, 20]) await send(activity, second);
    expect(await countStored(activity), String(activity.type)).toBe(rows);
  }
  await drain();
});

test('an Update that has always the same id changes the item each time', async () => {
  const note = remote.note(bob, { tag: [{ type: 'Mention', href: ann.iri, name: '@ann' }] });
  await deliverAt(remote.activity('Create', bob, note), 0);
  const id = await itemIdOf(note.id);
  for (const second of [10, 20]) {
    const changed = { ...note, content: `<p>After ${second}</p>`, updated: at(second).toISOString() };
    await deliverAt(remote.activity('Update', bob, changed, { id: remote.iri('/update') }), second);
    expect((await as(ann).get(`/statuses/${id}`)).body.content).toBe(`After ${second}`);
  }
});
