/** Ingests an item sent by its author, if it concerns a local account. */
import { type RelevanceQuery, selectAreRelevant } from '../../db/sql/discovery.ts';
import { db, toJson } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { ingestRemoteItem } from '../../domain/items/ingest-remote.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import { originOf } from '../../lib/iris.ts';
import { iriOf, isObject, type JsonObject } from '../json-ld/json.ts';
import { readAddressees } from '../objects/audience.ts';
import { readObject } from '../objects/object.ts';
import type { Accepted, Outcome } from './activity.ts';

/** The embedded object is trusted: its author signed the activity, and both share one origin. */
export async function ingestItem(activity: Accepted, object: JsonObject): Promise<Outcome> {
  const { actor } = activity;
  const reading = readObject(object, {
    receivedAt: activity.receivedAt,
    authorIri: actor.iri,
    followersIri: actor.followersIri,
  });
  if (!reading.ok) return 'refused';

  const { authorIri, ...item } = reading.value;
  if (authorIri !== actor.iri || originOf(item.iri) !== originOf(actor.iri)) return 'refused';

  const { iri, inReplyToIri, recipeIri, forkedFromIri, quoteIri = null } = item;
  const related = [iri, inReplyToIri, recipeIri, forkedFromIri, quoteIri].filter((each) => each !== null);
  if (!(await concernsUs(activity, related, item.mentionedIris))) return 'irrelevant';

  const id = await ingestRemoteItem(
    { ...item, authorId: actor.id },
    { backfilled: false, announced: activity.type === 'Create' },
  );
  return id === null ? 'unchanged' : 'done';
}

/** An object given as an IRI is fetched from its origin. */
export async function fetchAndIngestItem(activity: Accepted): Promise<Outcome> {
  const iri = iriOf(activity.objectIri);
  if (!iri || originOf(iri) !== originOf(activity.actor.iri)) return 'refused';
  if (!(await concernsUs(activity, [iri], []))) return 'irrelevant';

  await transact((tx) => enqueue(tx, jobs.loadObject, { iri }));
  return 'fetching';
}

const maxAddressed = 1_000;

/** A shared inbox receives more than local accounts need: only followed, mentioned or related items are stored. */
async function concernsUs(
  { actor, addressees, object }: Accepted,
  related: string[],
  mentioned: string[],
): Promise<boolean> {
  const addressed = [...mentioned, ...addressees, ...(isObject(object) ? readAddressees(object) : [])];
  return decide({ author_id: actor.id, addressed: addressed.slice(0, maxAddressed), related });
}

const decide = batched(async (queries: RelevanceQuery[]) => {
  const rows = await selectAreRelevant(db, toJson(queries));
  return rows.map(({ relevant }) => relevant);
});
