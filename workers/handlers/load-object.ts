/** Fetches an object that a local row refers to, or deletes the local copy if the object is gone. */
import { randomUUID } from 'node:crypto';
import { selectAuthorOf } from '../../src/db/sql/discovery.ts';
import { db } from '../../src/db/statement.ts';
import { transact } from '../../src/db/transaction.ts';
import { type Account, findAccount, isLocal } from '../../src/domain/accounts/account.ts';
import { deleteRemoteItem } from '../../src/domain/items/delete-remote.ts';
import { enqueueReplyFetches } from '../../src/domain/statuses/fetch-replies.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { sharedBudget } from '../../src/federation/resolve/fetch-budget.ts';
import { loadItem } from '../../src/federation/resolve/load-item.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
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
    if (failure === 'gone') await deleteLocalCopy(await findLocalCopy(iri));
    if (failure === 'missing') await handleMissing(payload);
    if (failure === 'unreachable') await retryLater(jobs.loadObject, payload);
  }
  return 'done';
}

/** A server may answer 404 by mistake, so an item is deleted after several such answers over hours. */
const minAnswers = 3;
const minMissingMs = 6 * 3_600_000;
const checkIntervalMs = 3 * 3_600_000;

/** A private item is kept on 404, because servers also answer 404 for items they hide. */
async function handleMissing({ iri, missing }: LoadPayload): Promise<void> {
  const item = await findLocalCopy(iri);
  if (!item || (item.visibility !== 'public' && item.visibility !== 'unlisted')) return;

  const { since, answers } = { since: missing?.since ?? Date.now(), answers: (missing?.answers ?? 0) + 1 };
  if (answers >= minAnswers && Date.now() - since >= minMissingMs) return deleteLocalCopy(item);
  const dueAt = new Date(Date.now() + checkIntervalMs);
  await transact((tx) => enqueue(tx, jobs.loadObject, { iri, missing: { since, answers } }, { dueAt }));
}

async function findLocalCopy(iri: string) {
  const [item] = await selectAuthorOf(db, iri);
  const author = item ? await findAccount(item.account_id) : null;
  return item && author && !isLocal(author) ? { iri, author, visibility: item.visibility } : null;
}

async function deleteLocalCopy(item: { iri: string; author: Account } | null): Promise<void> {
  if (item) await deleteRemoteItem(item.iri, item.author);
}
