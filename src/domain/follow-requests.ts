/** Follows that wait for an answer of ours, and followers sent away. */
import { lockPair } from '../db/sql/blocks.ts';
import { listWaiting, selectFollow, selectRequest } from '../db/sql/relations.ts';
import { db } from '../db/statement.ts';
import { type Tx, transact } from '../db/transaction.ts';
import { DomainError, notFound } from '../lib/errors.ts';
import { type Account, getAccount } from './accounts/account.ts';
import { establish, expel } from './follows.ts';

/** Again for who follows already: nothing changes. Throws not_found for who did not ask. */
export async function authorizeRequest(accountId: number, requesterId: number): Promise<void> {
  await between(accountId, requesterId, async (tx, account, requester) => {
    const [asked] = await selectRequest(tx, requesterId, accountId);
    if (asked) return establish(tx, requester, account, asked.iri);
    const [follow] = await selectFollow(tx, requesterId, accountId);
    if (!follow) throw notFound();
  });
}

const batchSize = 200;

/** Everybody who waits; none of them while the account is locked. May be interrupted and done again. */
export async function authorizeAll(accountId: number): Promise<void> {
  for (let after = 0; ; ) {
    if ((await getAccount(accountId)).locked) return;
    const waiting = await listWaiting(db, accountId, after, batchSize);
    for (const { id } of waiting) await authorizeRequest(accountId, id).catch(ignoreMissing);
    if (waiting.length < batchSize) return;
    after = waiting.at(-1)!.id;
  }
}

/** Taken back or answered meanwhile. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
}

/** Throws not_found for who did not ask. */
export async function rejectRequest(accountId: number, requesterId: number): Promise<void> {
  await between(accountId, requesterId, async (tx, account, requester) => {
    if ((await selectRequest(tx, requesterId, accountId)).length === 0) throw notFound();
    await expel(tx, account, requester);
  });
}

/** Nothing happens when they do not follow. */
export async function removeFollower(accountId: number, followerId: number): Promise<void> {
  await between(accountId, followerId, expel);
}

async function between(
  accountId: number,
  otherId: number,
  step: (tx: Tx, account: Account, other: Account) => Promise<void>,
): Promise<void> {
  await transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    const other = await getAccount(otherId, tx);
    await lockPair(tx, accountId, otherId);
    await step(tx, account, other);
  });
}
