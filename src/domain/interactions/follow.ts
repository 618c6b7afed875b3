/** Begins and ends follows and the requests for them. */
import {
  acceptRequests,
  type BegunFollow,
  deleteFollows,
  insertFollows,
  selectFollow,
} from '../../db/sql/follows.ts';
import { closeSources, lockPairs, mintSource } from '../../db/sql/ledger.ts';
import { removeEntriesBy } from '../../db/sql/timelines.ts';
import { toJson } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { backfillHomes, recordFacts } from '../../jobs/enqueue.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { type Account, getAccount, isLocal } from '../accounts/account.ts';
import { type Begun, inOrder, throwIfRefused } from './refusal.ts';

export interface Following {
  followerId: number;
  followeeId: number;
}

const toRows = (follows: Following[], reopen = false) =>
  toJson(
    follows.map(({ followerId, followeeId }, place) => ({
      ...{ place, follower_id: followerId, followee_id: followeeId, reopen },
    })),
  );

/**
 * Following again changes nothing. A remote or locked account is asked first. Throws not_found, validation_failed for
 * oneself, forbidden when there is a block either way.
 */
export async function follow(followerId: number, followeeId: number): Promise<void> {
  if (followerId === followeeId) throw invalid('base', t('errors.cannot-follow-yourself'));
  await transact(async (tx) => {
    await lockPairs(tx, [followerId], [followeeId]);
    const [result] = await beginFollows(tx, [{ followerId, followeeId }]);
    throwIfRefused(result!, 'followed');
  });
}

/** Ends a follow or the request for one; nothing happens when there is neither. */
export async function unfollow(followerId: number, followeeId: number): Promise<void> {
  await transact(async (tx) => {
    await lockPairs(tx, [followerId], [followeeId]);
    await endByFollower(tx, await getAccount(followerId, tx), await getAccount(followeeId, tx));
  });
}

/** One result for each of `follows`. The caller has locked the pairs. */
export async function beginFollows(
  tx: Tx,
  follows: Following[],
): Promise<(Begun & { state?: BegunFollow['state'] })[]> {
  const rows = await insertFollows(tx, toRows(follows));
  await tellAccepted(tx, rows);
  const accepted = rows.filter(({ begun, state }) => begun && state === 'following');
  await backfillHomes(tx, ofLocalFollowers(follows, accepted));
  for (const { place, begun, follower_host, followee_host } of rows) {
    if (!begun || follower_host !== '' || followee_host === '') continue;
    const { followerId: accountId, followeeId: targetId } = follows[place]!;
    const sourceId = await mintSource(tx, 'follow', { accountId, targetId, eventableId: null });
    await recordFacts(tx, [{ fact: 'follow.created', sourceId }]);
  }
  return inOrder(follows, rows);
}

/** Requests become follows; nothing happens where nothing was requested. The caller has locked the pairs. */
export async function acceptFollows(tx: Tx, follows: Following[]): Promise<void> {
  const accepted = await acceptRequests(tx, toRows(follows));
  await tellAccepted(tx, accepted);
  await backfillHomes(tx, ofLocalFollowers(follows, accepted));
}

const ofLocalFollowers = (follows: Following[], rows: { place: number; follower_host: string }[]) =>
  rows.filter(({ follower_host }) => follower_host === '').map(({ place }) => follows[place]!);

async function tellAccepted(tx: Tx, rows: { sources: number[] }[]): Promise<void> {
  const sourceIds = new Set(rows.flatMap(({ sources }) => sources));
  await recordFacts(
    tx,
    [...sourceIds].map((sourceId) => ({ fact: 'follow.accepted', sourceId })),
  );
}

/** Follows and requests are gone; home timelines of local followers forget the followees. The caller has locked the pairs. */
export async function endFollows(tx: Tx, follows: Following[]): Promise<void> {
  await clearHomes(tx, await deleteFollows(tx, toRows(follows)));
}

/** Follows become requests again. The caller has locked the pairs. */
export async function reopenFollows(tx: Tx, follows: Following[]): Promise<void> {
  await clearHomes(tx, await deleteFollows(tx, toRows(follows, true)));
}

async function clearHomes(tx: Tx, ended: { follower_id: number; followee_id: number }[]): Promise<void> {
  for (const { follower_id, followee_id } of ended) await removeEntriesBy(tx, follower_id, followee_id);
}

/** Ends a follow by the local follower and records the fact for the followee's server. */
export async function endByFollower(tx: Tx, follower: Account, followee: Account): Promise<void> {
  const closed = await endAndClose(tx, follower.id, followee.id);
  if (!isLocal(follower)) return;
  await recordFacts(
    tx,
    closed.map(({ id }) => ({ fact: 'follow.deleted', sourceId: id })),
  );
}

/** Rejects a request or removes a follower, and records the fact for the follower's server. */
export async function endByFollowee(tx: Tx, followee: Account, follower: Account): Promise<void> {
  const closed = await endAndClose(tx, follower.id, followee.id);
  if (!isLocal(followee)) return;
  await recordFacts(
    tx,
    closed.map(({ id }) => ({ fact: 'follow.rejected', sourceId: id })),
  );
}

/** Ends a follow or request without telling other servers. Returns its source activities. */
export async function endAndClose(tx: Tx, followerId: number, followeeId: number) {
  await endFollows(tx, [{ followerId, followeeId }]);
  return closeSources(tx, followerId, followeeId, null, ['follow']);
}

export async function isFollowing(tx: Tx, { followerId, followeeId }: Following): Promise<boolean> {
  return (await selectFollow(tx, followerId, followeeId)).length > 0;
}
