/** Follows, requests to follow, and lists of followers. */
import { readInBatches } from '../../db/batch.ts';
import {
  type AccountList,
  acceptRequests,
  type BegunFollow,
  blocked,
  boosters,
  deleteFollows,
  followers,
  following,
  insertFollows,
  likers,
  listFollowersOn,
  listWaiting,
  muted,
  requesters,
  selectFollow,
  selectFollowerDigests,
  selectRelationships,
  selectRequest,
} from '../../db/sql/follows.ts';
import { closeSources, lockPairs, mintSource } from '../../db/sql/ledger.ts';
import { removeEntriesBy } from '../../db/sql/timelines.ts';
import { db, nest, type RowOf, readPage } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { backfillHomes, recordFact, recordFacts } from '../../jobs/enqueue.ts';
import { invalid, missingAsNull, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { idsOf } from '../../lib/lists.ts';
import type { Page } from '../../lib/page.ts';
import {
  type Account,
  type AccountCard,
  checkAccountVisible,
  findAccountByIri,
  getAccount,
  isLocal,
  type Viewer,
  viewerOf,
} from '../accounts/account.ts';
import { type EventableType, getItemHeader } from '../items/eventable.ts';
import { type Begun, inGivenOrder, placedRows, throwIfRefused } from './on-item.ts';

// Lists accounts that like, boost, follow, block or mute something, newest first

export interface RelatedAccount {
  /** The id of the like, boost, follow, request, block or mute. */
  relationId: number;
  account: AccountCard;
}

export interface MutedAccount extends RelatedAccount {
  /** Null for no end. */
  expiresAt: Date | null;
  hidesNotifications: boolean;
}

interface Item {
  type: EventableType;
  id: number;
}

/** Throws not_found for an item the viewer may not see. */
export const listLikers = (item: Item, viewer: Viewer, page: Page): Promise<RelatedAccount[]> =>
  listOnItem(likers, item, viewer, page);

/** Throws not_found for an item the viewer may not see. */
export const listBoosters = (item: Item, viewer: Viewer, page: Page): Promise<RelatedAccount[]> =>
  listOnItem(boosters, item, viewer, page);

/** Likes and boosts of a draft are those from before it was unpublished, which no longer count. */
async function listOnItem(accounts: AccountList, { id, type }: Item, viewer: Viewer, page: Page) {
  const { publication } = await getItemHeader(db, viewer.accountId, id, type);
  return publication === 'draft' ? [] : list(accounts, id, viewer, page);
}

/** Throws not_found, also when there is a block between the account and the viewer. */
export async function listFollowers(accountId: number, viewer: Viewer, page: Page): Promise<RelatedAccount[]> {
  await checkAccountVisible(accountId, viewer);
  return list(followers, accountId, viewer, page);
}

/** Throws not_found, also when there is a block between the account and the viewer. */
export async function listFollowing(accountId: number, viewer: Viewer, page: Page): Promise<RelatedAccount[]> {
  await checkAccountVisible(accountId, viewer);
  return list(following, accountId, viewer, page);
}

/** Accounts with a pending follow request. */
export const listRequesters = (accountId: number, page: Page): Promise<RelatedAccount[]> =>
  list(requesters, accountId, viewerOf(accountId), page);

export const listBlocked = (accountId: number, page: Page): Promise<RelatedAccount[]> =>
  list(blocked, accountId, viewerOf(accountId), page);

/** Without mutes that have ended. */
export const listMuted = (accountId: number, page: Page): Promise<MutedAccount[]> =>
  list<MutedAccount>(muted, accountId, viewerOf(accountId), page);

async function list<Row extends RelatedAccount>(
  accounts: AccountList,
  of: number,
  viewer: Viewer,
  page: Page,
): Promise<Row[]> {
  return nest<Row>(await readPage(accounts, page, [viewer.accountId, of]));
}

// Begins and ends follows and the requests for them

export interface Following {
  followerId: number;
  followeeId: number;
}

const toRows = (follows: Following[], reopen = false) =>
  placedRows(follows, ({ followerId, followeeId }) => ({
    follower_id: followerId,
    followee_id: followeeId,
    reopen,
  }));

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
    await recordFact(tx, { fact: 'follow.created', sourceId });
  }
  return inGivenOrder(follows, rows);
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
  await recordForSources(tx, 'follow.accepted', [...sourceIds]);
}

const recordForSources = (tx: Tx, fact: `follow.${'accepted' | 'deleted' | 'rejected'}`, sourceIds: number[]) =>
  recordFacts(
    tx,
    sourceIds.map((sourceId) => ({ fact, sourceId })),
  );

/**
 * Follows and requests are gone; home timelines of local followers forget the followees. The caller has locked the
 * pairs.
 */
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
  if (isLocal(follower)) await recordForSources(tx, 'follow.deleted', idsOf(closed));
}

/** Rejects a request or removes a follower, and records the fact for the follower's server. */
export async function endByFollowee(tx: Tx, followee: Account, follower: Account): Promise<void> {
  const closed = await endAndClose(tx, follower.id, followee.id);
  if (isLocal(followee)) await recordForSources(tx, 'follow.rejected', idsOf(closed));
}

