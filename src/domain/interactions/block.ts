/** Begins and ends blocks. */
import { deleteBlocks, insertBlocks } from '../../db/sql/blocks.ts';
import { closeSources, lockPairs, mintSource } from '../../db/sql/ledger.ts';
import { removeEntriesBy } from '../../db/sql/timelines.ts';
import { toJson } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { getAccount, isLocal } from '../accounts/account.ts';
import { endByFollowee, endByFollower } from './follow.ts';
import { type Begun, inOrder, throwIfRefused } from './refusal.ts';

export interface Blocking {
  blockerId: number;
  blockedId: number;
}

const toRows = (blocks: Blocking[]) =>
  toJson(
    blocks.map(({ blockerId, blockedId }, place) => ({
      ...{ place, blocker_id: blockerId, blocked_id: blockedId },
    })),
  );

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
  return inOrder(blocks, rows);
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
