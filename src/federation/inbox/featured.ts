/** Add and Remove: a remote account pinned or unpinned an item. */
import { randomUUID } from 'node:crypto';
import { selectHasLocalFollower } from '../../db/sql/items/relevance.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { originOf } from '../../lib/iris.ts';
import { iriOf } from '../json-ld/json.ts';
import type { OnActivity } from './activity.ts';

/** Triggers a read of the featured collection, so the order of Add and Remove does not matter. */
export const onFeatured: OnActivity = async ({ actor, objectIri, targetIri }) => {
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
