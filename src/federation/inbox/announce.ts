/** Announce: somebody elsewhere boosts an item, ours or not. */
import { selectIsFollowedHere, selectIsKnownItem } from '../../db/sql/relevance.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { boost } from '../../domain/boosts.ts';
import { findEventableByIri } from '../../domain/eventables/read.ts';
import { viewerOf } from '../../domain/eventables/visibility.ts';
import { findTombstone } from '../../domain/tombstones.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isOurs } from '../../lib/iris.ts';
import { readIri } from '../document.ts';
import type { Accepted, OnActivity, Outcome } from './activity.ts';
import { lookAgain } from './look-again.ts';

export const onAnnounce: OnActivity = async (activity) => {
  const { id, actor, objectIri, publishedAt } = activity;
  const iri = readIri(objectIri);
  if (!iri) return 'refused';
  if ((await findTombstone(id)) || (await findTombstone(iri))) return 'gone';

  const item = await findEventableByIri(iri, viewerOf(actor.id));
  if (!item) return fetchFirst(activity, iri);

  const at = new Date(Math.min(publishedAt?.getTime() ?? Date.now(), Date.now()));
  await boost(actor.id, item.id, { iri: id, at });
  return 'done';
};

/** Whatever the Announce embeds is not its actor's to show: the item is fetched from its origin, on a queue of its own. */
async function fetchFirst({ actor, receivedAt }: Accepted, iri: string): Promise<Outcome | { again: Date }> {
  const [item] = await selectIsKnownItem(db, [iri]);
  if (isOurs(iri) || item?.known) return 'refused';

  const [here] = await selectIsFollowedHere(db, actor.id);
  if (!here?.followed) return 'irrelevant';

  await transact((tx) => enqueue(tx, jobs.loadObject, { iri }));
  return lookAgain(receivedAt);
}
