/** Records failed fetches of remote accounts, and gives up accounts that do not exist. */
import { deleteUnknownAccount } from '../../db/sql/accounts.ts';
import { transact, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { rememberLookUp } from './recent-look-up.ts';

const backoffMs = [60_000, 600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000];

/** After so many failures in a row the account is fetched again only on request. */
export const maxFetchFailures = 8;

/** After so many 404 answers in a row, over more than an hour, the account counts as gone. */
const maxMisses = 4;

export interface AccountFetchFailure {
  /** Its server answered 410. */
  gone: boolean;
  /** Its server answered 404. */
  missing?: boolean;
  /** There is certainly no such account, or no such server. */
  doesNotExist?: boolean;
}

/**
 * Schedules the next fetch with a growing delay. `gone` hides the account and enqueues the erasure of its content.
 * Repeated `missing` answers have the same effect. An account that was never fetched and does not exist is deleted.
 */
export async function recordAccountFetchFailure(
  accountId: number,
  failure: AccountFetchFailure,
): Promise<void> {
  const { gone, missing = false, doesNotExist = false } = failure;
  if (doesNotExist && (await deleteIfUnknown(accountId))) return;

  await transactWithPrisma(async (tx) => {
    const account = await tx.prisma.account.findUnique({ where: { id: accountId } });
    if (!account) return;
    const fetchMisses = missing ? account.fetchMisses + 1 : 0;
    const isGone = account.iri !== null && (gone || fetchMisses >= maxMisses);
    const isUnknown = doesNotExist && account.state === 'unknown';
    const delayMs = backoffMs[Math.min(account.fetchFailures, backoffMs.length - 1)]!;
    await tx.prisma.account.update({
      where: { id: accountId },
      data: {
        fetchFailures: isUnknown ? maxFetchFailures : { increment: 1 },
        fetchMisses,
        nextFetchAt: new Date(Date.now() + delayMs),
        ...(isGone ? { deletedAt: account.deletedAt ?? new Date() } : {}),
      },
    });
    if (isGone) await enqueue(tx, jobs.purgeRemoteAccount, { accountId });
  });
}

/** Requests to follow it and mentions of it are deleted too. Returns whether the account was deleted. */
const deleteIfUnknown = (accountId: number): Promise<boolean> =>
  transact(async (tx) => {
    const [deleted] = await deleteUnknownAccount(tx, accountId);
    if (deleted) await rememberLookUp(tx, deleted.name, null);
    return deleted !== undefined;
  });
