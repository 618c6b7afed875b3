/** Add and Remove: a remote account pinned or unpinned an item, or changed a collection. */
import { randomUUID } from 'node:crypto';
import { selectHasLocalFollower } from '../../db/sql/discovery.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { originOf } from '../../lib/iris.ts';
import { iriOf } from '../json-ld/json.ts';
import type { OnActivity } from './activity.ts';
import { onCollectionChange } from './collection.ts';

/** Triggers a read of the featured collection, so the order of Add and Remove does not matter. */
export const onFeatured: OnActivity = async (activity) => {
  const { actor, objectIri, targetIri } = activity;
  const changed = await onCollectionChange(activity, targetIri);
  if (changed) return changed;
  const item = iriOf(objectIri);
  if (!item || originOf(item) !== originOf(actor.iri)) return 'refused';
  if (actor.featuredIri === null || targetIri !== actor.featuredIri) return 'refused';
  const [here] = await selectHasLocalFollower(db, actor.id);
  if (!here?.followed) return 'irrelevant';

  await transact((tx) =>
    enqueue(tx, jobs.loadFeatured, { accountId: actor.id, fetchBudgetId: randomUUID() }),
  );
  return 'fetching';
};
