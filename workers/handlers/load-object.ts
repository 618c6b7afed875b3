/** Fetches an object that something here points at, or learns that it is gone. */
import { randomUUID } from 'node:crypto';
import { selectAuthorOf } from '../../src/db/sql/relevance.ts';
import { db } from '../../src/db/statement.ts';
import { findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { retire } from '../../src/domain/eventables/retire.ts';
import { wantReplies } from '../../src/domain/replies.ts';
import { sharedBudget } from '../../src/federation/resolve/budget.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { loadItem } from '../../src/federation/resolve/load-item.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { isOurs } from '../../src/lib/iris.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { inHostSlot } from '../host-slots.ts';
import { tryLater } from '../try-later.ts';

type Wanted = Parameters<Handlers['load-object']>[0];

export const loadObject: Handlers['load-object'] = async (wanted) => {
  const { iri, purse = randomUUID() } = wanted;
  return isOurs(iri) ? 'done' : inHostSlot(iri, () => load({ ...wanted, purse }));
};

async function load(wanted: Wanted & { purse: string }): Promise<Outcome> {
  const { iri, replies = 0, purse } = wanted;
  try {
    const id = await loadItem(iri, sharedBudget(purse), wanted);
    if (id !== null && replies > 0) await wantReplies([id], replies);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (failure === 'gone' || failure === 'missing') await forget(iri, failure);
    if (failure === 'unreachable') await tryLater(jobs.loadObject, wanted);
  }
  return 'done';
}

/** 404 is also what servers say of items they do not show to us. */
async function forget(iri: string, failure: 'gone' | 'missing'): Promise<void> {
  const [item] = await selectAuthorOf(db, iri);
  if (!item || (failure === 'missing' && item.visibility !== 'public' && item.visibility !== 'unlisted'))
    return;

  const author = await findAccount(item.account_id);
  if (author && !isLocal(author)) await retire(iri, author);
}
