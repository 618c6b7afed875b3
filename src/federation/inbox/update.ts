/** Update: a remote item, profile or collection has changed. */
import { randomUUID } from 'node:crypto';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isObject } from '../json-ld/json.ts';
import { isCollectionType } from '../objects/shared-collection.ts';
import type { OnActivity } from './activity.ts';
import { onCollectionChange } from './collection.ts';
import { fetchAndIngestItem, ingestItem } from './ingest-item.ts';

/** An Update of an unknown item creates it. */
export const onUpdate: OnActivity = async (activity) => {
  const { actor, object, objectIri } = activity;
  if (objectIri === actor.iri) {
    // The actor is fetched, because keys count only in the actor's own document.
    await transact((tx) =>
      enqueue(tx, jobs.loadAccount, { accountId: actor.id, fetchBudgetId: randomUUID() }),
    );
    return 'fetching';
  }
  if (!isObject(object) || isCollectionType(object)) {
    const changed = await onCollectionChange(activity, objectIri);
    if (changed) return changed;
  }
  return isObject(object) ? ingestItem(activity, object) : fetchAndIngestItem(activity);
};
