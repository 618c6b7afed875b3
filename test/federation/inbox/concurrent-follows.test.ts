/** Follows and their Undos that come at the same time are done together, and end as they would alone. */
import { beforeEach, expect, test } from 'vitest';
import { prisma } from '../../../src/db/client.ts';
import { getAccount } from '../../../src/domain/accounts/account.ts';
import { updateProfile } from '../../../src/domain/accounts/profile.ts';
import { bob, remote } from '../../support/bob.ts';
import { drain } from '../../support/drain.ts';
import { storedAccount } from '../../support/receiver.ts';
import type { Json, PeerActor } from '../../support/remote-server.ts';
import { statementsOf } from '../../support/statements.ts';
import { ann, blockBob, buildActivity, useInbox } from './fixture.ts';

useInbox();
let cid: PeerActor;
let dora: PeerActor;
let people: PeerActor[];

beforeEach(() => {
  const { privateKey, publicPem } = bob.rsa;
  const otherPeople = (name: string) => remote.actor(name, {}, { privateKey, publicPem });
  [cid, dora] = [otherPeople('cid'), otherPeople('dora')];
  people = [bob, cid, dora, otherPeople('eve')];
});

const followOf = (by: PeerActor) => buildActivity('Follow', ann.iri, {}, by);
const undoOf = (follow: Json, by: PeerActor, named: unknown = follow) => buildActivity('Undo', named, {}, by);

/** Answers the statements that it takes. Those in `later` were sent a minute after the others. */
async function deliverTogether(activities: Json[], later: Json[] = []): Promise<string[]> {
  const at = new Date(Date.now() + 60_000);
  await Promise.all([
    ...activities.map((activity) => remote.send(activity)),
    ...later.map((activity) => remote.send(activity, { at })),
  ]);
  return statementsOf(drain);
}

const names = (actors: PeerActor[]) => actors.map(({ name }) => name);
const counted = async () => (await getAccount(ann.id)).followersCount;
const acceptsOf = async (type: 'follow' | 'follow_request') => {
  const notices = await prisma().notification.findMany({
    where: { accountId: ann.id, type },
    include: { actor: true },
  });
  return notices.map(({ actor }) => actor!.username).toSorted();
};
const followers = async () => {
  const follows = await prisma().follow.findMany({ where: { followeeId: ann.id }, include: { follower: true } });
  return follows.map(({ follower }) => follower.username).toSorted();
};
const accepted = () => remote.inbox.filter(({ type }) => type === 'Accept').map(({ object }) => (object as Json).id);

test('concurrent follows are counted, notified and accepted, until they are undone', async () => {
  const follows = people.map(followOf);
  const begun = await deliverTogether(follows);
  expect(await followers()).toEqual(names(people));
  expect(await counted()).toBe(4);
  expect(await acceptsOf('follow')).toEqual(names(people));
  expect(accepted().toSorted()).toEqual(follows.map(({ id }) => id).toSorted());

  const ended = await deliverTogether(follows.map((follow, place) => undoOf(follow, people[place]!)));
  expect(await followers()).toEqual([]);
  expect(await counted()).toBe(0);
  expect(await acceptsOf('follow')).toEqual([]);

  const times = (name: string) => [...begun, ...ended].filter((each) => each === name).length;
  expect([1, 2, 3]).toContain(times('insert_follows'));
  expect([1, 2, 3]).toContain(times('delete_follows'));
});

test('follows that were undone, repeated or blocked are handled individually', async () => {
  const first = people.map(followOf);
  await deliverTogether([first[0]!, first[2]!]);
  await deliverTogether([undoOf(first[0]!, bob), undoOf(first[1]!, cid)]);
  await blockBob();
  remote.inbox.length = 0;

  const again = followOf(dora);
  await deliverTogether([followOf(bob), first[1]!, first[3]!], [again]);
  expect(await followers()).toEqual(['dora', 'eve']);
  expect(await counted()).toBe(2);
  expect(accepted().toSorted()).toEqual([again.id, first[3]!.id].toSorted());

  await deliverTogether([undoOf(first[2]!, dora), undoOf(first[3]!, people[3]!)]);
  expect(await followers()).toEqual(['dora']);
  await deliverTogether([], [undoOf(again, dora)]);
  expect(await followers()).toEqual([]);
  expect(await acceptsOf('follow')).toEqual([]);
});

test('a locked member gets follow requests, and an Undo withdraws them', async () => {
  await updateProfile(ann.id, { locked: true });
  const follows = people.map(followOf);
  await deliverTogether(follows);
  expect(await followers()).toEqual([]);
  expect(await acceptsOf('follow_request')).toEqual(names(people));
  expect(accepted()).toEqual([]);

  await deliverTogether(follows.slice(1).map((follow, place) => undoOf(follow, people[place + 1]!)));
  expect(await acceptsOf('follow_request')).toEqual(['bob']);
  await updateProfile(ann.id, { locked: false });
  await drain();
  expect(await followers()).toEqual(['bob']);
});

test('a follow is ended only by its own account, and only once', async () => {
  const follow = followOf(bob);
  await deliverTogether([follow]);
  await deliverTogether([undoOf(follow, cid), undoOf(follow, dora, { ...follow, actor: dora.iri })]);
  expect(await followers()).toEqual(['bob']);

  await deliverTogether([undoOf(follow, bob), undoOf(follow, bob), undoOf(follow, bob, follow.id)]);
  expect(await followers()).toEqual([]);
  expect(await counted()).toBe(0);
  expect((await getAccount((await storedAccount(bob)).id)).followingCount).toBe(0);
  const sources = { iri: follow.id as string, accountId: (await storedAccount(bob)).id };
  expect(await prisma().sourceActivity.count({ where: sources })).toBe(1);
});
