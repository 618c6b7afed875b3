/** Stores items of other servers. */
import { randomUUID } from 'node:crypto';
import { batchedInTransaction } from '../../db/batch.ts';
import type { RecipeDetails } from '../../db/recipe-details.ts';
import { type ItemHeader, lockItemByIri, resolvePointers, selectIdsByIri, selectType } from '../../db/sql/items.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import type { Visibility } from '../../db/vocabulary.ts';
import { normaliseHashtags } from '../../lib/text.ts';
import type { IngredientDraft, StepDraft } from '../../recipe-import/draft.ts';
import { promoteBackfilledEvent } from './announce.ts';
import { type EventableType, toDetailColumns, toSlug, uniqueSlug } from './eventable.ts';
import { enqueueLinkedFetches, linkedIris } from './parts.ts';
import { isDeleted } from './publish.ts';
import { ingestQuote, type RemoteQuote } from './quote.ts';
import { type NewRow, notAfterNow, type OwnColumns, type SharedColumns, saveItems } from './save.ts';

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
  /** Its server asks for the approval of the quoted author. */
  asksToQuote?: boolean;
  /** The conversation it belongs to (FEP-7888). */
  contextIri?: string | null;
  /** Counts stated by its server; null where it states none. */
  counts?: { likes: number | null; boosts: number | null; replies: number | null };
  /** IRIs of accounts; unknown ones are ignored. */
  mentionedIris: string[];
  /** Accounts that a private item is addressed to without mentioning them. They may read it. */
  silentIris: string[];
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

// Converts a remote item to its row

/** Ids of the known items that it points to. */
interface TargetIds {
  in_reply_to_id?: number;
  recipe_id: number | null;
  forked_from_id: number | null;
}

const toNewRow = (item: RemoteItem, targetIds: TargetIds): NewRow => ({
  ...toRow(item, targetIds),
  account_id: item.authorId,
  iri: item.iri,
  publication: 'published',
  created_at: new Date(),
  published_at: notAfterNow(item.publishedAt),
});

type UpdatedColumns = Omit<SharedColumns, 'account_id' | 'publication' | 'created_at' | 'published_at'>;

/** The columns that an update changes. */
const toRow = (item: RemoteItem, targetIds: TargetIds): UpdatedColumns & OwnColumns[EventableType] => ({
  ...toOwnColumns(item, targetIds),
  url: item.url,
  visibility: item.visibility,
  name: item.name,
  content: item.content,
  content_html: item.contentHtml,
  locale: item.locale,
  in_reply_to_id: targetIds.in_reply_to_id,
  in_reply_to_iri: item.inReplyToIri,
  context_iri: item.contextIri ?? null,
  ...toCounts(item),
  sensitive: item.sensitive,
  spoiler_text: item.spoilerText,
  tags: item.tags,
  hashtags: normaliseHashtags([...item.tags, ...(item.hashtags ?? [])]),
  updated_at: notAfterNow(item.updatedAt ?? item.publishedAt),
  edited_at: editedAt(item),
  fetched_at: new Date(),
});

function toOwnColumns(item: RemoteItem, { recipe_id, forked_from_id }: TargetIds): OwnColumns[EventableType] {
  const { type, serving, servingType: serving_type, preparedAt: prepared_at, rating } = item;
  switch (type) {
    case 'recipe':
      return {
        type,
        serving,
        serving_type,
        forked_from_id,
        forked_from_iri: item.forkedFromIri,
        source_url: item.sourceUrl,
        prep_time: item.prepTime,
        cook_time: item.cookTime,
        ...toDetailColumns(item.details),
      };
    case 'preparation':
    case 'baking':
      return { type, serving, serving_type, prepared_at, rating, recipe_id, recipe_iri: item.recipeIri };
    case 'status':
      return { type, quote_iri: item.quoteIri ?? null };
  }
}

/** PeerTube sets `updated` of a new comment some milliseconds after `published`. */
const minEditDelayMs = 1_000;

const editedAt = ({ publishedAt, updatedAt }: RemoteItem): Date | null =>
  updatedAt !== null && updatedAt.getTime() - publishedAt.getTime() >= minEditDelayMs ? notAfterNow(updatedAt) : null;

/** Leaves out counts that are not stated, so that earlier ones stay. */
const toCounts = ({ counts }: RemoteItem): Partial<SharedColumns> => ({
  ...(counts?.likes != null && { remote_likes_count: counts.likes }),
  ...(counts?.boosts != null && { remote_boosts_count: counts.boosts }),
  ...(counts?.replies != null && { remote_replies_count: counts.replies }),
});

const toMediaRows = ({ media }: RemoteItem) =>
  media.map(({ contentType, ...medium }) => ({ ...medium, content_type: contentType }));

