/** Reads a remote account's newest items: loading → loaded. */
import { transact } from '../../src/db/transaction.ts';
import { type Account, findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { markLoaded } from '../../src/domain/accounts/adopt.ts';
import { adoptEventable } from '../../src/domain/eventables/adopt.ts';
import { budgetOf } from '../../src/federation/resolve/budget.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { type OutboxItem, readOutboxItems } from '../../src/federation/resolve/outbox.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { fetchAgain } from '../fetch-again.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { inHostSlot } from '../host-slots.ts';

export const readOutbox: Handlers['read-outbox'] = async ({ accountId, again = false, purse }) => {
  const account = await findAccount(accountId);
  if (!account?.iri || isLocal(account) || account.suspendedAt || account.deletedAt) return 'done';
  // It was asked for again while it was being read: a second reading would take news for history.
  if (account.state === 'loaded' && !again) return 'done';
  const { iri } = account;
  return inHostSlot(iri, () => read(account, iri, purse));
};

async function read(
  { id, outbox, followersIri, featuredIri }: Account,
  iri: string,
  purse: string | undefined,
): Promise<Outcome> {
  let items: OutboxItem[] = [];
  try {
    if (outbox) items = await readOutboxItems({ iri, outbox, followersIri }, budgetOf(purse));
  } catch (error) {
    // An outbox that is not shown is as good as an empty one.
    if (failureOf(error) === null || failureOf(error) === 'unreachable') return fetchAgain(id, error);
  }

  for (const item of items) await adoptEventable({ ...item, authorId: id }, { backfilled: true, purse });
  await markLoaded(id);
  if (featuredIri) await transact((tx) => enqueue(tx, jobs.loadFeatured, { accountId: id, purse }));
  return 'done';
}
