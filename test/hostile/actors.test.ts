/** Checks that an activity signed by the wrong actor has no effect. */
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { attack, fixture, useHostileFixture } from '../support/hostile-fixture.ts';
import type { Json, PeerActor } from '../support/remote-server.ts';
import { isFull } from '../support/test-length.ts';

useHostileFixture();
let canary: unknown;
beforeAll(async () => {
  canary = await readProtectedRows();
});

/** Everything that Bob and Ann are, published, follow, like and boost. */
async function readProtectedRows() {
  const { ann, bob, post, secret, note } = fixture;
  const items = [post.iri, secret.iri, note.id];
  const byBob = { where: { account: { iri: bob.iri } } };
  const orderBy = { id: 'asc' } as const;
  const interactions = [fixture.bobsFollow.id, fixture.bobsLike.id, fixture.bobsBoost.id] as string[];
  return {
    items: await prisma().eventable.findMany({
      where: { iri: { in: items } },
      select: {
        id: true,
        iri: true,
        accountId: true,
        content: true,
        contentHtml: true,
        visibility: true,
        updatedAt: true,
      },
      orderBy,
    }),
    accounts: (await prisma().account.findMany({ where: { iri: { in: [ann.iri!, bob.iri] } }, orderBy })).map(
      ({ id, iri, name, inbox, movedToId, deletedAt, suspendedAt, alsoKnownAs }) => ({
        id,
        iri,
        name,
        inbox,
        movedToId,
        deletedAt,
        suspendedAt,
        alsoKnownAs,
      }),
    ),
    keys: await prisma().actorKey.findMany({ where: { iri: bob.rsa.iri } }),
    follows: await prisma().follow.findMany({
      where: { OR: [{ followeeId: ann.id }, { followerId: ann.id }] },
      orderBy,
    }),
    likes: await prisma().like.findMany(byBob),
    boosts: await prisma().boost.findMany(byBob),
    sources: await prisma().sourceActivity.findMany({ ...byBob, orderBy }),
    blocks: await prisma().block.findMany(),
    tombstones: await prisma().tombstone.findMany({
      where: { iri: { in: [...items, ann.iri!, bob.iri, ...interactions] } },
    }),
  };
}

const everybody = 'https://www.w3.org/ns/activitystreams#Public';
const poison = (id: string, author?: string): Json => ({
  id,
  type: 'Note',
  attributedTo: author,
  content: '<p>Poison</p>',
  to: [everybody],
  updated: new Date().toISOString(),
});
const follow = (id: unknown, actor: unknown, object: unknown): Json => ({
  id,
  type: 'Follow',
  actor,
  object,
});

type ForgedActivity = [label: string, type: string, object: () => unknown, changes?: () => Json];

const forgedActivities: ForgedActivity[] = [
  ['undoes Bob’s follow by its id', 'Undo', () => fixture.bobsFollow.id],
  ['undoes Bob’s follow, embedded unchanged', 'Undo', () => fixture.bobsFollow],
  ['undoes Bob’s follow, embedded with another actor', 'Undo', () => ({ ...fixture.bobsFollow, actor: undefined })],
  ['undoes Bob’s like by its id', 'Undo', () => fixture.bobsLike.id],
  ['undoes Bob’s like, embedded unchanged', 'Undo', () => fixture.bobsLike],
  [
    'undoes Bob’s like as if it were a follow',
    'Undo',
    () => ({ ...fixture.bobsLike, actor: undefined, type: 'Follow' }),
  ],
  ['undoes Bob’s boost by its id', 'Undo', () => fixture.bobsBoost.id],
  ['undoes Bob’s boost, embedded unchanged', 'Undo', () => fixture.bobsBoost],
  ['undoes Ann’s follow', 'Undo', () => fixture.annsFollowIri],
  [
    'undoes Ann’s follow, embedded unchanged',
    'Undo',
    () => follow(fixture.annsFollowIri, fixture.ann.iri, fixture.bob.iri),
  ],
  ['undoes a Create', 'Undo', () => ({ id: fixture.good.iri('/activities/1'), type: 'Create', object: fixture.note })],
  ['changes Bob’s note in his name', 'Update', () => poison(fixture.note.id, fixture.bob.iri)],
  ['changes Bob’s note without an author', 'Update', () => poison(fixture.note.id)],
  ['changes Bob’s note by its id', 'Update', () => fixture.note.id],
  ['changes Ann’s post in her name', 'Update', () => poison(fixture.post.iri, fixture.ann.iri!)],
  ['changes Ann’s post without an author', 'Update', () => poison(fixture.post.iri)],
  ['changes Bob’s profile', 'Update', () => ({ ...fixture.bob.json, name: 'Poison', publicKey: undefined })],
  [
    'changes Ann’s profile',
    'Update',
    () => ({ id: fixture.ann.iri, type: 'Person', preferredUsername: 'ann', inbox: fixture.eve.iri }),
  ],
  ['publishes under the id of Bob’s note', 'Create', () => poison(fixture.note.id)],
  ['publishes under the id of Ann’s post', 'Create', () => poison(fixture.post.iri)],
  ['publishes in Bob’s name', 'Create', () => poison(fixture.evil.iri('/notes/forged'), fixture.bob.iri)],
  ['publishes in Ann’s name', 'Create', () => poison(fixture.evil.iri('/notes/forged'), fixture.ann.iri!)],
  ['publishes under Bob’s own id', 'Create', () => poison(fixture.bob.iri)],
  ['deletes Bob’s note', 'Delete', () => fixture.note.id],
  ['deletes Bob’s note as a tombstone', 'Delete', () => ({ id: fixture.note.id, type: 'Tombstone' })],
  ['deletes Bob', 'Delete', () => fixture.bob.iri],
  ['deletes Bob as a person', 'Delete', () => fixture.bob.json],
  ['deletes Ann’s post', 'Delete', () => fixture.post.iri],
  ['deletes Ann', 'Delete', () => fixture.ann.iri],
  ['accepts a follow request to Bob by its id', 'Accept', () => fixture.annsFollowIri],
  [
    'accepts a follow request to Bob, embedded unchanged',
    'Accept',
    () => follow(fixture.annsFollowIri, fixture.ann.iri, fixture.bob.iri),
  ],
  [
    'accepts a follow that was never requested',
    'Accept',
    () => follow('https://cook.example/none', fixture.ann.iri, undefined),
  ],
  ['rejects a follow request to Bob by its id', 'Reject', () => fixture.annsFollowIri],
  [
    'rejects a follow request to Bob, embedded unchanged',
    'Reject',
    () => follow(fixture.annsFollowIri, fixture.ann.iri, fixture.bob.iri),
  ],
  ['rejects Bob’s follow of Ann', 'Reject', () => fixture.bobsFollow],
  ['boosts Ann’s followers-only post', 'Announce', () => fixture.secret.iri],
  [
    'boosts Ann’s followers-only post, embedded as public',
    'Announce',
    () => poison(fixture.secret.iri, fixture.ann.iri!),
  ],
  [
    'boosts an Update of Bob’s note',
    'Announce',
    () => fixture.good.activity('Update', fixture.bob, poison(fixture.note.id, fixture.bob.iri)),
  ],
  ['boosts a Delete of Bob’s note', 'Announce', () => fixture.good.activity('Delete', fixture.bob, fixture.note.id)],
  ['likes Ann’s followers-only post', 'Like', () => fixture.secret.iri],
  ['pins to Bob’s profile', 'Add', () => fixture.note.id, () => ({ target: `${fixture.bob.iri}/featured` })],
  [
    'removes an item from Bob’s pinned items',
    'Remove',
    () => fixture.note.id,
    () => ({ target: `${fixture.bob.iri}/featured` }),
  ],
  ['moves Bob to Eve', 'Move', () => fixture.bob.iri, () => ({ target: fixture.eve.iri })],
  ['moves Ann to Eve', 'Move', () => fixture.ann.iri, () => ({ target: fixture.eve.iri })],
  ['moves to Bob, who has not confirmed it', 'Move', () => undefined, () => ({ target: fixture.bob.iri })],
  ['blocks Bob in Ann’s name', 'Block', () => ({ type: 'Block', actor: fixture.ann.iri, object: fixture.bob.iri })],
  ['asks to quote in Bob’s name', 'QuoteRequest', () => fixture.post.iri, () => ({ instrument: fixture.note })],
];

