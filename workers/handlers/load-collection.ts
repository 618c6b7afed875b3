/** Fetches a remote collection again, and the items of it that are unknown. */
import { randomUUID } from 'node:crypto';
import { deleteRemoteCollection, fetchUnknownItems } from '../../src/domain/collections/remote.ts';
import { loadCollection as load } from '../../src/federation/resolve/collection.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { budgetOf } from '../../src/federation/resolve/fetch-budget.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { isLocalIri } from '../../src/lib/iris.ts';
import type { Handlers } from '../handler.ts';
import { withHostPermit } from '../host-concurrency.ts';
import { retryLater } from '../retry-later.ts';

export const loadCollection: Handlers['load-collection'] = async (payload) => {
  const { iri, fetchBudgetId } = payload;
  if (isLocalIri(iri)) return 'done';
  return withHostPermit(iri, async () => {
    try {
      await load(iri, budgetOf(fetchBudgetId));
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      if (failure === 'gone') await deleteRemoteCollection(iri, null);
      if (failure === 'unreachable') await retryLater(jobs.loadCollection, payload);
    }
    return 'done';
  });
};

export const loadCollectionItems: Handlers['load-collection-items'] = async ({ collectionId }) => {
  await fetchUnknownItems(collectionId, randomUUID());
  return 'done';
};
