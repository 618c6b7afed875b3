/** Takes an item that its author sent, if it concerns anybody here. */
import { type Asked, selectConcernsUs } from '../../db/sql/relevance.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { adoptEventable } from '../../domain/eventables/adopt.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import { originOf } from '../../lib/iris.ts';
import { readAddressees } from '../audience.ts';
import { iriOf, isObject, type JsonObject } from '../json.ts';
import { readObject } from '../objects/object.ts';
import type { Accepted, Outcome } from './activity.ts';

/** What the activity carries is believed: its actor signed it, and it is of the actor's own origin. */
export async function adoptItem(activity: Accepted, object: JsonObject): Promise<Outcome> {
  const { actor } = activity;
  const reading = readObject(object, {
    receivedAt: activity.receivedAt,
    authorIri: actor.iri,
    followersIri: actor.followersIri,
  });
  if (!reading.ok) return 'refused';

  const { authorIri, ...item } = reading.value;
  if (authorIri !== actor.iri || originOf(item.iri) !== originOf(actor.iri)) return 'refused';

  const related = [item.iri, item.inReplyToIri, item.recipeIri].filter((iri) => iri !== null);
  if (!(await concernsUs(activity, related, item.mentionedIris))) return 'irrelevant';

  const id = await adoptEventable(
    { ...item, authorId: actor.id },
    { backfilled: false, announced: activity.type === 'Create' },
  );
  return id === null ? 'unchanged' : 'done';
}

/** Of an item that is only named, the fetched document is believed. */
export async function adoptLater(activity: Accepted): Promise<Outcome> {
  const iri = iriOf(activity.objectIri);
  if (!iri || originOf(iri) !== originOf(activity.actor.iri)) return 'refused';
  if (!(await concernsUs(activity, [iri], []))) return 'irrelevant';

  await transact((tx) => enqueue(tx, jobs.loadObject, { iri }));
  return 'fetching';
}

const maxAddressed = 1_000;

/** A server's shared inbox gets much that is for others: only what a member follows, is named in or talks about is kept. */
async function concernsUs(
  { actor, addressees, object }: Accepted,
  related: string[],
  mentioned: string[],
): Promise<boolean> {
  const addressed = [...mentioned, ...addressees, ...(isObject(object) ? readAddressees(object) : [])];
  return decide({ author_id: actor.id, addressed: addressed.slice(0, maxAddressed), related });
}

const decide = batched(async (asked: Asked[]) => {
  const rows = await selectConcernsUs(db, JSON.stringify(asked));
  return rows.map(({ concerns }) => concerns);
});
