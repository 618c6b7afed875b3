/** Handles activities about items, collections, quotes, moves and reports. */
import { randomUUID } from 'node:crypto';
import {
  type RelevanceQuery,
  selectAreRelevant,
  selectHasLocalFollower,
  selectItemIds,
} from '../../db/sql/discovery.ts';
import {
  rejectCollectionFollow,
  selectAnsweredFollow,
  selectRemoteCollection,
} from '../../db/sql/followed-collections.ts';
import { db, toJson } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { findAccountByIri, isLocal } from '../../domain/accounts/account.ts';
import { recordAccountFetchFailure } from '../../domain/accounts/remote.ts';
import { deleteRemoteCollection } from '../../domain/collections/remote.ts';
import { deleteRemoteItem } from '../../domain/items/delete.ts';
import { ingestRemoteItem } from '../../domain/items/ingest-remote.ts';
import { rejectsReportsFrom } from '../../domain/moderation/domain-rules.ts';
import { receiveReport } from '../../domain/moderation/reports.ts';
import { answerQuote, endAuthorization, isQuoteApproved, rejectQuote } from '../../domain/statuses/quotes.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import { textOf } from '../../lib/html/html.ts';
import { originOf } from '../../lib/iris.ts';
import { windowCounter } from '../../lib/window-counter.ts';
import {
  cutText,
  dateOf,
  firstOf,
  iriOf,
  irisOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  naturalText,
} from '../json-ld/json.ts';
import { isCollectionType } from '../objects/collection.ts';
import { readAddressees } from '../objects/common-fields.ts';
import { readObject } from '../objects/object.ts';
import { toObjectIri, withObjectIris } from '../own-pages.ts';
import { type Accepted, lookAgain, type OnActivity, type Outcome } from './activity.ts';

// Finds the items that activities name, in batches

/** Null for unknown items. Ours are also found by the addresses of their pages. */
export const findItemId = async (iri: string): Promise<number | null> => findByIri(await toObjectIri(iri));

const findByIri = batched(async (asked: string[]) => {
  const ids = new Map((await selectItemIds(db, asked)).map(({ iri, id }) => [iri, id]));
  return asked.map((iri) => ids.get(iri) ?? null);
});

// Ingests an item sent by its author, if it concerns a local account

/**
 * The embedded object is trusted: its author signed the activity, and both share one origin. `quotedIri` is what a
 * status quotes that does not say so itself.
 */
async function ingestItem(
  activity: Accepted,
  object: JsonObject,
  { quotedIri = null }: { quotedIri?: string | null } = {},
): Promise<Outcome> {
  const { actor } = activity;
  const reading = readObject(isAddressed(object) ? object : { ...object, ...audienceOf(activity) }, {
    receivedAt: activity.receivedAt,
    authorIri: actor.iri,
    followersIri: actor.followersIri,
  });
  if (!reading.ok) return isStub(object) ? fetchAndIngestItem(activity) : 'refused';

  const { authorIri, ...item } = await withObjectIris(reading.value);
  if (authorIri !== actor.iri || originOf(item.iri) !== originOf(actor.iri)) return 'refused';

  if (item.type === 'status' && quotedIri !== null) {
    item.quoteIri ??= quotedIri;
    item.asksToQuote = true;
  }
  const { iri, inReplyToIri, recipeIri, forkedFromIri, quoteIri = null } = item;
  const related = [iri, inReplyToIri, recipeIri, forkedFromIri, quoteIri].filter((each) => each !== null);
  if (!(await concernsUs(activity, related, item.mentionedIris))) return 'irrelevant';

  const id = await ingestRemoteItem(
    { ...item, authorId: actor.id },
    { backfilled: false, announced: activity.type === 'Create' },
  );
  return id === null ? 'unchanged' : 'done';
}

/** An object that only names what was published or changed. */
const isStub = (object: JsonObject): boolean =>
  ['content', 'contentMap', 'name', 'nameMap', 'summary', 'attachment', 'url', 'inReplyTo'].every(
    (term) => member(object, term) === undefined,
  );

const isAddressed = (object: JsonObject): boolean =>
  [member(object, 'to'), member(object, 'cc')].some((addressees) => listOf(addressees).length > 0);

/** Some servers address the activity only. */
const audienceOf = ({ json }: Accepted): JsonObject => ({ to: member(json, 'to'), cc: member(json, 'cc') });

