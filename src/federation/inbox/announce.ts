/** Announce: somebody elsewhere boosts an item, ours or not. */

import { selectIsFollowedHere } from '../../db/sql/relevance.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { boost } from '../../domain/boosts.ts';
import { findTombstone, wasEndedBy } from '../../domain/tombstones.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isOurs } from '../../lib/iris.ts';
import { iriOf } from '../json.ts';
import type { Accepted, OnActivity, Outcome } from './activity.ts';
import { findItemId } from './item-id.ts';
import { lookAgain } from './look-again.ts';

export const onAnnounce: OnActivity = async (activity) => {
  const { id, actor, objectIri, publishedAt } = activity;
  const iri = iriOf(objectIri);
  if (!iri) return 'refused';
  const itemId = await findItemId(iri);
  if (itemId === null) return fetchFirst(activity, iri);

  const at = new Date(Math.min(publishedAt?.getTime() ?? Date.now(), Date.now()));
  await boost(actor.id, itemId, { iri: id, at });
  return 'done';
};

/** Whatever the Announce embeds is not its actor's to show: the item is fetched from its origin, on a queue of its own. */
async function fetchFirst(
  { id, actor, receivedAt }: Accepted,
  iri: string,
): Promise<Outcome | { again: Date }> {
  // Of what never came anybody may have said that it is gone.
  if ((await wasEndedBy(actor.id, id)) || (await findTombstone(iri))?.formerType) return 'gone';
  if (isOurs(iri)) return 'refused';

  const [here] = await selectIsFollowedHere(db, actor.id);
  if (!here?.followed) return 'irrelevant';

  await transact((tx) => enqueue(tx, jobs.loadObject, { iri }));
  return lookAgain(receivedAt);
}
