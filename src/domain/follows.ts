/** Follow and unfollow, whoever of the two is of another server. */
import { randomUUID } from 'node:crypto';
import { countFollow } from '../db/sql/accounts.ts';
import { lockPair } from '../db/sql/blocks.ts';
import { forgetEventsOf } from '../db/sql/events.ts';
import {
  deleteFollow,
  deleteRequest,
  insertFollow,
  insertRequest,
  selectBlock,
  selectFollow,
  selectRequest,
} from '../db/sql/relations.ts';
import { lockSayings } from '../db/sql/repetitions.ts';
import { type Tx, transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { DomainError, invalid, notFound } from '../lib/errors.ts';
import { iris } from '../lib/iris.ts';
import { type Account, getAccount, isLocal } from './accounts/account.ts';
import { adoptFollow } from './adopt-follow.ts';
import { answer } from './answer-follow.ts';
import { notify, withdraw } from './notifications.ts';
import { type Deed, forgetRestated, listSaidToo, listSayings, restate } from './repetitions.ts';
import { bury } from './tombstones.ts';

/**
 * Following again changes nothing. A remote or locked account is asked first; a remote follower is told of the answer.
 * Throws not_found, validation_failed for oneself, forbidden when there is a block either way.
 */
export async function follow(
  followerId: number,
  followeeId: number,
  { iri }: { iri?: string } = {},
): Promise<void> {
  if (followerId === followeeId) throw invalid('base', 'you cannot follow yourself');
  if (iri && (await adoptFollow({ followerId, followeeId, iri }))) return;

  await transact(async (tx) => {
    const follower = await getAccount(followerId, tx);
    const followee = await getAccount(followeeId, tx);
    if (followee.suspendedAt) throw notFound();
    for (const saying of await listSayings(tx, deedOf(followerId, followeeId), iri))
      await begin(tx, follower, followee, saying ?? null);
  });
}

async function begin(tx: Tx, follower: Account, followee: Account, iri: string | null): Promise<void> {
  if (iri) await lockSayings(tx, follower.id);
  await lockPair(tx, follower.id, followee.id);
  if ((await selectBlock(tx, follower.id, followee.id)).length > 0) {
    throw new DomainError('forbidden', 'there is a block between you');
  }

  const [existing] = await selectFollow(tx, follower.id, followee.id);
  if (existing && !iri) return;
  if (existing) {
    await restate(tx, deedOf(follower.id, followee.id), iri!, existing.iri);
    await answer(tx, 'Accept', followee, follower, iri!);
  } else if (!isLocal(followee)) await ask(tx, follower, followee);
  else if (followee.locked) await request(tx, follower.id, followee.id, iri);
  else await establish(tx, follower, followee, iri);
}

export const deedOf = (accountId: number, targetId: number): Deed => ({
  type: 'Follow',
  accountId,
  targetId,
});

/** Takes back a follow or the request for one; nothing happens when there is neither. */
export async function unfollow(followerId: number, followeeId: number): Promise<void> {
  await transact(async (tx) => {
    const follower = await getAccount(followerId, tx);
    const followee = await getAccount(followeeId, tx);
    await retreat(tx, follower, followee);
  });
}

/** Ends what the follower has or asked for; the followee's server is told. */
export async function retreat(tx: Tx, follower: Account, followee: Account): Promise<void> {
  const gone = await dissolve(tx, follower.id, followee.id);
  if (!gone?.iri || !isLocal(follower) || isLocal(followee)) return;

  await bury(tx, gone.iri, follower.iri!, 'Follow');
  await enqueue(tx, jobs.sendActivity, {
    verb: 'UndoFollow',
    activity: iris.activity(follower.id, randomUUID()),
    accountId: follower.id,
    targetId: followee.id,
    followIri: gone.iri,
  });
}

/** The same by the followee; the follower's server is told. */
export async function expel(tx: Tx, followee: Account, follower: Account): Promise<void> {
  const saidToo = await listSaidToo(tx, deedOf(follower.id, followee.id));
  const gone = await dissolve(tx, follower.id, followee.id);
  for (const iri of [gone?.iri, ...saidToo]) if (iri) await answer(tx, 'Reject', followee, follower, iri);
}

/** A follow and whatever was asked for it are gone; the follower's home forgets the followee. */
export async function dissolve(
  tx: Tx,
  followerId: number,
  followeeId: number,
): Promise<{ iri: string | null } | null> {
  const [follow] = await deleteFollow(tx, followerId, followeeId);
  const [request] = await deleteRequest(tx, followerId, followeeId);
  await forgetRestated(tx, deedOf(followerId, followeeId));
  await withdraw(tx, { type: 'follow_request', accountId: followeeId, actorId: followerId });
  if (follow) {
    await withdraw(tx, { type: 'follow', accountId: followeeId, actorId: followerId });
    await countFollow(tx, followerId, followeeId, -1);
    await forgetEventsOf(tx, followerId, followeeId);
  }
  return follow ?? request ?? null;
}

async function request(tx: Tx, followerId: number, followeeId: number, iri: string | null): Promise<void> {
  const [asked] = await insertRequest(tx, followerId, followeeId, iri);
  if (asked) return notify(tx, { type: 'follow_request', accountId: followeeId, actorId: followerId });
  const [standing] = await selectRequest(tx, followerId, followeeId);
  if (iri && standing) await restate(tx, deedOf(followerId, followeeId), iri, standing.iri);
}

async function ask(tx: Tx, follower: Account, followee: Account): Promise<void> {
  const followIri = iris.activity(follower.id, randomUUID());
  const [asked] = await insertRequest(tx, follower.id, followee.id, followIri);
  if (!asked) return;
  await enqueue(tx, jobs.sendActivity, {
    verb: 'Follow',
    activity: followIri,
    accountId: follower.id,
    targetId: followee.id,
    followIri,
  });
}

/** The request becomes a follow. */
export async function establish(
  tx: Tx,
  follower: Account,
  followee: Account,
  iri: string | null,
): Promise<void> {
  const [request] = await deleteRequest(tx, follower.id, followee.id);
  const followIri = iri ?? request?.iri ?? null;
  const [won] = await insertFollow(tx, follower.id, followee.id, followIri);
  if (request) await withdraw(tx, { type: 'follow_request', accountId: followee.id, actorId: follower.id });
  if (won) {
    await countFollow(tx, follower.id, followee.id, 1);
    await notify(tx, { type: 'follow', accountId: followee.id, actorId: follower.id });
  }
  const saidToo = won ? await listSaidToo(tx, deedOf(follower.id, followee.id)) : [];
  for (const said of [followIri, ...saidToo]) if (said) await answer(tx, 'Accept', followee, follower, said);
}