/**
 * Tables that may change: the received activity, the sender, tombstones of unknown objects, and the sender's own Undos.
 */
const harmless = ['inbound', 'account', 'actor_key', 'tombstone', 'source_activity'];

const actors: [who: string, actor: () => PeerActor][] = [
  ['Eve, of another server', () => fixture.eve],
  ['Mal, of Bob’s server', () => fixture.mal],
];
/** In the short form, each is forged by one of them, in turn. */
const cases = actors.flatMap(([who, actor], at) =>
  forgedActivities
    .filter((_, index) => isFull || index % actors.length === at)
    .map(([label, type, object, changes]) => ({ who, label, actor, type, object, changes })),
);

test.each(cases)('$who $label without effect', async ({ actor, type, object, changes }) => {
  const sender = actor();
  const server = sender === fixture.eve ? fixture.evil : fixture.good;
  const activity = server.activity(type, sender, object() ?? sender.iri, changes?.());

  const seen = await attack(server.signedBy(activity));

  expect(seen.status).toBe(202);
  expect(await readProtectedRows()).toEqual(canary);
  expect(seen.changed.filter((table) => !harmless.includes(table))).toEqual([]);
});

/** Mal uses ids that belong to Bob’s activities. */
const borrowed: [type: string, id: () => unknown, object: () => unknown][] = [
  ['Follow', () => fixture.bobsFollow.id, () => fixture.ann.iri],
  ['Like', () => fixture.bobsLike.id, () => fixture.post.iri],
  ['Like', () => fixture.bobsLike.id, () => fixture.note.id],
  ['Announce', () => fixture.bobsBoost.id, () => fixture.note.id],
  ['Block', () => fixture.bobsFollow.id, () => fixture.ann.iri],
  ['Undo', () => fixture.bobsFollow.id, () => fixture.bobsFollow.id],
  ['Delete', () => fixture.bobsFollow.id, () => fixture.bobsFollow.id],
];

test.each(borrowed)(
  'a %s with an id of Bob’s activity changes nothing of Bob’s and causes no error',
  async (type, id, object) => {
    const activity = { ...fixture.good.activity(type, fixture.mal, object()), id: id() };
    expect((await attack(fixture.good.signedBy(activity))).status).toBe(202);
    const now = await readProtectedRows();
    // Mal may follow Ann: accounts of one server may use the same ids.
    const ofBob = now.follows.filter(({ followerId }) => now.accounts.some(({ id }) => id === followerId));
    expect({ ...now, follows: ofBob, blocks: [] }).toEqual({
      ...(canary as object),
      blocks: [],
    });
  },
);

test('a boost with a forged embedded copy of Bob’s note boosts the original note', async () => {
  const forged = { ...poison(fixture.note.id, fixture.bob.iri), published: new Date().toISOString() };
  const seen = await attack(fixture.evil.signedBy(fixture.evil.activity('Announce', fixture.eve, forged)));
  expect(seen.changed).toContain('boost');
  expect((await readProtectedRows()).items).toEqual((canary as Awaited<ReturnType<typeof readProtectedRows>>).items);
});