/** Ends a follow or request without telling other servers. Returns its source activities. */
export async function endAndClose(tx: Tx, followerId: number, followeeId: number) {
  await endFollows(tx, [{ followerId, followeeId }]);
  return closeSources(tx, followerId, followeeId, null, ['follow']);
}

export async function isFollowing(tx: Tx, { followerId, followeeId }: Following): Promise<boolean> {
  return (await selectFollow(tx, followerId, followeeId)).length > 0;
}

// Answers follow requests to local accounts, and removes followers

/** Nothing changes for an account that follows already. Throws not_found when there is no request. */
export async function authorizeRequest(accountId: number, requesterId: number): Promise<void> {
  await between(accountId, requesterId, async (tx) => {
    const [follow] = await selectFollow(tx, requesterId, accountId);
    if (follow) return;
    await checkRequested(tx, accountId, requesterId);
    await acceptFollows(tx, [{ followerId: requesterId, followeeId: accountId }]);
  });
}

const batchSize = 200;

/** Authorizes all requests; none of them while the account is locked. May be interrupted and repeated. */
export async function authorizeAll(accountId: number): Promise<void> {
  const list = (after: number, limit: number) => listWaiting(db, accountId, after, limit);
  for await (const waiting of readInBatches({ size: batchSize }, list, ({ id }) => id)) {
    if ((await getAccount(accountId)).locked) return;
    // A request may be taken back or answered in the meantime.
    for (const { id } of waiting) await authorizeRequest(accountId, id).catch(missingAsNull);
  }
}

/** Throws not_found when there is no request. */
export async function rejectRequest(accountId: number, requesterId: number): Promise<void> {
  await between(accountId, requesterId, async (tx, account, requester) => {
    await checkRequested(tx, accountId, requesterId);
    await endByFollowee(tx, account, requester);
  });
}

/** Nothing happens when they do not follow. */
export async function removeFollower(accountId: number, followerId: number): Promise<void> {
  await between(accountId, followerId, endByFollowee);
}

async function checkRequested(tx: Tx, accountId: number, requesterId: number): Promise<void> {
  if ((await selectRequest(tx, requesterId, accountId)).length === 0) throw notFound();
}

async function between(
  accountId: number,
  otherId: number,
  step: (tx: Tx, account: Account, other: Account) => Promise<void>,
): Promise<void> {
  await transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    const other = await getAccount(otherId, tx);
    await lockPairs(tx, [accountId], [otherId]);
    await step(tx, account, other);
  });
}

// Synchronises followers with another server (FEP-8fcf)

const nobody = '0'.repeat(64);
/** Maximum number of unknown follows to undo at once. */
const maxRemoved = 200;

/** Hexadecimal digests by host; this server has the empty name. */
export async function followerDigests(accountId: number): Promise<(host: string) => string> {
  const rows = await selectFollowerDigests(db, accountId);
  const byHost = new Map(rows.map(({ host, bits }) => [host, toHex(bits)]));
  return (host) => byHost.get(host) ?? nobody;
}

const toHex = (bits: string) => BigInt(`0b${bits}`).toString(16).padStart(64, '0');

export const membersFollowing = (accountId: number) => listFollowersOn(db, accountId, '');

/**
 * `theirs` are all the members here that an account's server takes for its followers, `ours` those that were before
 * that was asked. Follows it does not know end here; those we do not know are granted if they were asked for, else
 * taken back there.
 */
export async function repairFollowers(
  accountId: number,
  ours: { id: number; iri: string }[],
  theirs: Set<string>,
): Promise<void> {
  for (const { id, iri } of ours) {
    if (theirs.has(iri)) continue;
    await transact(async (tx) => {
      await lockPairs(tx, [id], [accountId]);
      await endAndClose(tx, id, accountId);
    });
  }

  const known = new Set(ours.map(({ iri }) => iri));
  for (const iri of [...theirs].filter((each) => !known.has(each)).slice(0, maxRemoved)) {
    const member = await findAccountByIri(iri);
    if (!member || !isLocal(member)) continue;
    await acceptOrTakeBack(member, accountId);
  }
}

async function acceptOrTakeBack({ id }: Account, followeeId: number): Promise<void> {
  const follow = { followerId: id, followeeId };
  await transact(async (tx) => {
    await lockPairs(tx, [id], [followeeId]);
    await acceptFollows(tx, [follow]);
    if (await isFollowing(tx, follow)) return;
    const subject = { accountId: id, targetId: followeeId, eventableId: null };
    const sourceId = await mintSource(tx, 'follow', subject, { undone: true });
    await recordFact(tx, { fact: 'follow.deleted', sourceId });
  });
}

// Reads the relationships between accounts

export type Relationship = RowOf<typeof selectRelationships>;

/** Throws not_found. */
export async function getRelationship(viewerId: number, id: number): Promise<Relationship> {
  const [relationship] = await getRelationships(viewerId, [id]);
  if (!relationship) throw notFound();
  return relationship;
}

/** In the requested order; unknown accounts are left out. */
export const getRelationships = (viewerId: number, ids: number[]): Promise<Relationship[]> =>
  selectRelationships(db, viewerId, ids);
