/** Answers follow requests to local accounts, and removes followers. */
import { listWaiting, selectFollow, selectRequest } from '../../db/sql/follows.ts';
import { lockPairs } from '../../db/sql/ledger.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { type Account, getAccount } from '../accounts/account.ts';
import { acceptFollows, endByFollowee } from './follow.ts';

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
  for (let after = 0; ; ) {
    if ((await getAccount(accountId)).locked) return;
    const waiting = await listWaiting(db, accountId, after, batchSize);
    for (const { id } of waiting) await authorizeRequest(accountId, id).catch(ignoreMissing);
    if (waiting.length < batchSize) return;
    after = waiting.at(-1)!.id;
  }
}

/** The request was taken back or answered in the meantime. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
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
