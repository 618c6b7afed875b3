/** Fetches a remote account's profile: unknown → loading. */
import { selectIsFollowedHere } from '../../src/db/sql/relevance.ts';
import { db } from '../../src/db/statement.ts';
import { transact } from '../../src/db/transaction.ts';
import { type Account, findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { adoptAccount } from '../../src/domain/accounts/adopt.ts';
import { budgetOf, deeper } from '../../src/federation/resolve/budget.ts';
import { withCounts } from '../../src/federation/resolve/count.ts';
import { learnSoftware } from '../../src/federation/resolve/software.ts';
import { loadActor, resolveHandle } from '../../src/federation/resolve.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { fetchAgain } from '../fetch-again.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { inHostSlot } from '../host-slots.ts';

export const loadAccount: Handlers['load-account'] = async ({ accountId, purse }) => {
  const account = await findAccount(accountId);
  if (!account || isLocal(account) || (account.suspendedAt && !account.suspendedThere)) return 'done';
  return inHostSlot(account.iri ?? `https://${account.host}`, () => load(account, purse));
};

async function load({ id, iri, handle, outboxReadAt }: Account, purse: string | undefined): Promise<Outcome> {
  try {
    const budget = budgetOf(purse);
    const profile = iri ? await loadActor(iri, budget) : await resolveHandle(handle!, budget);
    const account = await adoptAccount(await withCounts(profile, deeper(budget)), { purse });
    if (account.state === 'loaded' && isOld(outboxReadAt) && (await isFollowed(id))) {
      await transact((tx) => enqueue(tx, jobs.readOutbox, { accountId: id, again: true, purse }));
    }
    await learnSoftware(new URL(profile.iri).origin, deeper(budget));
    return 'done';
  } catch (error) {
    return fetchAgain(id, error);
  }
}

/** What was not delivered while we or they were away is found in the outbox. */
const isOld = (readAt: Date | null) => readAt !== null && Date.now() - readAt.getTime() > 24 * 3_600_000;

async function isFollowed(id: number): Promise<boolean> {
  const [row] = await selectIsFollowedHere(db, id);
  return row?.followed ?? false;
}
