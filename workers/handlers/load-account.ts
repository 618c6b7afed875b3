/** Fetches a remote account's profile (state unknown → loading). */
import { selectHasLocalFollower } from '../../src/db/sql/discovery.ts';
import { db } from '../../src/db/statement.ts';
import { transact } from '../../src/db/transaction.ts';
import { type Account, findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { upsertRemoteAccount } from '../../src/domain/accounts/upsert-remote.ts';
import { budgetOf, deeper } from '../../src/federation/resolve/fetch-budget.ts';
import { withFollowCounts } from '../../src/federation/resolve/follow-counts.ts';
import { loadActor, resolveHandle } from '../../src/federation/resolve/resolve-actor.ts';
import { detectSoftware } from '../../src/federation/resolve/software.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { withHostPermit } from '../host-concurrency.ts';
import { scheduleRefetch } from '../refetch.ts';

export const loadAccount: Handlers['load-account'] = async ({ accountId, fetchBudgetId }) => {
  const account = await findAccount(accountId);
  if (!account || isLocal(account) || (account.suspendedAt && !account.suspendedByHost)) return 'done';
  return withHostPermit(account.iri ?? `https://${account.host}`, () => load(account, fetchBudgetId));
};

async function load({ id, iri, handle }: Account, fetchBudgetId: string | undefined): Promise<Outcome> {
  try {
    const budget = budgetOf(fetchBudgetId);
    const profile = iri ? await loadActor(iri, budget) : await resolveHandle(handle!, budget);
    const account = await upsertRemoteAccount(await withFollowCounts(profile, deeper(budget)), {
      fetchBudgetId,
      requestedId: id,
    });
    const accountId = account.id;
    if (account.state === 'loaded' && isOld(account.outboxReadAt) && (await isFollowed(accountId))) {
      await transact((tx) => enqueue(tx, jobs.readOutbox, { accountId, isRefresh: true, fetchBudgetId }));
    }
    await detectSoftware(new URL(profile.iri).origin, deeper(budget));
    return 'done';
  } catch (error) {
    return scheduleRefetch(id, error);
  }
}

/** Old outboxes are read again to find activities that were missed while either server was down. */
const isOld = (readAt: Date | null) => readAt !== null && Date.now() - readAt.getTime() > 24 * 3_600_000;

async function isFollowed(id: number): Promise<boolean> {
  const [row] = await selectHasLocalFollower(db, id);
  return row?.followed ?? false;
}
