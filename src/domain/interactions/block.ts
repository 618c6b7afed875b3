/** Blocks and mutes. */
import {
  countOtherDomainBlocks,
  countOtherMutes,
  deleteAccountDomainBlock,
  deleteBlocks,
  deleteMute,
  deleteMutedThread,
  insertAccountDomainBlock,
  insertBlocks,
  insertMutedThread,
  listAccountDomainBlocks,
  listFollowsWithBlockedHost,
  lockMutes,
  selectThreadMuted,
  updateShowsBoosts,
  upsertMute,
} from '../../db/sql/blocks.ts';
import { endCollectionFollowsWithHost } from '../../db/sql/followed-collections.ts';
import { closeSources, lockPairs, mintSource } from '../../db/sql/ledger.ts';
import { removeEntriesBy, replaceHiddenBoosts } from '../../db/sql/timelines.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue, recordFact } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { getAccount, isLocal } from '../accounts/account.ts';
import { type EventableType, getItemHeader } from '../items/eventable.ts';
import { parseRemoteHost } from '../moderation/domain-rules.ts';
import { endByFollowee, endByFollower } from './follow.ts';
import { type Begun, inGivenOrder, placedRows, throwIfRefused } from './on-item.ts';

// Begins and ends blocks

interface Blocking {
  blockerId: number;
  blockedId: number;
}

const toRows = (blocks: Blocking[]) =>
  placedRows(blocks, ({ blockerId, blockedId }) => ({ blocker_id: blockerId, blocked_id: blockedId }));

/**
 * Ends the follows and requests between the two, both ways. Blocking again changes nothing. Throws not_found, and
 * validation_failed for oneself.
 */
export async function block(blockerId: number, blockedId: number): Promise<void> {
  if (blockerId === blockedId) throw invalid('base', t('errors.cannot-block-yourself'));
  await transact(async (tx) => {
    await lockPairs(tx, [blockerId], [blockedId]);
    const [result] = await beginBlocks(tx, [{ blockerId, blockedId }]);
    throwIfRefused(result!, 'blocked');
  });
}

/** Nothing happens when there is no block. Throws not_found. */
export async function unblock(blockerId: number, blockedId: number): Promise<void> {
  await transact(async (tx) => {
    await getAccount(blockedId, tx);
    await lockPairs(tx, [blockerId], [blockedId]);
    await endBlocks(tx, [{ blockerId, blockedId }]);
    for (const { id } of await closeSources(tx, blockerId, blockedId, null, ['block']))
      await recordFact(tx, { fact: 'block.deleted', sourceId: id });
  });
}

/** One result for each of `blocks`. The caller has locked the pairs. */
export async function beginBlocks(tx: Tx, blocks: Blocking[]): Promise<Begun[]> {
  const rows = await insertBlocks(tx, toRows(blocks));
  for (const { place, begun } of rows) if (begun) await separate(tx, blocks[place]!);
  return inGivenOrder(blocks, rows);
}

/** The caller has locked the pairs. */
export async function endBlocks(tx: Tx, blocks: Blocking[]): Promise<void> {
  await deleteBlocks(tx, toRows(blocks));
}

/** Ends follows and requests between the two accounts, and records what a remote account must learn. */
async function separate(tx: Tx, { blockerId, blockedId }: Blocking): Promise<void> {
  const blocker = await getAccount(blockerId, tx);
  const blocked = await getAccount(blockedId, tx);
  await endByFollower(tx, blocker, blocked);
  await endByFollowee(tx, blocker, blocked);
  await removeEntriesBy(tx, blockerId, blockedId);
  await removeEntriesBy(tx, blockedId, blockerId);
  if (!config.sendBlocks || !isLocal(blocker) || isLocal(blocked)) return;

  const subject = { accountId: blockerId, targetId: blockedId, eventableId: null };
  await recordFact(tx, { fact: 'block.created', sourceId: await mintSource(tx, 'block', subject) });
}

// Blocks and unblocks servers for one member

export const maxDomainBlocks = 1_000;
const batchSize = 100;
/** Follows that were in progress when the server was blocked have ended after this time. */
const settleMs = 30_000;

/**
 * Hides its accounts at once; a job ends follows and requests in both directions. Repeating it changes nothing. Throws
 * validation_failed on `host`, also for this server and beyond 1,000 blocks.
 */
export async function blockDomain(accountId: number, name: string): Promise<void> {
  const host = parseHostWithPort(name);
  await transact(async (tx) => {
    await lockMutes(tx, accountId);
    const [others] = await countOtherDomainBlocks(tx, accountId, host);
    if (others!.count >= maxDomainBlocks)
      throw invalid('host', t('errors.too-many-domain-blocks', { maxDomainBlocks }));
    const [inserted] = await insertAccountDomainBlock(tx, accountId, host);
    if (inserted) await enqueue(tx, jobs.endFollowsWithHost, { accountId, host, until: Date.now() + settleMs });
  });
}

/** Does not restore follows. Nothing happens if it is not blocked. Throws validation_failed on `host`. */
export async function unblockDomain(accountId: number, name: string): Promise<void> {
  const host = parseHostWithPort(name);
  await transact((tx) => deleteAccountDomainBlock(tx, accountId, host));
}

/** Throws not_found, and validation_failed for a local account. */
export const blockDomainOf = async (accountId: number, otherId: number): Promise<void> =>
  blockDomain(accountId, await hostOf(otherId));

