/** Stores items of other servers. */
import { randomUUID } from 'node:crypto';
import { batchedInTransaction } from '../../db/batch.ts';
import { lockIris } from '../../db/sql/item-removal.ts';
import {
  type ItemHeader,
  insertEventable,
  insertMentionsByIri,
  lockItemByIri,
  resolvePointers,
  selectIdsByIri,
  selectType,
  updateEventable,
} from '../../db/sql/items.ts';
import { replaceRemoteMedia } from '../../db/sql/media.ts';
import { deleteQuote, upsertRemoteQuote } from '../../db/sql/quotes.ts';
import { insertStatuses, updateStatuses } from '../../db/sql/statuses.ts';
import { toJson } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import type { Visibility } from '../../db/vocabulary.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue, wakeRelay } from '../../jobs/enqueue.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { normaliseHashtags } from '../../lib/text.ts';
import type { RecipeDetails } from '../../recipe-import/details.ts';
import type { IngredientDraft, StepDraft } from '../../recipe-import/draft.ts';
import { notifyOfItem } from '../accounts/notify.ts';
import { type EventableType, toDetailColumns, uniqueSlug } from './eventable.ts';
import { enqueueLinkedFetches, linkedIris, maxFetchDepth, replaceParts, writeParts } from './parts.ts';
import { isDeleted, promoteBackfilledEvent, recordEvent } from './publish.ts';
import { readStateBeforeEdit, recordEdit } from './revisions.ts';
import { indexRecipes } from './search-index.ts';

// Defines an item of a remote server, already parsed and sanitized

export interface RemoteMedium {
  url: string;
  /** Alt text. */
  description: string;
  contentType: string;
  width: number;
  height: number;
  blurhash: string | null;
}

export interface RemoteItem {
  type: EventableType;
  iri: string;
  url: string | null;
  authorId: number;
  visibility: Visibility;
  name: string;
  content: string;
  contentHtml: string;
  locale: string;
  sensitive: boolean;
  spoilerText: string;
  publishedAt: Date;
  updatedAt: Date | null;
  inReplyToIri: string | null;
  /** The item that it quotes; only statuses quote. */
  quoteIri?: string | null;
  /** States that the author of the quoted item approves (FEP-044f); to be verified. */
  quoteAuthorizationIri?: string | null;
  /** The conversation it belongs to (FEP-7888). */
  contextIri?: string | null;
  /** Counts stated by its server; null where it states none. */
  counts?: { likes: number | null; boosts: number | null; replies: number | null };
  /** IRIs of accounts; unknown ones are ignored. */
  mentionedIris: string[];
  tags: string[];
  /** All that the item is marked with, also in its text. */
  hashtags?: string[];
  serving: number | null;
  servingType: string | null;
  preparedAt: Date | null;
  /** Stars of a cooked item, 1 to 5. */
  rating: number | null;
  recipeIri: string | null;
  /** The recipe it was forked from; only Potluck servers state it. */
  forkedFromIri: string | null;
  sourceUrl: string | null;
  /** Seconds. */
  prepTime: number | null;
  /** Seconds. */
  cookTime: number | null;
  /** Null unless it is a recipe. */
  details: RecipeDetails | null;
  ingredients: IngredientDraft[];
  steps: StepDraft[];
  media: RemoteMedium[];
}

// Converts a remote item to its database row

/** Ids of the known items that it points to. */
interface TargetIds {
  in_reply_to_id?: number;
  recipe_id: number | null;
  forked_from_id: number | null;
}

const toNewRow = (item: RemoteItem, targetIds: TargetIds) => ({
  ...toRow(item, targetIds),
  type: item.type,
  account_id: item.authorId,
  iri: item.iri,
  publication: 'published',
  created_at: new Date(),
  published_at: notAfterNow(item.publishedAt),
});

/** The columns that an update changes. */
const toRow = (item: RemoteItem, targetIds: TargetIds) => ({
  ...targetIds,
  url: item.url,
  visibility: item.visibility,
  name: item.name,
  content: item.content,
  content_html: item.contentHtml,
  locale: item.locale,
  serving: item.serving,
  serving_type: item.servingType,
  prepared_at: item.preparedAt,
  rating: item.rating,
  recipe_iri: item.recipeIri,
  forked_from_iri: item.forkedFromIri,
  in_reply_to_iri: item.inReplyToIri,
  context_iri: item.contextIri ?? null,
  quote_iri: item.quoteIri ?? null,
  ...toCounts(item),
  sensitive: item.sensitive,
  spoiler_text: item.spoilerText,
  source_url: item.sourceUrl,
  prep_time: item.prepTime,
  cook_time: item.cookTime,
  ...toDetailColumns(item.details),
  tags: item.tags,
  hashtags: normaliseHashtags([...item.tags, ...(item.hashtags ?? [])]),
  updated_at: notAfterNow(item.updatedAt ?? item.publishedAt),
  edited_at: editedAt(item),
  fetched_at: new Date(),
});

/** PeerTube sets `updated` of a new comment some milliseconds after `published`. */
const minEditDelayMs = 1_000;

