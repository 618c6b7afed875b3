/** What to do with activities that somebody else than their actor brings. */
import { selectIsKnownItem } from '../../db/sql/relevance.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isOurs, originOf } from '../../lib/iris.ts';
import type { ActivityClaims } from './claims.ts';

const verifiable = new Set(['Create', 'Update', 'Delete']);

/**
 * Takes the activity as a hint to look at its object where it comes from, if it or what it answers is known here;
 * nothing in it is believed, and it is not kept: whoever forges one must not stand in the way of the real one.
 * False when it is no such hint.
 */
export async function followUp({ type, actor, objectIri, inReplyToIri }: ActivityClaims): Promise<boolean> {
  if (!verifiable.has(type) || !objectIri || objectIri === actor) return false;
  if (originOf(objectIri) !== originOf(actor) || isOurs(objectIri)) return false;

  const [found] = await selectIsKnownItem(db, inReplyToIri ? [objectIri, inReplyToIri] : [objectIri]);
  if (!found?.known) return false;

  await transact((tx) => enqueue(tx, jobs.loadObject, { iri: objectIri }));
  return true;
}
