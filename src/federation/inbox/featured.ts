/** Add and Remove: somebody elsewhere shows an item of theirs first, or no longer. */
import { randomUUID } from 'node:crypto';
import { selectIsFollowedHere } from '../../db/sql/relevance.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { originOf } from '../../lib/iris.ts';
import { iriOf } from '../json.ts';
import type { OnActivity } from './activity.ts';

/** A hint to read their collection: whichever of an Add and a Remove comes first, what it holds then is what counts. */
export const onFeatured: OnActivity = async ({ actor, objectIri, targetIri }) => {
  const item = iriOf(objectIri);
  if (!item || originOf(item) !== originOf(actor.iri)) return 'refused';
  if (actor.featuredIri === null || targetIri !== actor.featuredIri) return 'refused';
  const [here] = await selectIsFollowedHere(db, actor.id);
  if (!here?.followed) return 'irrelevant';

  await transact((tx) => enqueue(tx, jobs.loadFeatured, { accountId: actor.id, purse: randomUUID() }));
  return 'fetching';
};
