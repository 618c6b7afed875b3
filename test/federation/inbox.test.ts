/** What arrives has the effect it says, for whom it concerns, in whatever order it comes. */
import { beforeEach, describe, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { type Account, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { adoptEventable } from '../../src/domain/eventables/adopt.ts';
import { findEventableByIri } from '../../src/domain/eventables/read.ts';
import { anyone } from '../../src/domain/eventables/visibility.ts';
import { fanOut } from '../../src/domain/fan-out.ts';
import { follow } from '../../src/domain/follows.ts';
import { getRelationships } from '../../src/domain/relationships.ts';
import { createStatus } from '../../src/domain/statuses.ts';
import { homeTimeline } from '../../src/domain/timelines.ts';
import { findTombstone } from '../../src/domain/tombstones.ts';
import { readObject } from '../../src/federation/objects/object.ts';
import { config } from '../../src/lib/config.ts';
import { firstPage } from '../../src/lib/page.ts';
import { type Elsewhere, elsewhereAt, type Json, type PeerActor } from '../support/elsewhere.ts';
import { settleJobs } from '../support/federation-jobs.ts';
import { known, outcomeOf, useGate } from '../support/gate.ts';

let ann: Account;
let elsewhere: Elsewhere;
let bob: PeerActor;
let serial = 0;

useGate();

beforeEach(async () => {
  serial += 1;
  elsewhere = elsewhereAt(`peer${serial}.example`);
  bob = elsewhere.actor('bob');
  ann = await register({ username: `ann${serial}` });
});

/** Sent, accepted and handled; answers what became of it. */
async function tell(activity: Json): Promise<string | null> {
  const answer = await elsewhere.send(activity);
  expect(answer.status).toBe(202);
  await settleJobs();
  return outcomeOf(activity);
}

const saying = (type: string, object: unknown, changes: Json = {}, actor = bob) =>
  elsewhere.activity(type, actor, object, changes);

/** Makes bob known here, and followed by ann. */
async function followBob(): Promise<Account> {
  await tell(saying('Follow', ann.iri));
  const account = await known(bob);
  await follow(ann.id, account.id);
  const promised = await settleJobs();
  const asked = promised.map(({ payload }) => payload as { verb?: string; followIri?: string });
  await tell(saying('Accept', asked.find(({ verb }) => verb === 'Follow')!.followIri));
  return account;
}

const find = (iri: unknown) => findEventableByIri(iri as string, anyone);
const relation = async (account: Account) => (await getRelationships(ann.id, [account.id]))[0]!;
const ask = (changes: Partial<Parameters<typeof createStatus>[1]> = {}) =>
  createStatus(ann.id, {
    content: 'Soup?',
    visibility: 'public',
    locale: null,
    sensitive: false,
    spoilerText: '',
    inReplyToId: null,
    ...changes,
  } as Parameters<typeof createStatus>[1]);

async function statusOfAnn(
  visibility: 'public' | 'private' = 'public',
): Promise<{ id: number; iri: string }> {
  const id = await ask({ visibility });
  const { rows } = await pool().query('SELECT id, iri FROM eventable WHERE id = $1', [id]);
  return rows[0];
}

describe('Follow', () => {
  test('a follow of an unlocked member is established and accepted', async () => {
    const activity = saying('Follow', ann.iri);
    await elsewhere.send(activity);
    const promised = await settleJobs();

    const bobHere = await known(bob);
    expect(await relation(bobHere)).toMatchObject({ followed: true });
    expect(promised).toContainEqual({
      job: 'send-activity',
      payload: expect.objectContaining({ verb: 'Accept', followIri: activity.id, targetId: bobHere.id }),
    });
  });

  test('a follow that comes again under another id is accepted again', async () => {
    await tell(saying('Follow', ann.iri));
    const again = saying('Follow', ann.iri);
    await elsewhere.send(again);
    expect(await settleJobs()).toContainEqual({
      job: 'send-activity',
      payload: expect.objectContaining({ verb: 'Accept', followIri: again.id }),
    });
  });

  test('a follow of somebody who blocked the follower has no effect and no sign', async () => {
    await tell(saying('Follow', ann.iri));
    const bobHere = await known(bob);
    await pool().query('DELETE FROM follow WHERE follower_id = $1', [bobHere.id]);
    await pool().query('INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2)', [ann.id, bobHere.id]);

    const again = saying('Follow', ann.iri);
    await elsewhere.send(again);
    expect(await settleJobs()).toEqual([]);
    expect(await outcomeOf(again)).toBe('refused');
  });

  test('a follow of nobody here is refused', async () => {
    expect(await tell(saying('Follow', `${config.baseUrl}/users/99999`))).toBe('refused');
    expect(await tell(saying('Follow', bob.iri))).toBe('refused');
  });

  test('an undone follow is over', async () => {
    const activity = saying('Follow', ann.iri);
    await tell(activity);
    expect(await tell(saying('Undo', activity))).toBe('done');
    expect(await relation(await known(bob))).toMatchObject({ followed: false });
  });

  test('an undone follow that arrives after its Undo has no effect', async () => {
    const activity = saying('Follow', ann.iri);
    await tell(saying('Undo', activity));
    await tell(activity);
    expect(await relation(await known(bob))).toMatchObject({ followed: false });
  });

  test('nobody undoes the follow of somebody else', async () => {
    const activity = saying('Follow', ann.iri);
    await tell(activity);
    const carol = elsewhere.actor('carol');
    expect(await tell(saying('Undo', activity, {}, carol))).toBe('refused');
    await tell(saying('Undo', { ...activity, actor: carol.iri }, {}, carol));
    await tell(saying('Undo', activity.id, {}, carol));
    expect(await relation(await known(bob))).toMatchObject({ followed: true });
  });
});

describe('Accept and Reject', () => {
  async function askBob(): Promise<{ account: Account; followIri: string }> {
    await tell(saying('Follow', ann.iri));
    const account = await known(bob);
    await follow(ann.id, account.id);
    const promised = (await settleJobs()).map(
      ({ payload }) => payload as { verb?: string; followIri?: string },
    );
    return { account, followIri: promised.find(({ verb }) => verb === 'Follow')!.followIri! };
  }

  test.each<[string, (followIri: string) => unknown]>([
    ['its id', (iri) => iri],
    ['what is embedded', (iri) => ({ id: iri, type: 'Follow', actor: ann.iri, object: bob.iri })],
    ['the pair', () => ({ id: `${bob.iri}#x`, type: 'Follow', actor: ann.iri, object: bob.iri })],
    ['the pair without an id', () => ({ type: 'Follow', actor: ann.iri, object: bob.iri })],
  ])('a follow that was asked for is granted, found by %s', async (_, object) => {
    const { account, followIri } = await askBob();
    await tell(saying('Accept', object(followIri)));
    expect(await relation(account)).toMatchObject({ following: true, followingRequested: false });
  });

  test('nobody accepts what somebody else was asked', async () => {
    const { account, followIri } = await askBob();
    const carol = elsewhere.actor('carol');
    await tell(saying('Accept', followIri, {}, carol));
    await tell(
      saying('Accept', { id: followIri, type: 'Follow', actor: ann.iri, object: bob.iri }, {}, carol),
    );
    expect(await relation(account)).toMatchObject({ following: false, followingRequested: true });
  });

  test('an Accept that nobody asked for establishes nothing', async () => {
    await tell(saying('Follow', ann.iri));
    await tell(saying('Accept', { type: 'Follow', actor: ann.iri, object: bob.iri }));
    expect(await relation(await known(bob))).toMatchObject({ following: false });
  });

  test('a Reject ends what was asked for, and what was accepted before', async () => {
    const { account, followIri } = await askBob();
    await tell(saying('Accept', followIri));
    await tell(saying('Reject', followIri));
    expect(await relation(account)).toMatchObject({ following: false, followingRequested: false });
  });

  test('an Accept that is undone leaves what was asked for, until there is another', async () => {
    const { account, followIri } = await askBob();
    const accept = saying('Accept', { id: followIri, type: 'Follow', actor: ann.iri, object: bob.iri });
    const undo = (embedded: Json, actor = bob) =>
      saying('Undo', { ...embedded, '@context': undefined }, {}, actor);
    await tell(accept);
    await tell(undo({ ...accept, actor: elsewhere.actor('carol').iri }, elsewhere.actor('carol')));
    expect(await relation(account)).toMatchObject({ following: true });

    expect(await tell(undo(accept))).toBe('done');
    expect(await relation(account)).toMatchObject({ following: false, followingRequested: true });
    const second = saying('Accept', followIri);
    await tell(second);
    expect(await relation(account)).toMatchObject({ following: true });
  });

  test('an Accept that comes after it was undone grants nothing', async () => {
    const { account, followIri } = await askBob();
    const accept = saying('Accept', followIri);
    await tell(saying('Undo', { ...accept, '@context': undefined }));
    await tell(accept);
    expect(await relation(account)).toMatchObject({ following: false, followingRequested: true });
  });
});

describe('Create and Update', () => {
  test('an item of a followed author is stored', async () => {
    await followBob();
    const note = elsewhere.note(bob);
    expect(await tell(saying('Create', note))).toBe('done');
    expect(await find(note.id)).toMatchObject({ type: 'status', contentHtml: '<p>Soup is ready</p>' });
  });

  test('an item that concerns nobody here is not', async () => {
    const note = elsewhere.note(bob);
    expect(await tell(saying('Create', note))).toBe('irrelevant');
    expect(await find(note.id)).toBeNull();
  });

  test('an item that mentions a member is stored, unless the member blocked its author', async () => {
    const mention = { tag: [{ type: 'Mention', href: ann.iri, name: '@ann' }], cc: [ann.iri] };
    const note = elsewhere.note(bob, mention);
    expect(await tell(saying('Create', note))).toBe('done');
    expect((await find(note.id))?.mentions).toMatchObject([{ accountId: ann.id }]);

    const bobHere = await known(bob);
    await pool().query('INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2)', [ann.id, bobHere.id]);
    expect(await tell(saying('Create', elsewhere.note(bob, mention)))).toBe('irrelevant');
  });

  test('an answer to a known item is stored as such', async () => {
    const { id, iri } = await statusOfAnn();
    const note = elsewhere.note(bob, { inReplyTo: iri });
    expect(await tell(saying('Create', note))).toBe('done');
    expect(await find(note.id)).toMatchObject({ inReplyToId: id });
  });

  test('an item that is only named is fetched', async () => {
    await followBob();
    const note = elsewhere.note(bob);
    expect(await tell(saying('Create', note.id))).toBe('fetching');
    expect(await find(note.id)).toMatchObject({ contentHtml: '<p>Soup is ready</p>' });
  });

  test('an item of somebody else, or of another origin, is refused', async () => {
    await followBob();
    const carol = elsewhere.actor('carol');
    expect(await tell(saying('Create', elsewhere.note(carol)))).toBe('refused');
    const foreign = { ...elsewhere.note(bob), id: 'https://other.example/notes/1' };
    expect(await tell(saying('Create', foreign))).toBe('refused');
    expect(await tell(saying('Create', foreign.id))).toBe('refused');
    expect(await tell(saying('Create', { ...foreign, id: `${config.baseUrl}/users/1/statuses/1` }))).toBe(
      'refused',
    );
  });

  test.each([
    ['a type nobody knows', { type: 'Travel' }],
    ['no id', { id: undefined }],
    ['an id that is no IRI', { id: 'javascript:alert(1)' }],
    ['an id too long to be stored', { id: `https://x.example/${'a'.repeat(3_000)}` }],
  ])('an object with %s is refused', async (_, changes) => {
    await followBob();
    expect(await tell(saying('Create', { ...elsewhere.note(bob), ...changes }))).toBe('refused');
  });

  test('a second Create of one item changes nothing', async () => {
    await followBob();
    const note = elsewhere.note(bob);
    await tell(saying('Create', note));
    const before = await find(note.id);
    await tell(saying('Create', { ...note, content: '<p>Something else</p>' }));
    expect(await find(note.id)).toMatchObject({ id: before!.id, contentHtml: before!.contentHtml });
  });

  test('an Update brings the newer version, an older one changes nothing', async () => {
    await followBob();
    const published = new Date(Date.now() - 60_000).toISOString();
    const note = elsewhere.note(bob, { published });
    const version = (text: string, seconds: number) =>
      saying('Update', {
        ...note,
        content: `<p>${text}</p>`,
        updated: new Date(Date.now() - 60_000 + seconds * 1_000).toISOString(),
      });
    await tell(saying('Create', note));
    await tell(version('two', 20));
    await tell(version('one', 10));
    expect(await find(note.id)).toMatchObject({ contentHtml: '<p>two</p>' });
  });

  test('what a back-fill brought before it was announced enters the home timeline once', async () => {
    const account = await followBob();
    const note = elsewhere.note(bob);
    const reading = readObject(note, { authorIri: bob.iri, followersIri: account.followersIri });
    if (!reading.ok) throw new Error(reading.reason);
    await adoptEventable({ ...reading.value, authorId: account.id }, { backfilled: true });

    const home = async () => {
      const { rows } = await pool().query('SELECT id FROM event WHERE fanned_out_at IS NULL');
      for (const { id } of rows) await fanOut(id);
      return (await homeTimeline(ann.id, firstPage)).map(({ object }) => object.iri);
    };
    expect(await home()).toEqual([]);
    await tell(saying('Create', note));
    expect(await home()).toEqual([note.id]);
    await tell(saying('Create', note));
    expect(await home()).toEqual([note.id]);
  });

  test('an Update of an unknown item is its newest version, and the Create that follows changes nothing', async () => {
    await followBob();
    const note = elsewhere.note(bob, { published: new Date(Date.now() - 60_000).toISOString() });
    const updated = { ...note, content: '<p>newest</p>', updated: new Date().toISOString() };
    expect(await tell(saying('Update', updated))).toBe('done');
    await tell(saying('Create', note));
    expect(await find(note.id)).toMatchObject({ contentHtml: '<p>newest</p>' });
  });

  test('nobody updates the item of somebody else', async () => {
    await followBob();
    const note = elsewhere.note(bob);
    await tell(saying('Create', note));
    const carol = elsewhere.actor('carol');
    await tell(saying('Follow', ann.iri, {}, carol));
    const forged = { ...note, content: '<p>forged</p>', updated: new Date(Date.now() + 1_000).toISOString() };
    await tell(saying('Update', forged, {}, carol));
    await tell(saying('Update', { ...forged, attributedTo: carol.iri }, {}, carol));
    expect(await find(note.id)).toMatchObject({ contentHtml: '<p>Soup is ready</p>' });
  });

  test('the Update of a profile is read from the actor, keys included, not from the activity', async () => {
    await tell(saying('Follow', ann.iri));
    bob.json.name = 'Robert';
    const forged = {
      ...bob.json,
      name: 'forged',
      publicKey: { id: bob.rsa.iri, owner: bob.iri, publicKeyPem: '' },
    };
    expect(await tell(saying('Update', forged))).toBe('fetching');
    expect(await findAccountByIri(bob.iri)).toMatchObject({ name: 'Robert' });
    expect((await elsewhere.send(saying('Follow', ann.iri))).status).toBe(202);
  });
});

describe('Delete', () => {
  test('a deleted item is gone, with a tombstone', async () => {
    await followBob();
    const note = elsewhere.note(bob);
    await tell(saying('Create', note));
    await tell(saying('Delete', { id: note.id, type: 'Tombstone' }));
    expect(await find(note.id)).toBeNull();
    expect(await findTombstone(note.id)).toMatchObject({ actorIri: bob.iri });
  });

  test('a Create that arrives after its Delete has no effect', async () => {
    await followBob();
    const note = elsewhere.note(bob);
    await tell(saying('Delete', note.id));
    expect(await tell(saying('Create', note))).toBe('unchanged');
    expect(await find(note.id)).toBeNull();
  });

  test('an item is newly begun by a version from after its end, never by one from before', async () => {
    await followBob();
    const noon = Date.now();
    const at = (hour: number) => new Date(noon + (hour - 12) * 3_600_000).toISOString();
    const note = elsewhere.note(bob, { published: at(1) });
    const version = (hour: number) => saying('Update', { ...note, updated: at(hour) });
    const end = (deleted: string | null) =>
      saying('Delete', { id: note.id, type: 'Tombstone', ...(deleted && { deleted }) });
    await tell(saying('Create', note));
    await tell(end(at(3)));
    expect(await tell(saying('Create', note))).toBe('unchanged');
    expect(await tell(version(2))).toBe('unchanged');
    expect(await tell(version(3))).toBe('unchanged');
    expect(await tell(version(99))).toBe('unchanged');
    expect(await find(note.id)).toBeNull();

    expect(await tell(version(4))).toBe('done');
    expect(await find(note.id)).not.toBeNull();
    // Ended without a time it is over for good.
    await tell(end(null));
    await tell(end(at(5)));
    expect(await tell(version(11))).toBe('unchanged');
    expect(await find(note.id)).toBeNull();
  });

  test('nobody buries what a neighbour has yet to say', async () => {
    await followBob();
    const carol = elsewhere.actor('carol');
    await tell(saying('Follow', ann.iri, {}, carol));
    const note = elsewhere.note(bob);
    const answer = elsewhere.note(bob, { inReplyTo: (await statusOfAnn()).iri });
    const like = saying('Like', (await statusOfAnn()).iri);
    for (const { id } of [note, answer]) await tell(saying('Delete', id, {}, carol));
    await tell(saying('Undo', { ...like, actor: carol.iri }, {}, carol));

    for (const item of [note, answer]) expect(await tell(saying('Create', item))).toBe('done');
    await tell(like);
    expect(await find(like.object)).toMatchObject({ likesCount: 1 });
    expect(await find(note.id)).not.toBeNull();
  });

  test('nobody deletes the item of somebody else', async () => {
    await followBob();
    const note = elsewhere.note(bob);
    const { iri } = await statusOfAnn();
    await tell(saying('Create', note));
    const carol = elsewhere.actor('carol');
    await tell(saying('Follow', ann.iri, {}, carol));
    await tell(saying('Delete', note.id, {}, carol));
    expect(await tell(saying('Delete', iri))).toBe('refused');
    expect(await find(note.id)).not.toBeNull();
    expect(await find(iri)).not.toBeNull();
  });

  test('an account that deletes itself is gone', async () => {
    await tell(saying('Follow', ann.iri));
    await tell(saying('Delete', bob.iri));
    expect((await findAccountByIri(bob.iri))?.deletedAt).not.toBeNull();
  });
});

describe('Announce', () => {
  test('a boost of one of our items counts, once, and its Undo takes it back', async () => {
    const { iri } = await statusOfAnn();
    const announce = saying('Announce', iri);
    await tell(announce);
    const again = saying('Announce', iri);
    await tell(again);
    expect(await find(iri)).toMatchObject({ boostsCount: 1 });
    for (const said of [again, announce]) await tell(saying('Undo', said));
    expect(await find(iri)).toMatchObject({ boostsCount: 0 });
  });

  test('a boost that arrives after its Undo has no effect', async () => {
    const { iri } = await statusOfAnn();
    const announce = saying('Announce', iri);
    await tell(saying('Follow', ann.iri));
    await tell(saying('Undo', announce.id));
    await tell(announce);
    expect(await find(iri)).toMatchObject({ boostsCount: 0 });
  });

  test('nobody undoes the boost of somebody else', async () => {
    const { iri } = await statusOfAnn();
    const announce = saying('Announce', iri);
    await tell(announce);
    await tell(saying('Undo', announce.id, {}, elsewhere.actor('carol')));
    expect(await find(iri)).toMatchObject({ boostsCount: 1 });
  });

  test('what a followed account boosts is fetched from where it is, not taken from the boost', async () => {
    await followBob();
    const third = elsewhereAt(`third${serial}.example`);
    const note = third.note(third.actor('dora'));
    const announce = saying('Announce', { ...note, content: '<p>forged</p>' });
    expect(await tell(announce)).toBe('done');
    expect(await find(note.id)).toMatchObject({ contentHtml: '<p>Soup is ready</p>', boostsCount: 1 });
  });

  test('what a stranger boosts is not fetched', async () => {
    await tell(saying('Follow', ann.iri));
    const third = elsewhereAt(`third${serial}.example`);
    expect(await tell(saying('Announce', third.note(third.actor('dora')).id))).toBe('irrelevant');
    expect(third.asked).toEqual([]);
  });

  test('a private item is not boosted by others', async () => {
    const { id, iri } = await statusOfAnn('private');
    await tell(saying('Follow', ann.iri));
    expect(await tell(saying('Announce', iri))).toBe('refused');
    const { rows } = await pool().query('SELECT 1 FROM boost WHERE eventable_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('a boosted item that cannot be fetched is waited for', async () => {
    await followBob();
    const third = elsewhereAt(`third${serial}.example`);
    const note = third.note(third.actor('dora'));
    third.fail(note.id, 503);
    expect(await tell(saying('Announce', note.id))).toBeNull();
  });
});

describe('Like', () => {
  test.each(['Like', 'EmojiReact'])(
    'a %s of one of our items counts, once, and its Undo takes it back',
    async (type) => {
      const { iri } = await statusOfAnn();
      const like = saying(type, iri, { content: '🍞' });
      expect(await tell(like)).toBe('done');
      const again = saying(type, iri);
      await tell(again);
      expect(await find(iri)).toMatchObject({ likesCount: 1 });
      for (const said of [again, like]) await tell(saying('Undo', said));
      expect(await find(iri)).toMatchObject({ likesCount: 0 });
    },
  );

  test('a like that came under another id is taken back by what it liked, one named alone by its id', async () => {
    const { iri } = await statusOfAnn();
    await tell(saying('Like', iri));
    await tell(saying('Undo', saying('Like', iri)));
    expect(await find(iri)).toMatchObject({ likesCount: 0 });

    const again = saying('Like', iri);
    await tell(again);
    expect(await tell(saying('Undo', again.id))).toBe('done');
    expect(await find(iri)).toMatchObject({ likesCount: 0 });
  });

  test.each([
    ['Like', 'EmojiReact'],
    ['EmojiReact', 'Like'],
  ])('who sends a %s and then an %s likes it until both are undone', async (first, second) => {
    for (const firstUndone of [true, false]) {
      const { iri } = await statusOfAnn();
      const said = [saying(first, iri), saying(second, iri)];
      for (const activity of said) await tell(activity);
      expect(await find(iri)).toMatchObject({ likesCount: 1 });

      const [one, other] = firstUndone ? said : said.toReversed();
      await tell(saying('Undo', one));
      expect(await find(iri)).toMatchObject({ likesCount: 1 });
      await tell(saying('Undo', other!.id));
      expect(await find(iri)).toMatchObject({ likesCount: 0 });
    }
  });

  test('a like that arrives after its Undo has no effect', async () => {
    const { iri } = await statusOfAnn();
    const like = saying('Like', iri);
    await tell(saying('Follow', ann.iri));
    await tell(saying('Undo', like.id));
    await tell(like);
    expect(await find(iri)).toMatchObject({ likesCount: 0 });
  });

  test('nobody undoes the like of somebody else', async () => {
    const { iri } = await statusOfAnn();
    const like = saying('Like', iri);
    await tell(like);
    const carol = elsewhere.actor('carol');
    await tell(saying('Undo', like.id, {}, carol));
    await tell(saying('Undo', { ...like, actor: carol.iri }, {}, carol));
    expect(await find(iri)).toMatchObject({ likesCount: 1 });
  });

  test('what its sender may not see is not liked, what nobody here knows is not looked for', async () => {
    const hidden = await statusOfAnn('private');
    await tell(saying('Follow', ann.iri));
    const carol = elsewhere.actor('carol');
    expect(await tell(saying('Like', hidden.iri, {}, carol))).toBe('refused');
    expect(await tell(saying('Like', hidden.iri))).toBe('done');
    const third = elsewhereAt(`third${serial}.example`);
    expect(await tell(saying('Like', third.note(third.actor('dora')).id))).toBe('irrelevant');
    expect(third.asked).toEqual([]);
  });

  test('from an account that is blocked a like has no effect', async () => {
    const { iri } = await statusOfAnn();
    await tell(saying('Follow', ann.iri));
    const { id } = await known(bob);
    await pool().query('INSERT INTO block (blocker_id, blocked_id) VALUES ($1, $2)', [ann.id, id]);
    expect(await tell(saying('Like', iri))).toBe('refused');
    expect(await find(iri)).toMatchObject({ likesCount: 0 });
  });
});

describe('Block', () => {
  const isBlocked = async () => {
    const { rows } = await pool().query(
      'SELECT 1 FROM block JOIN account ON account.id = blocker_id WHERE account.iri = $1',
      [bob.iri],
    );
    return rows.length > 0;
  };

  test('a member who is blocked elsewhere neither follows nor is followed, and nobody is told', async () => {
    const account = await followBob();
    await elsewhere.send(saying('Block', ann.iri));
    expect(await settleJobs()).toEqual([]);
    expect(await relation(account)).toMatchObject({ following: false, followed: false, blocking: false });
    expect(await isBlocked()).toBe(true);
  });

  test('its Undo ends it, also by who was blocked, also when it came first', async () => {
    const block = saying('Block', ann.iri);
    await tell(block);
    await tell(saying('Undo', block.id));
    expect(await isBlocked()).toBe(false);
    await tell(saying('Block', ann.iri));
    await tell(saying('Undo', saying('Block', ann.iri)));
    expect(await isBlocked()).toBe(false);

    const late = saying('Block', ann.iri);
    await tell(saying('Undo', late));
    await tell(late);
    expect(await isBlocked()).toBe(false);
  });

  test('nobody undoes the block of somebody else, or blocks who is not here', async () => {
    const block = saying('Block', ann.iri);
    await tell(block);
    const carol = elsewhere.actor('carol');
    await tell(saying('Undo', block.id, {}, carol));
    await tell(saying('Undo', { ...block, actor: carol.iri }, {}, carol));
    expect(await isBlocked()).toBe(true);
    expect(await tell(saying('Block', carol.iri))).toBe('refused');
  });
});

test('a follow undone by its id alone is over', async () => {
  const activity = saying('Follow', ann.iri);
  await tell(activity);
  expect(await tell(saying('Undo', activity.id))).toBe('done');
  expect(await relation(await known(bob))).toMatchObject({ followed: false });
});

describe('what others bring', () => {
  test('a forwarded answer is fetched from its author', async () => {
    const { iri } = await statusOfAnn();
    const third = elsewhereAt(`third${serial}.example`);
    const dora = third.actor('dora');
    const note = third.note(dora, { inReplyTo: iri });
    const forwarded = third.activity('Create', dora, { ...note, content: '<p>forged</p>' });

    expect((await elsewhere.send(forwarded, { by: bob.rsa })).status).toBe(202);
    await settleJobs();
    expect(await find(note.id)).toMatchObject({ contentHtml: '<p>Soup is ready</p>' });
  });

  test('a forged one does not stand in the way of the real one', async () => {
    const { iri } = await statusOfAnn();
    const third = elsewhereAt(`third${serial}.example`);
    const dora = third.actor('dora');
    const note = third.note(dora, { inReplyTo: iri });
    const real = third.activity('Create', dora, note);
    await elsewhere.send({ ...real, object: { ...note, content: 'forged' } }, { by: bob.rsa });
    expect((await third.send(real)).status).toBe(202);
    expect(await outcomeOf(real)).toBeNull();
    await settleJobs();
    expect(await outcomeOf(real)).toBe('done');
  });

  test('a forwarded Delete takes effect if the item is gone where it was', async () => {
    await followBob();
    const third = elsewhereAt(`third${serial}.example`);
    const dora = third.actor('dora');
    const note = third.note(dora);
    await tell(saying('Announce', note.id));
    await third.send(third.activity('Follow', dora, ann.iri));
    const farewell = third.activity('Delete', dora, note.id);

    expect((await elsewhere.send(farewell, { by: bob.rsa })).status).toBe(202);
    await settleJobs();
    expect(await find(note.id)).not.toBeNull();

    third.fail(note.id, 410);
    await elsewhere.send(farewell, { by: bob.rsa });
    await settleJobs();
    expect(await find(note.id)).toBeNull();
    expect(await findTombstone(note.id)).not.toBeNull();
  });

  test('what concerns nothing known, or cannot be checked, is 401', async () => {
    const third = elsewhereAt(`third${serial}.example`);
    const dora = third.actor('dora');
    for (const activity of [
      third.activity('Create', dora, third.note(dora)),
      third.activity('Follow', dora, ann.iri),
      third.activity('Announce', dora, (await statusOfAnn()).iri),
    ]) {
      expect((await elsewhere.send(activity, { by: bob.rsa })).status).toBe(401);
    }
    expect(third.asked).toEqual([]);
  });
});

test('one actor is heard in the order it spoke', async () => {
  await followBob();
  const note = elsewhere.note(bob);
  await elsewhere.send(saying('Create', note));
  await elsewhere.send(saying('Delete', note.id));
  await settleJobs();
  expect(await find(note.id)).toBeNull();
});

test('a suspended account is not listened to', async () => {
  await tell(saying('Follow', ann.iri));
  await pool().query('UPDATE account SET suspended_at = now() WHERE iri = $1', [bob.iri]);
  expect(await tell(saying('Undo', { type: 'Follow', id: `${bob.iri}#f`, object: ann.iri }))).toBe('ignored');
});
