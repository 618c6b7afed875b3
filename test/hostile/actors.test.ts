/** Checks that an activity signed by the wrong actor has no effect. */
import { beforeAll, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { attack, useWorld, world } from '../support/hostile.ts';
import type { Json, PeerActor } from '../support/remote-server.ts';

useWorld();
let canary: unknown;
beforeAll(async () => {
  canary = await lookAtCanary();
});

const byBob = 'account_id = (SELECT id FROM account WHERE iri = $1)';

/** Everything that Bob and Ann are, published, follow, like and boost. */
async function lookAtCanary() {
  const { ann, bob, post, secret, note } = world;
  const items = [post.iri, secret.iri, note.id];
  const query = async (sql: string, values: unknown[]) => (await pool().query(sql, values)).rows;
  return {
    items: await query(
      'SELECT id, iri, account_id, content, content_html, visibility, updated_at FROM eventable WHERE iri = ANY($1) ORDER BY id',
      [items],
    ),
    accounts: await query(
      'SELECT id, iri, name, inbox, moved_to_id, deleted_at, suspended_at, also_known_as FROM account WHERE iri = ANY($1) ORDER BY id',
      [[ann.iri, bob.iri]],
    ),
    keys: await query('SELECT * FROM actor_key WHERE iri = $1', [bob.rsa.iri]),
    follows: await query('SELECT * FROM follow WHERE followee_id = $1 OR follower_id = $1 ORDER BY id', [ann.id]),
    likes: await query(`SELECT * FROM "like" WHERE ${byBob}`, [bob.iri]),
    boosts: await query(`SELECT * FROM boost WHERE ${byBob}`, [bob.iri]),
    sources: await query(`SELECT * FROM source_activity WHERE ${byBob} ORDER BY id`, [bob.iri]),
    blocks: await query('SELECT * FROM block', []),
    tombstones: await query('SELECT * FROM tombstone WHERE iri = ANY($1)', [
      [...items, ann.iri, bob.iri, world.bobsFollow.id, world.bobsLike.id, world.bobsBoost.id],
    ]),
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

type Said = [says: string, type: string, object: () => unknown, changes?: () => Json];

const said: Said[] = [
  ['undoes Bob’s follow by its id', 'Undo', () => world.bobsFollow.id],
  ['undoes Bob’s follow, embedded unchanged', 'Undo', () => world.bobsFollow],
  ['undoes Bob’s follow, embedded with another actor', 'Undo', () => ({ ...world.bobsFollow, actor: undefined })],
  ['undoes Bob’s like by its id', 'Undo', () => world.bobsLike.id],
  ['undoes Bob’s like, embedded unchanged', 'Undo', () => world.bobsLike],
  ['undoes Bob’s like as if it were a follow', 'Undo', () => ({ ...world.bobsLike, actor: undefined, type: 'Follow' })],
  ['undoes Bob’s boost by its id', 'Undo', () => world.bobsBoost.id],
  ['undoes Bob’s boost, embedded unchanged', 'Undo', () => world.bobsBoost],
  ['undoes Ann’s follow', 'Undo', () => world.annsFollowIri],
  ['undoes Ann’s follow, embedded unchanged', 'Undo', () => follow(world.annsFollowIri, world.ann.iri, world.bob.iri)],
  ['undoes a Create', 'Undo', () => ({ id: world.good.iri('/activities/1'), type: 'Create', object: world.note })],
  ['changes Bob’s note in his name', 'Update', () => poison(world.note.id, world.bob.iri)],
  ['changes Bob’s note without an author', 'Update', () => poison(world.note.id)],
  ['changes Bob’s note by its id', 'Update', () => world.note.id],
  ['changes Ann’s post in her name', 'Update', () => poison(world.post.iri, world.ann.iri!)],
  ['changes Ann’s post without an author', 'Update', () => poison(world.post.iri)],
  ['changes Bob’s profile', 'Update', () => ({ ...world.bob.json, name: 'Poison', publicKey: undefined })],
  [
    'changes Ann’s profile',
    'Update',
    () => ({ id: world.ann.iri, type: 'Person', preferredUsername: 'ann', inbox: world.eve.iri }),
  ],
  ['publishes under the id of Bob’s note', 'Create', () => poison(world.note.id)],
  ['publishes under the id of Ann’s post', 'Create', () => poison(world.post.iri)],
  ['publishes in Bob’s name', 'Create', () => poison(world.evil.iri('/notes/forged'), world.bob.iri)],
  ['publishes in Ann’s name', 'Create', () => poison(world.evil.iri('/notes/forged'), world.ann.iri!)],
  ['publishes under Bob’s own id', 'Create', () => poison(world.bob.iri)],
  ['deletes Bob’s note', 'Delete', () => world.note.id],
  ['deletes Bob’s note as a tombstone', 'Delete', () => ({ id: world.note.id, type: 'Tombstone' })],
  ['deletes Bob', 'Delete', () => world.bob.iri],
  ['deletes Bob as a person', 'Delete', () => world.bob.json],
  ['deletes Ann’s post', 'Delete', () => world.post.iri],
  ['deletes Ann', 'Delete', () => world.ann.iri],
  ['accepts a follow request to Bob by its id', 'Accept', () => world.annsFollowIri],
  [
    'accepts a follow request to Bob, embedded unchanged',
    'Accept',
    () => follow(world.annsFollowIri, world.ann.iri, world.bob.iri),
  ],
  [
    'accepts a follow that was never requested',
    'Accept',
    () => follow('https://cook.example/none', world.ann.iri, undefined),
  ],
  ['rejects a follow request to Bob by its id', 'Reject', () => world.annsFollowIri],
  [
    'rejects a follow request to Bob, embedded unchanged',
    'Reject',
    () => follow(world.annsFollowIri, world.ann.iri, world.bob.iri),
  ],
  ['rejects Bob’s follow of Ann', 'Reject', () => world.bobsFollow],
  ['boosts Ann’s followers-only post', 'Announce', () => world.secret.iri],
  ['boosts Ann’s followers-only post, embedded as public', 'Announce', () => poison(world.secret.iri, world.ann.iri!)],
  [
    'boosts an Update of Bob’s note',
    'Announce',
    () => world.good.activity('Update', world.bob, poison(world.note.id, world.bob.iri)),
  ],
  ['boosts a Delete of Bob’s note', 'Announce', () => world.good.activity('Delete', world.bob, world.note.id)],
  ['likes Ann’s followers-only post', 'Like', () => world.secret.iri],
  ['pins to Bob’s profile', 'Add', () => world.note.id, () => ({ target: `${world.bob.iri}/featured` })],
  [
    'removes an item from Bob’s pinned items',
    'Remove',
    () => world.note.id,
    () => ({ target: `${world.bob.iri}/featured` }),
  ],
  ['moves Bob to Eve', 'Move', () => world.bob.iri, () => ({ target: world.eve.iri })],
  ['moves Ann to Eve', 'Move', () => world.ann.iri, () => ({ target: world.eve.iri })],
  ['moves to Bob, who has not confirmed it', 'Move', () => undefined, () => ({ target: world.bob.iri })],
  ['blocks Bob in Ann’s name', 'Block', () => ({ type: 'Block', actor: world.ann.iri, object: world.bob.iri })],
  ['asks to quote in Bob’s name', 'QuoteRequest', () => world.post.iri, () => ({ instrument: world.note })],
];

/** Tables that may change: the received activity, the sender, tombstones of unknown objects, and the sender's own Undos. */
const harmless = ['inbound', 'account', 'actor_key', 'tombstone', 'source_activity'];

const actors: [who: string, actor: () => PeerActor][] = [
  ['Eve, of another server', () => world.eve],
  ['Mal, of Bob’s server', () => world.mal],
];
const cases = actors.flatMap(([who, actor]) =>
  said.map(([says, type, object, changes]) => ({ who, says, actor, type, object, changes })),
);

test.each(cases)('$who $says without effect', async ({ actor, type, object, changes }) => {
  const sender = actor();
  const server = sender === world.eve ? world.evil : world.good;
  const activity = server.activity(type, sender, object() ?? sender.iri, changes?.());

  const seen = await attack(server.signedBy(activity));

  expect(seen.status).toBe(202);
  expect(await lookAtCanary()).toEqual(canary);
  expect(seen.changed.filter((table) => !harmless.includes(table))).toEqual([]);
});

/** Mal uses ids that belong to Bob’s activities. */
const borrowed: [type: string, id: () => unknown, object: () => unknown][] = [
  ['Follow', () => world.bobsFollow.id, () => world.ann.iri],
  ['Like', () => world.bobsLike.id, () => world.post.iri],
  ['Like', () => world.bobsLike.id, () => world.note.id],
  ['Announce', () => world.bobsBoost.id, () => world.note.id],
  ['Block', () => world.bobsFollow.id, () => world.ann.iri],
  ['Undo', () => world.bobsFollow.id, () => world.bobsFollow.id],
  ['Delete', () => world.bobsFollow.id, () => world.bobsFollow.id],
];

test.each(borrowed)(
  'a %s with an id of Bob’s activity changes nothing of Bob’s and causes no error',
  async (type, id, object) => {
    const activity = { ...world.good.activity(type, world.mal, object()), id: id() };
    expect((await attack(world.good.signedBy(activity))).status).toBe(202);
    const now = await lookAtCanary();
    // Mal may follow Ann: accounts of one server may use the same ids.
    const ofBob = (rows: Json[]) => rows.filter(({ follower_id }) => now.accounts.some(({ id }) => id === follower_id));
    expect({ ...now, follows: ofBob(now.follows), blocks: [] }).toEqual({
      ...(canary as object),
      blocks: [],
    });
  },
);

test('a boost with a forged embedded copy of Bob’s note boosts the original note', async () => {
  const forged = { ...poison(world.note.id, world.bob.iri), published: new Date().toISOString() };
  const seen = await attack(world.evil.signedBy(world.evil.activity('Announce', world.eve, forged)));
  expect(seen.changed).toContain('boost');
  expect((await lookAtCanary()).items).toEqual((canary as Awaited<ReturnType<typeof lookAtCanary>>).items);
});