/** Throws not_found, and validation_failed for a local account. */
export const unblockDomainOf = async (accountId: number, otherId: number): Promise<void> =>
  unblockDomain(accountId, await hostOf(otherId));

/** In alphabetical order. */
export async function listDomainBlocks(accountId: number): Promise<string[]> {
  return (await listAccountDomainBlocks(db, accountId)).map(({ host }) => host);
}

/**
 * Ends follows and requests between the member and the accounts of a host, and follows of their collections, while the
 * member blocks it.
 */
export async function endFollowsWithHost(accountId: number, host: string): Promise<void> {
  while ((await endCollectionFollows(accountId, host)) === batchSize);
  for (;;) {
    const found = await listFollowsWithBlockedHost(db, accountId, host, batchSize);
    for (const { id } of found) {
      await transact(async (tx) => {
        await lockPairs(tx, [accountId], [id]);
        const [member, other] = [await getAccount(accountId, tx), await getAccount(id, tx)];
        await endByFollower(tx, member, other);
        await endByFollowee(tx, member, other);
      });
    }
    if (found.length < batchSize) return;
  }
}

/** Ends a batch, and returns how many. */
const endCollectionFollows = (accountId: number, host: string): Promise<number> =>
  transact(async (tx) => {
    const ended = await endCollectionFollowsWithHost(tx, accountId, host, batchSize);
    for (const { owner_id: ownerId, collection_iri: collectionIri, iri: followIri } of ended)
      if (ownerId && collectionIri && followIri)
        await recordFact(tx, { fact: 'collection-follow.deleted', accountId, ownerId, collectionIri, followIri });
    return ended.length;
  });

async function hostOf(id: number): Promise<string> {
  const account = await getAccount(id);
  if (isLocal(account)) throw invalid('base', t('errors.on-this-server'));
  return account.host;
}

/** As hosts of accounts are stored. */
function parseHostWithPort(name: string): string {
  const trimmed = name.trim().replace(/^@/, '');
  parseRemoteHost(trimmed);
  return new URL(`https://${trimmed}/`).host.replace(/\.(?=$|:)/, '');
}

// Mutes and unmutes accounts, and hides their boosts. Nobody else learns of it.

/** Ten years. */
export const maxMuteSeconds = 315_360_000;
const maxMutes = 5_000;

interface MuteOptions {
  /** Also hides its notifications. */
  notifications: boolean;
  /** Null for no end. */
  seconds: number | null;
}

/** Replaces an earlier mute. Follows stay. Throws not_found, and validation_failed for oneself or too many mutes. */
export async function mute(muterId: number, mutedId: number, { notifications, seconds }: MuteOptions): Promise<void> {
  if (muterId === mutedId) throw invalid('base', t('errors.cannot-mute-yourself'));
  await transact(async (tx) => {
    await getAccount(mutedId, tx);
    await lockMutes(tx, muterId);
    const [others] = await countOtherMutes(tx, muterId, mutedId);
    if (others!.count >= maxMutes) throw invalid('base', t('errors.too-many-mutes', { maxMutes }));
    await upsertMute(tx, muterId, mutedId, notifications, seconds);
    await replaceHiddenBoosts(tx, muterId, mutedId);
  });
}

/** Nothing happens without a mute. Throws not_found. */
export async function unmute(muterId: number, mutedId: number): Promise<void> {
  await transact(async (tx) => {
    await getAccount(mutedId, tx);
    await deleteMute(tx, muterId, mutedId);
  });
}

/** Throws not_found, and validation_failed unless the account is followed or asked. */
export const hideBoosts = (followerId: number, followeeId: number): Promise<void> =>
  transact(async (tx) => {
    await getAccount(followeeId, tx);
    const changed = await updateShowsBoosts(tx, followerId, followeeId, false);
    if (changed.length === 0) throw invalid('base', t('errors.not-followed'));
    await replaceHiddenBoosts(tx, followerId, followeeId);
  });

/** Nothing happens if they are not hidden. Throws not_found. */
export const showBoosts = (followerId: number, followeeId: number): Promise<void> =>
  transact(async (tx) => {
    await getAccount(followeeId, tx);
    await updateShowsBoosts(tx, followerId, followeeId, true);
  });

// Mutes and unmutes threads: a member gets no notifications about the item, its ancestors and what replies to them

/** Beyond them, the oldest ones end. */
const maxThreads = 1_000;

/** Muting again changes nothing. Throws not_found for an item the member may not see. */
export async function muteThread(accountId: number, type: EventableType, id: number): Promise<void> {
  await transact(async (tx) => {
    await getItemHeader(tx, accountId, id, type);
    await insertMutedThread(tx, accountId, id, maxThreads);
  });
}

/** Nothing happens if it is not muted. Throws not_found for an item the member may not see. */
export async function unmuteThread(accountId: number, type: EventableType, id: number): Promise<void> {
  await transact(async (tx) => {
    await getItemHeader(tx, accountId, id, type);
    await deleteMutedThread(tx, accountId, id);
  });
}

/** Throws not_found for an item the member may not see. */
export async function getThreadMute(accountId: number, type: EventableType, id: number): Promise<boolean> {
  await getItemHeader(db, accountId, id, type);
  return isThreadMuted(accountId, id);
}

export async function isThreadMuted(accountId: number, id: number): Promise<boolean> {
  const [found] = await selectThreadMuted(db, accountId, id);
  return found!.muted;
}