/** An object given as an IRI is fetched from its origin. */
async function fetchAndIngestItem(activity: Accepted): Promise<Outcome> {
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

// Create: a remote account published an item

export const onCreate: OnActivity = (activity) =>
  isObject(activity.object) ? ingestItem(activity, activity.object) : fetchAndIngestItem(activity);

// What remote accounts tell about their collections: changes, and answers to follows

/** Each may cause several requests. Later changes are fetched together, an hour later. */
export const maxCollectionFetches = 60;
const windowMs = 3_600_000;
const perOwner = windowCounter({ quota: maxCollectionFetches, windowMs });

/**
 * Null if this is no known collection of the actor. The whole is fetched again, so the order of changes does not
 * matter.
 */
async function onCollectionChange({ actor }: Accepted, collectionIri: string | null): Promise<Outcome | null> {
  const [known] = collectionIri === null ? [] : await selectRemoteCollection(db, collectionIri, actor.id);
  if (!known) return null;
  if (!known.followed) return 'irrelevant';
  await fetchAgain(actor.iri, collectionIri!);
  return 'fetching';
}

/** What has changed since the member looked at it is fetched now. */
export async function acceptsCollectionFollow({ actor, objectIri }: Accepted): Promise<boolean> {
  const [followed] = objectIri === null ? [] : await selectAnsweredFollow(db, actor.id, objectIri);
  if (!followed?.iri) return false;
  await fetchAgain(actor.iri, followed.iri);
  return true;
}

/** Ends the follow. */
export async function rejectsCollectionFollow({ actor, object, objectIri }: Accepted): Promise<boolean> {
  const [followerIri, collectionIri] = [iriOf(member(object, 'actor')), iriOf(member(object, 'object'))];
  return (await rejectCollectionFollow(db, actor.id, objectIri, followerIri, collectionIri)).length > 0;
}

async function fetchAgain(ownerIri: string, collectionIri: string): Promise<void> {
  const dueAt = perOwner.take(ownerIri) ? null : new Date(Date.now() + windowMs);
  await transact((tx) => enqueue(tx, jobs.loadCollection, { iri: collectionIri }, { dueAt }));
}

// Update: a remote item, profile or collection has changed

/** An Update of an unknown item creates it. */
export const onUpdate: OnActivity = async (activity) => {
  const { actor, object, objectIri } = activity;
  if (objectIri === actor.iri) {
    // The actor is fetched, because keys count only in the actor's own document.
    const payload = { accountId: actor.id, isChanged: true, fetchBudgetId: randomUUID() };
    await transact((tx) => enqueue(tx, jobs.loadAccount, payload));
    return 'fetching';
  }
  if (!isObject(object) || isCollectionType(object)) {
    const changed = await onCollectionChange(activity, objectIri);
    if (changed) return changed;
  }
  return isObject(object) ? ingestItem(activity, object) : fetchAndIngestItem(activity);
};

// Delete: a remote item, account or collection was deleted, known here or not

export const onDelete: OnActivity = async ({ actor, object, objectIri }) => {
  const iri = iriOf(objectIri);
  if (!iri || originOf(iri) !== originOf(actor.iri)) return 'refused';

  if (await endAuthorization(iri, actor.id)) return 'done';
  if (iri === actor.iri) await recordAccountFetchFailure(actor.id, { gone: true });
  else if (await deleteRemoteCollection(iri, actor.id)) return 'done';
  else if (!(await deleteRemoteItem(iri, actor, dateOf(member(object, 'deleted'))))) return 'refused';
  return 'done';
};

// Add and Remove: a remote account pinned or unpinned an item, or changed a collection

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

  await transact((tx) => enqueue(tx, jobs.loadFeatured, { accountId: actor.id, fetchBudgetId: randomUUID() }));
  return 'fetching';
};

// Flag: a remote account or its server reports a local account

const maxComment = 5_000;

export const onFlag: OnActivity = async ({ id, actor, json }) => {
  if (await rejectsReportsFrom(actor.iri)) return 'ignored';
  const comment = cutText(textOf(naturalText(json, 'content') ?? ''), maxComment);
  const concerns = await receiveReport(actor.id, {
    iri: id,
    reportedIris: await Promise.all(irisOf(member(json, 'object')).map(toObjectIri)),
    comment,
  });
  return concerns ? 'done' : 'irrelevant';
};

// Move: a remote account moved to another one (FEP-7628). Sent by the old or by the new account.

/** The actor must be one of the two accounts. The other one is fetched to confirm the move. */
export const onMove: OnActivity = async ({ actor, objectIri, targetIri }) => {
  const target = targetIri && (await toObjectIri(targetIri));
  const mover = objectIri && (await toObjectIri(objectIri));
  const pulled = target === actor.iri;
  if (!mover || !target || mover === target || !(pulled || mover === actor.iri)) return 'refused';
  const account = pulled ? await findAccountByIri(mover) : actor;
  if (!account) return 'irrelevant';
  // Local accounts move through their own settings.
  if (isLocal(account)) return 'refused';
  const [here] = await selectHasLocalFollower(db, account.id);
  if (!here?.followed) return 'irrelevant';

  const moving = { accountId: account.id, targetIri: target, isPull: pulled, fetchBudgetId: randomUUID() };
  await transact((tx) => enqueue(tx, jobs.moveFollowers, moving));
  return 'fetching';
};

// QuoteRequest: a remote account asks to quote a local item (FEP-044f)

/** How long a request may wait until its post is fetched. */
const maxInstrumentWaitMs = 15_000;

/**
 * The quoting post is stored first, embedded or fetched, because it is shown as a quote. Hollo names the quoted item in
 * it only once the quote is approved. A post that cannot be read is rejected, so that its author does not wait.
 */
export const onQuoteRequest: OnActivity = async (activity) => {
  const { id: requestIri, actor, objectIri, json, receivedAt } = activity;
  const itemIri = objectIri === null ? null : await toObjectIri(objectIri);
  const itemId = itemIri === null ? null : await findByIri(itemIri);
  if (itemIri === null || itemId === null) return 'irrelevant';
  const instrument = firstOf(member(json, 'instrument'));
  const instrumentIri = iriOf(instrument);
  if (!instrumentIri || originOf(instrumentIri) !== originOf(actor.iri)) return 'refused';

  const request = { itemId, itemIri, requestIri, instrumentIri };
  const isApproved = await isQuoteApproved(actor.id, itemId);
  if (isApproved === null) return 'irrelevant';
  if (!isApproved) {
    await rejectQuote(actor.id, request);
    return 'done';
  }
  if (isObject(instrument)) await ingestItem(activity, instrument, { quotedIri: itemIri });
  if ((await findItemId(instrumentIri)) !== null) return (await answerQuote(actor.id, request)) ? 'done' : 'refused';
  if (isObject(instrument) || Date.now() - receivedAt.getTime() > maxInstrumentWaitMs) {
    await rejectQuote(actor.id, request);
    return isObject(instrument) ? 'refused' : 'unreachable';
  }

  await transact((tx) => enqueue(tx, jobs.loadObject, { iri: instrumentIri }));
  return lookAgain(receivedAt);
};