const editedAt = ({ publishedAt, updatedAt }: RemoteItem): Date | null =>
  updatedAt !== null && updatedAt.getTime() - publishedAt.getTime() >= minEditDelayMs ? notAfterNow(updatedAt) : null;

/** Leaves out counts that are not stated, so that earlier ones stay. */
const toCounts = ({ counts }: RemoteItem) => ({
  ...(counts?.likes != null && { remote_likes_count: counts.likes }),
  ...(counts?.boosts != null && { remote_boosts_count: counts.boosts }),
  ...(counts?.replies != null && { remote_replies_count: counts.replies }),
});

const notAfterNow = (date: Date) => new Date(Math.min(date.getTime(), Date.now()));

const toMediaRows = ({ media }: RemoteItem) =>
  media.map(({ contentType, ...medium }) => ({ ...medium, content_type: contentType }));

// Stores the quotes of remote statuses, which count once the approval of the quoted author is verified

/** Pays for the fetches that a quote causes. */
interface QuoteFetches {
  fetchBudgetId?: string;
  depth?: number;
}

/** Call it after the status was written. */
async function ingestQuote(
  tx: Tx,
  id: number,
  { iri, quoteIri, quoteAuthorizationIri = null }: RemoteItem,
  { fetchBudgetId, depth = maxFetchDepth }: QuoteFetches,
): Promise<void> {
  if (!quoteIri) return;
  const [changed] = await upsertRemoteQuote(tx, id, quoteAuthorizationIri);
  const isOwn = originOf(quoteIri) === originOf(iri);
  if (changed?.state !== 'pending' || isLocalIri(quoteIri) || depth <= 0) return;
  // Without an approval, only an own item may be quoted.
  if (quoteAuthorizationIri !== null || isOwn)
    await enqueue(tx, jobs.verifyQuote, { eventableId: id, fetchBudgetId, depth });
}

/** A newer version may quote another item, or nothing. */
async function replaceQuote(tx: Tx, existing: ItemHeader, item: RemoteItem, fetches: QuoteFetches): Promise<void> {
  if (existing.quote_iri !== (item.quoteIri ?? null)) await deleteQuote(tx, existing.id);
  await ingestQuote(tx, existing.id, item, fetches);
}

/** Mastodon adds the approval in an Update without a newer `updated`. */
async function ingestAuthorization(
  tx: Tx,
  existing: ItemHeader,
  item: RemoteItem,
  fetches: QuoteFetches,
): Promise<void> {
  if (!item.quoteAuthorizationIri || existing.quote_iri !== item.quoteIri) return;
  await ingestQuote(tx, existing.id, item, fetches);
}

// Ingests plain remote statuses in batches, because they are most of what remote servers send

/** A plain status concerns only its author's followers and changes no other row. */
const isPlain = (item: RemoteItem): boolean =>
  item.type === 'status' &&
  [item.inReplyToIri, item.recipeIri, item.forkedFromIri, item.quoteIri ?? null].every((iri) => iri === null) &&
  item.mentionedIris.length + item.steps.length + item.ingredients.length === 0;

interface IncomingStatus {
  item: RemoteItem;
  /** Its author's server delivered it as new, in a Create. */
  announced: boolean;
}

/**
 * Returns the id of a plain status that is new, or newer than the plain status stored. Null means that the status must
 * be ingested alone.
 */
