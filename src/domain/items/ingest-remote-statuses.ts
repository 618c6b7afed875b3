/** Ingests plain remote statuses in batches, because they are most of what remote servers send. */

import { batchedInTransaction } from '../../db/batch.ts';
import { lockIris } from '../../db/sql/item-removal.ts';
import { insertStatuses, updateStatuses } from '../../db/sql/statuses.ts';
import { toJson } from '../../db/statement.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, wakeRelay } from '../../jobs/enqueue.ts';
import type { RemoteItem } from './remote-item.ts';
import { toMediaRows, toNewRow, toRow } from './remote-row.ts';

/** A plain status concerns only its author's followers and changes no other row. */
const isPlain = (item: RemoteItem): boolean =>
  item.type === 'status' &&
  [item.inReplyToIri, item.recipeIri, item.forkedFromIri, item.quoteIri ?? null].every(
    (iri) => iri === null,
  ) &&
  item.mentionedIris.length + item.steps.length + item.ingredients.length === 0;

interface IncomingStatus {
  item: RemoteItem;
  /** Its author's server delivered it as new, in a Create. */
  announced: boolean;
}

/**
 * Returns the id of a plain status that is new, or newer than the plain status stored. Null means that the status must be
 * ingested alone.
 */
export async function ingestPlainStatus(item: RemoteItem, announced: boolean): Promise<number | null> {
  return isPlain(item) ? ((await ingestBatched({ item, announced }))?.id ?? null) : null;
}

const ingestBatched = batchedInTransaction(async (tx, incoming: IncomingStatus[]) => {
  const changes = incoming.flatMap((status, place) => (status.announced ? [] : [toChange(status, place)]));
  const [, inserted, changed] = await Promise.all([
    lockIris(
      tx,
      incoming.map(({ item }) => item.iri),
    ),
    insertStatuses(tx, toJson(incoming.map(toNew)), jobs.fanOutEvent.name),
    changes.length === 0 ? [] : updateStatuses(tx, toJson(changes)),
  ]);
  if (inserted.some(({ pending_events }) => pending_events > 0)) tx.afterCommit(wakeRelay);
  await deleteFiles(tx, changed[0]?.media_keys ?? []);
  return [...inserted, ...changed];
});

const noTargets = { recipe_id: null, forked_from_id: null };

const toNew = ({ item }: IncomingStatus, place: number) => ({
  place,
  item: toNewRow(item, noTargets),
  media: toMediaRows(item),
});

const toChange = ({ item }: IncomingStatus, place: number) => ({
  place,
  item: { ...toRow(item, noTargets), account_id: item.authorId, iri: item.iri },
  media: toMediaRows(item),
});
