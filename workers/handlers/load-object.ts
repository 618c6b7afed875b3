/** Fetches an object that a local row refers to, or deletes the local copy if the object is gone. */
import { randomUUID } from 'node:crypto';
import { selectAuthorOf } from '../../src/db/sql/items/relevance.ts';
import { db } from '../../src/db/statement.ts';
import { findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { deleteRemoteItem } from '../../src/domain/items/delete-remote.ts';
import { enqueueReplyFetches } from '../../src/domain/statuses/fetch-replies.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { sharedBudget } from '../../src/federation/resolve/fetch-budget.ts';
import { loadItem } from '../../src/federation/resolve/load-item.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { isLocalIri } from '../../src/lib/iris.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { withHostPermit } from '../host-concurrency.ts';
import { retryLater } from '../retry-later.ts';

type LoadPayload = Parameters<Handlers['load-object']>[0];

export const loadObject: Handlers['load-object'] = async (payload) => {
  const { iri, fetchBudgetId = randomUUID() } = payload;
  return isLocalIri(iri) ? 'done' : withHostPermit(iri, () => load({ ...payload, fetchBudgetId }));
};

async function load(payload: LoadPayload & { fetchBudgetId: string }): Promise<Outcome> {
  const { iri, replies = 0, fetchBudgetId } = payload;
  try {
    const id = await loadItem(iri, sharedBudget(fetchBudgetId), payload);
    if (id !== null && replies > 0) await enqueueReplyFetches([id], replies);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    if (failure === 'gone' || failure === 'missing') await deleteLocalCopy(iri, failure);
    if (failure === 'unreachable') await retryLater(jobs.loadObject, payload);
  }
  return 'done';
}

/** A private item is kept on 404, because servers also answer 404 for items they hide. */
async function deleteLocalCopy(iri: string, failure: 'gone' | 'missing'): Promise<void> {
  const [item] = await selectAuthorOf(db, iri);
  if (!item || (failure === 'missing' && item.visibility !== 'public' && item.visibility !== 'unlisted'))
    return;

  const author = await findAccount(item.account_id);
  if (author && !isLocal(author)) await deleteRemoteItem(iri, author);
}
