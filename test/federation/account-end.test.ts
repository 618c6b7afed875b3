/** Remote accounts are deleted or suspended with everything they did, and local suspensions are federated. */
import { beforeEach, expect, test } from 'vitest';
import {
  type Account,
  anonymous,
  findAccount,
  findAccountByIri,
  getAccount,
} from '../../src/domain/accounts/account.ts';
import { applySuspensions, eraseInteractionsOf } from '../../src/domain/accounts/delete.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { block } from '../../src/domain/interactions/block.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { findEventableByIri } from '../../src/domain/items/read.ts';
import { suspend, unsuspend } from '../../src/domain/moderation/members.ts';
import { createStatus } from '../../src/domain/statuses/statuses.ts';
import { bob, remote, uniqueName, useBob } from '../support/bob.ts';
import { drain } from '../support/drain.ts';
import { deliverFromBob, outcomeOf, storedAccount, useReceiver } from '../support/receiver.ts';
import { accountIdOf, stored, storedItem } from '../support/stored.ts';

let ann: Account;

useReceiver();
useBob();

beforeEach(async () => {
  ann = await register({ username: uniqueName('ann') });
});

const find = (iri: unknown) => findEventableByIri(iri as string, anonymous);
const post = async (): Promise<{ id: number; iri: string }> => {
  const id = await createStatus(ann.id, {
    content: 'Soup?',
    visibility: 'public',
    locale: null,
    sensitive: false,
    spoilerText: '',
    inReplyToId: null,
  });
  return { id, iri: (await storedItem(id)).iri! };
};

/** Bob and Ann follow each other; he replies to, likes and boosts a status of hers. */
async function createInteractions() {
  const { id, iri } = await post();
  await deliverFromBob('Follow', ann.iri);
  await follow(ann.id, (await storedAccount(bob)).id);
  await drain();
  await deliverFromBob('Accept', { type: 'Follow', actor: ann.iri, object: bob.iri });
  await deliverFromBob('Like', iri);
  await deliverFromBob('Announce', iri);
  const note = remote.note(bob, { inReplyTo: iri });
  await deliverFromBob('Create', note);
  return { id, note };
}

const counters = async (id: number) => {
  const { likesCount, boostsCount, repliesCount, accountId } = await storedItem(id);
  const { followersCount, followingCount } = await getAccount(accountId);
  return { likesCount, boostsCount, repliesCount, followersCount, followingCount };
};
const all = (count: number) => ({
  likesCount: count,
  boostsCount: count,
  repliesCount: count,
  followersCount: count,
  followingCount: count,
});
const tombstones = (iri: unknown) => stored.tombstones({ iri: iri as string });

test('deleting a remote account deletes its items, likes, boosts and follows, and ignores later activities', async () => {
  const { id, note } = await createInteractions();
  expect(await counters(id)).toEqual(all(1));

  await deliverFromBob('Delete', bob.iri);
  expect(await find(note.id)).toBeNull();
  expect(await tombstones(note.id)).toBe(1);
  expect(await counters(id)).toEqual(all(0));
  expect(await findAccountByIri(bob.iri)).toMatchObject({ deletedAt: expect.any(Date), name: '' });

  expect(await outcomeOf(await deliverFromBob('Create', remote.note(bob)))).toBe('ignored');
  await deliverFromBob('Delete', bob.iri);
  expect(await counters(id)).toEqual(all(0));
});

test('an account whose actor answers 410 when it is fetched again is deleted in the same way', async () => {
  const { id, note } = await createInteractions();
  remote.fail(bob.iri, 410);
  await deliverFromBob('Update', bob.json);

  expect(await find(note.id)).toBeNull();
  expect(await counters(id)).toEqual(all(0));
});

test('an account that is deleted and recreated is still blocked', async () => {
  await deliverFromBob('Follow', ann.iri);
  await block(ann.id, (await storedAccount(bob)).id);
  await deliverFromBob('Delete', bob.iri);
  expect(await stored.blocks({ blockerId: ann.id })).toBe(1);
});

test('an account that its own server suspends is hidden here until that server restores it', async () => {
  const { note } = await createInteractions();
  bob.json.suspended = true;
  await deliverFromBob('Update', bob.json);
  expect(await find(note.id)).toBeNull();
  expect(await outcomeOf(await deliverFromBob('Create', remote.note(bob)))).toBe('ignored');

  bob.json.suspended = false;
  await deliverFromBob('Update', bob.json);
  expect(await find(note.id)).not.toBeNull();
});

test('an account that is suspended here stays hidden, whatever its own server says', async () => {
  const { note } = await createInteractions();
  await suspend(await accountIdOf(bob.iri));
  expect(await outcomeOf(await deliverFromBob('Update', bob.json))).toBe('ignored');
  expect(await find(note.id)).toBeNull();
});

test('the interactions of an account that was restored in the meantime stay', async () => {
  const { id } = await createInteractions();
  const { id: bobId } = await storedAccount(bob);
  await eraseInteractionsOf(bobId);
  expect(await counters(id)).toEqual(all(1));
  await suspend(bobId);
  await eraseInteractionsOf(bobId);
  await applySuspensions();
  expect(await counters(id)).toEqual(all(0));
});

test('other servers receive one Update when a local account is suspended, and one when it is restored', async () => {
  await deliverFromBob('Follow', ann.iri);
  remote.inbox.length = 0;
  await suspend(ann.id);
  await suspend(ann.id);
  await drain();
  expect(remote.inbox).toEqual([
    expect.objectContaining({ type: 'Update', object: expect.objectContaining({ suspended: true }) }),
  ]);

  remote.inbox.length = 0;
  await unsuspend(ann.id);
  await drain();
  expect(remote.inbox).toHaveLength(1);
  expect(remote.inbox[0]!.object).not.toHaveProperty('suspended');
  expect((await findAccount(ann.id))!.suspendedAt).toBeNull();
});
