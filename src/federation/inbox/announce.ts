/** Announce: a remote account boosts an item, local or remote. */
import { selectHasLocalFollower } from '../../db/sql/discovery.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { findTombstone } from '../../domain/items/publish.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isLocalIri } from '../../lib/iris.ts';
import { iriOf } from '../json-ld/json.ts';
import { recordSource } from '../ledger/record.ts';
import { isUndone } from '../ledger/undo.ts';
import type { Accepted, OnActivity, Outcome } from './activity.ts';
import { findItemId } from './item-id.ts';
import { lookAgain } from './retry-later.ts';

export const onAnnounce: OnActivity = async (activity) => {
  const { id, actor, objectIri, sentAt, publishedAt } = activity;
  const iri = iriOf(objectIri);
  if (!iri) return 'refused';
  const itemId = await findItemId(iri);
  if (itemId === null) return fetchFirst(activity, iri);

  const at = new Date(Math.min(publishedAt?.getTime() ?? Date.now(), Date.now()));
  const subject = { accountId: actor.id, targetId: null, eventableId: itemId };
  return recordSource({ ...subject, iri: id, type: 'Announce', at, sentAt, isDated: publishedAt !== null });
};

/** Nothing that the Announce embeds is believed: the item is fetched from its origin, on a queue of its own. */
async function fetchFirst(
  { id, actor, receivedAt, sentAt }: Accepted,
  iri: string,
): Promise<Outcome | { again: Date }> {
  // Tombstones without a type come from a Delete of an unknown item, which anyone can send.
  if ((await isUndone(actor.id, id, sentAt)) || (await findTombstone(iri))?.formerType) return 'gone';
  if (isLocalIri(iri)) return 'refused';

  const [here] = await selectHasLocalFollower(db, actor.id);
  if (!here?.followed) return 'irrelevant';

  await transact((tx) => enqueue(tx, jobs.loadObject, { iri }));
  return lookAgain(receivedAt);
}