async function ingestPlainStatus(item: RemoteItem, announced: boolean): Promise<number | null> {
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

// Ingests items from remote servers: inserts new ones and updates known ones

interface IngestOptions {
  backfilled: boolean;
  /** Its author's server delivered it as new, in a Create. */
  announced?: boolean;
  /** Pays for the fetches that the item causes. */
  fetchBudgetId?: string;
  /** The remaining link depth of these fetches; absent for an item that was requested itself. */
  depth?: number;
}

/**
 * Inserts or updates an item by IRI and returns its id; an older version changes nothing. Returns null when the item
 * was deleted before or belongs to another account. New live items appear in the home timelines of local followers.
 */
export async function ingestRemoteItem(
  item: RemoteItem,
  { backfilled, announced = false, fetchBudgetId = randomUUID(), depth }: IngestOptions,
): Promise<number | null> {
  const plainId = backfilled ? null : await ingestPlainStatus(item, announced);
  if (plainId !== null) return plainId;

  return transact(async (tx) => {
    const [deleted, [existing]] = await Promise.all([isDeleted(tx, item), lockItemByIri(tx, item.iri)]);
    if (deleted) return null;
    // Reading an outbox must not fetch every conversation of its owner.
    const isFromOutbox = backfilled && depth === undefined;
    const targets = [...requiredIris(item), ...(isFromOutbox ? [] : parentIris(item))];
    const others = targets.filter((iri) => iri !== item.iri);
    const fetches = { fetchBudgetId, depth };
    await enqueueLinkedFetches(tx, others, { maxFetches: isFromOutbox ? 5 : 20, ...fetches });
    const inserted = existing ? null : await insert(tx, item, backfilled, fetches);
    if (inserted !== null) return inserted;

    // Another transaction inserted the item first; our insert waited for its commit.
    const [header] = existing ? [existing] : await lockItemByIri(tx, item.iri);
    const id = header ? await update(tx, item, header, fetches) : null;
    if (id !== null && announced) await promoteBackfilledEvent(tx, { ...toEventKey(item), eventableId: id });
    return id;
  });
}

/** IRIs of the items without which this one cannot be shown completely. */
const requiredIris = ({ steps, recipeIri, forkedFromIri }: RemoteItem): string[] => [
  ...[recipeIri, forkedFromIri].filter((iri) => iri !== null),
  ...linkedIris(steps),
];

const parentIris = ({ inReplyToIri }: RemoteItem): string[] => (inReplyToIri === null ? [] : [inReplyToIri]);

/** Resolves pointers to a URL that redirected to this item. */
export async function resolvePointersToUrl(id: number, url: string): Promise<void> {
  await transact(async (tx) => {
    const [item] = await selectType(tx, id);
    if (item) await resolvePointers(tx, id, url, item.type === 'recipe');
  });
}

const toEventKey = (item: RemoteItem) => ({
  action: item.inReplyToIri === null ? ('create' as const) : ('reply' as const),
  accountId: item.authorId,
});

async function insert(tx: Tx, item: RemoteItem, backfilled: boolean, fetches: QuoteFetches): Promise<number | null> {
  const slug = item.type === 'recipe' ? await uniqueSlug(tx, item.authorId, item.name) : null;
  const targetIds = await resolveTargets(tx, item);
  const [inserted] = await insertEventable(tx, null, JSON.stringify({ ...toNewRow(item, targetIds), slug }));
  if (!inserted) return null;

  const { id } = inserted;
  const event = {
    ...toEventKey(item),
    eventableId: id,
    at: backfilled ? item.publishedAt : new Date(),
    backfilled,
  };
  await Promise.all([
    writeParts(tx, id, item),
    ...(item.mentionedIris.length + item.media.length > 0 ? [writeMentionsAndMedia(tx, id, item)] : []),
    resolvePointers(tx, id, item.iri, item.type === 'recipe'),
    recordEvent(tx, event),
  ]);
  if (item.type === 'recipe') await indexRecipes(tx, [id]);
  await ingestQuote(tx, id, item, fetches);
  if (mayNotify(item, targetIds)) await notifyOfItem(tx, id);
  return id;
}

/** True if the item may concern local accounts other than its author's followers. */
const mayNotify = (item: RemoteItem, { in_reply_to_id, recipe_id }: TargetIds): boolean =>
  item.mentionedIris.length > 0 || in_reply_to_id !== undefined || recipe_id !== null;

async function update(tx: Tx, item: RemoteItem, existing: ItemHeader, fetches: QuoteFetches): Promise<number | null> {
  if (existing.account_id !== item.authorId || existing.type !== item.type) return null;
  const version = notAfterNow(item.updatedAt ?? item.publishedAt);
  if (version <= existing.updated_at) {
    await ingestAuthorization(tx, existing, item, fetches);
    return existing.id;
  }

  const targetIds = await resolveTargets(tx, item);
  const before = item.type === 'recipe' ? await readStateBeforeEdit(tx, existing.id) : null;
  await updateEventable(tx, existing.id, JSON.stringify(toRow(item, targetIds)));
  await Promise.all([
    ...(item.type === 'status' ? [] : [replaceParts(tx, existing.id, item)]),
    writeMentionsAndMedia(tx, existing.id, item),
  ]);
  await recordEdit(tx, existing.id, before, version);
  if (item.type === 'recipe') await indexRecipes(tx, [existing.id]);
  await replaceQuote(tx, existing, item, fetches);
  await notifyOfItem(tx, existing.id);
  return existing.id;
}

async function writeMentionsAndMedia(tx: Tx, id: number, item: RemoteItem): Promise<void> {
  if (item.mentionedIris.length > 0) await insertMentionsByIri(tx, id, item.mentionedIris);
  const removed = await replaceRemoteMedia(tx, item.authorId, id, toJson(toMediaRows(item)));
  await deleteFiles(
    tx,
    removed.map(({ key }) => key),
  );
}

async function resolveTargets(tx: Tx, item: RemoteItem): Promise<TargetIds> {
  const { inReplyToIri, recipeIri, forkedFromIri } = item;
  const iris = [inReplyToIri, recipeIri, forkedFromIri].filter((iri) => iri !== null);
  const rows = iris.length === 0 ? [] : await selectIdsByIri(tx, iris);
  const known = new Map(rows.map((row) => [row.iri, row.id]));
  const recipes = new Map(rows.filter(({ type }) => type === 'recipe').map((row) => [row.iri, row.id]));
  return {
    in_reply_to_id: known.get(inReplyToIri ?? ''),
    recipe_id: recipes.get(recipeIri ?? '') ?? null,
    forked_from_id: forkedFromIri === item.iri ? null : (recipes.get(forkedFromIri ?? '') ?? null),
  };
}