// Ingests plain remote items in batches, because they are most of what remote servers send

/** A plain status or recipe concerns only its author's followers and changes no other row. */
const isPlain = (item: RemoteItem): boolean =>
  (item.type === 'status' || item.type === 'recipe') &&
  [item.inReplyToIri, item.recipeIri, item.forkedFromIri, item.quoteIri ?? null].every((iri) => iri === null) &&
  item.mentionedIris.length + item.silentIris.length + linkedIris(item.steps).length === 0;

interface IncomingItem {
  item: RemoteItem;
  /** Its author's server delivered it as new, in a Create. */
  announced: boolean;
}

/**
 * Returns the id of a plain item that is new, or of a status that is newer than the plain one stored. Null means that
 * the item must be ingested alone.
 */
async function ingestPlainItem(item: RemoteItem, announced: boolean): Promise<number | null> {
  return isPlain(item) ? ((await ingestBatched({ item, announced }))?.id ?? null) : null;
}

const ingestBatched = batchedInTransaction(async (tx, incoming: IncomingItem[]) => {
  const changes = incoming.map(({ item, announced }) => ({
    plainRow: { ...toNewRow(item, noTargets), ...(item.type === 'recipe' && { slug: toSlug(item.name) }) },
    remoteMedia: toMediaRows(item),
    ingredients: item.ingredients,
    steps: item.steps,
    isNew: announced,
  }));
  const ids = await saveItems(tx, changes);
  return ids.flatMap((id, place) => (id === null ? [] : [{ place, id }]));
});

const noTargets = { recipe_id: null, forked_from_id: null };

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
  const plainId = backfilled ? null : await ingestPlainItem(item, announced);
  if (plainId !== null) return plainId;

  return transact(async (tx) => {
    // A new item is hardly ever known, so it is looked for only if it cannot be inserted.
    const [deleted, [existing]] = await Promise.all([
      isDeleted(tx, item),
      announced ? [] : lockItemByIri(tx, item.iri),
    ]);
    if (deleted) return null;
    // Reading an outbox must not fetch every conversation of its owner.
    const isFromOutbox = backfilled && depth === undefined;
    const targets = [...requiredIris(item), ...(isFromOutbox ? [] : parentIris(item))];
    const others = targets.filter((iri) => iri !== item.iri);
    const fetches = { fetchBudgetId, depth };
    await enqueueLinkedFetches(tx, others, { maxFetches: isFromOutbox ? 5 : 20, ...fetches });
    const inserted = existing ? null : await insert(tx, item, backfilled, fetches);
    if (inserted !== null) return inserted;

    // It is known, or another transaction inserted it first: our insert waited for its commit.
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

/** Pays for the fetches that a quote causes. */
type QuoteFetches = Pick<RemoteQuote, 'fetchBudgetId' | 'depth'>;

async function insert(tx: Tx, item: RemoteItem, isBackfilled: boolean, fetches: QuoteFetches): Promise<number | null> {
  const slug = item.type === 'recipe' && (await uniqueSlug(tx, item.authorId, item.name));
  const row: NewRow = { ...toNewRow(item, await resolveTargets(tx, item)), ...(slug && { slug }) };
  const isReply = item.inReplyToIri !== null;
  const change = { ...toBelongings(item, fetches), id: null, row, isReply, isBackfilled };
  return (await saveItems(tx, [change]))[0]!;
}

async function update(tx: Tx, item: RemoteItem, before: ItemHeader, fetches: QuoteFetches): Promise<number | null> {
  if (before.account_id !== item.authorId || before.type !== item.type) return null;
  const belongings = toBelongings(item, fetches);
  const { remoteQuote } = belongings;
  if (notAfterNow(item.updatedAt ?? item.publishedAt) <= before.updated_at) {
    // Mastodon adds the approval in an Update without a newer `updated`.
    const isApproved = remoteQuote.authorizationIri !== null && remoteQuote.quotedIri === before.quote_iri;
    if (isApproved) await ingestQuote(tx, before.id, before, remoteQuote);
    return before.id;
  }
  const row = toRow(item, await resolveTargets(tx, item));
  return (await saveItems(tx, [{ ...belongings, before, row }]))[0]!;
}

const toBelongings = (item: RemoteItem, fetches: QuoteFetches) => ({
  origin: 'remote' as const,
  parts: item,
  mentionedIris: item.mentionedIris,
  silentIris: item.silentIris,
  remoteMedia: toMediaRows(item),
  remoteQuote: {
    ...fetches,
    iri: item.iri,
    quotedIri: item.quoteIri ?? null,
    authorizationIri: item.quoteAuthorizationIri ?? null,
    isAskedFor: item.asksToQuote ?? false,
  },
});

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
