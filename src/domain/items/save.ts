/** Writes items. Every road to an item ends here: its row is written, and then what follows from it. */
import { publishEventable } from '../../db/sql/item-removal.ts';
import {
  type ItemColumns,
  type ItemHeader,
  insertEventable,
  insertMentions,
  insertMentionsByIri,
  resolvePointers,
  updateEventable,
} from '../../db/sql/items.ts';
import { attachMedia, deleteOtherMedia, type RemoteMediumJson, replaceRemoteMedia } from '../../db/sql/media.ts';
import { replaceNotificationsOf } from '../../db/sql/notifications.ts';
import type { Quotable } from '../../db/sql/quotes.ts';
import {
  deleteReadChangeNotices,
  deleteSurplusRevisions,
  insertChangeNotices,
  insertRestoredRevisions,
  insertRevision,
  selectRecipeState,
} from '../../db/sql/revisions.ts';
import { insertPlainItems, updateStatuses } from '../../db/sql/statuses.ts';
import type { detailColumns } from '../../db/sql/visibility.ts';
import { toJson } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Visibility } from '../../db/vocabulary.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, wakeRelay } from '../../jobs/enqueue.ts';
import { invalid } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import type { IngredientDraft, StepDraft } from '../../recipe-import/draft.ts';
import type { ArchivedRevision } from '../../recipe-import/potluck-item.ts';
import { announceChange, recordEvent } from './announce.ts';
import { type EventableType, findCeiling, requireBelowCeiling, requireContent } from './eventable.ts';
import { type Parts, replaceParts, toIngredientRows, toStepRows } from './parts.ts';
import { ingestQuote, quote, type RemoteQuote } from './quote.ts';
import { indexNewRecipes, indexRecipes } from './search-index.ts';

// Defines the row of each kind of item

type RecipeColumn = keyof typeof detailColumns | 'source_url' | 'as_article' | `${'prep' | 'cook'}_time`;
type CookedColumn = 'prepared_at' | 'rating' | `recipe_${'id' | 'iri'}`;
type ServingColumn = 'serving' | 'serving_type';

interface OwnColumn {
  recipe: RecipeColumn | ServingColumn | `forked_from_${'id' | 'iri'}`;
  preparation: CookedColumn | ServingColumn;
  baking: CookedColumn | ServingColumn;
  status: 'quote_iri';
}

type Shared = Omit<ItemColumns, 'type' | OwnColumn[EventableType]>;
type Nullable = { [Name in keyof Shared]: null extends Shared[Name] ? Name : never }[keyof Shared];

/** The columns of all kinds of items. */
export type SharedColumns = Omit<Shared, Nullable> & Partial<Pick<Shared, Nullable>>;

/** The columns of one kind, such as `OwnColumns['recipe']`. */
export type OwnColumns = {
  [Type in EventableType]: { type: Type } & Partial<Pick<ItemColumns, OwnColumn[Type]>>;
};

/** A new row. Missing columns are null. */
export type NewRow = SharedColumns & OwnColumns[EventableType];

/** What a new item of a local account begins with. */
export function initialColumns(accountId: number) {
  const now = new Date();
  return {
    account_id: accountId,
    sensitive: false,
    spoiler_text: '',
    created_at: now,
    published_at: now,
    updated_at: now,
  };
}

/** No item is from the future, whatever its server or archive states. */
export const notAfterNow = (date: Date) => new Date(Math.min(date.getTime(), Date.now()));

type Immutable = 'account_id' | 'iri' | 'slug' | 'publication' | 'created_at';

/** Columns of a row that exists. Missing ones stay as they are. */
export type ChangedRow = Partial<Omit<SharedColumns, Immutable>> & Partial<OwnColumns[EventableType]>;

/** Writes nothing but these columns, and increases the version. */
export async function writeColumns(tx: Tx, id: number, row: ChangedRow): Promise<void> {
  await updateEventable(tx, id, toJson<Partial<ItemColumns>>(row));
}

/** The columns that every edit by the author changes. A draft is not marked as edited. */
export function editColumns({ publication }: Pick<ItemHeader, 'publication'>): { updated_at: Date; edited_at?: Date } {
  const now = new Date();
  return { updated_at: now, ...(publication === 'published' && { edited_at: now }) };
}

// Defines a change: the row and what belongs to the item. What is missing of an item that exists stays as it is.

interface Belongings {
  parts?: Parts;
  /** Accounts, which replace those mentioned before. */
  mentionedIds?: number[];
  /** Accounts of a remote item, in addition to those mentioned before. */
  mentionedIris?: string[];
  silentIris?: string[];
  /** Uploaded pictures of the author, in order. */
  mediaIds?: number[];
  remoteMedia?: RemoteMediumJson[];
  /** The item that a new local status quotes. */
  quoted?: Quotable | null;
  remoteQuote?: RemoteQuote;
  /** The former states of a restored recipe, the oldest first. */
  revisions?: ArchivedRevision[];
  /** Mentioned accounts are being looked up, so that other servers get the item later. */
  hasPendingMentions?: boolean;
}

type Origin = 'local' | 'remote' | 'archive';

interface NewItem extends Belongings {
  origin: Origin;
  /** Null creates one. */
  id: number | null;
  row: NewRow;
  isReply?: boolean;
  /** Sorted by its publication time in timelines, and enters none of home. Notifies nobody. */
  isBackfilled?: boolean;
}

interface ChangedItem extends Belongings {
  origin: Exclude<Origin, 'archive'>;
  /** The item as it was locked. */
  before: ItemHeader;
  row: ChangedRow;
  /** Those with which a draft is published. */
  addresses?: { iri: string; url: string; slug: string | null };
}

/**
 * A remote status or recipe that concerns only the followers of its author: new, or a status newer than the one stored.
 */
interface PlainItem {
  /** A new recipe gets a free slug for the wanted one. */
  plainRow: NewRow;
  remoteMedia: RemoteMediumJson[];
  ingredients: IngredientDraft[];
  /** Without links. */
  steps: StepDraft[];
  /** Its author's server delivered it as new. */
  isNew: boolean;
}

type ItemChange = NewItem | ChangedItem | PlainItem;

/** An item whose row is written. */
interface Written extends Belongings {
  id: number;
  type: EventableType;
  accountId: number;
  origin: Origin;
  row: NewRow | ChangedRow;
  /** Null for a new item. */
  before: ItemHeader | null;
  visibility: Visibility;
  isPublished: boolean;
  /** It is new or was a draft. */
  appears: boolean;
  isReply: boolean;
  isBackfilled: boolean;
  ceilingBefore: Visibility | null;
  stateBefore: StateBeforeEdit | null;
}

// Keeps the former states of published recipes, and tells those who cooked a recipe that it changed

/** Of one recipe, beside its first state. */
const maxRevisions = 100;
const maxRevisionBytes = 2_000_000;

interface StateBeforeEdit {
  /** JSON of a `RecipeState`. */
  state: string;
  visibility: Visibility;
}

/** Call it after locking the item and before changing it. Null for drafts and for items that are no recipes. */
async function readStateBeforeEdit(tx: Tx, id: number): Promise<StateBeforeEdit | null> {
  return (await selectRecipeState(tx, id))[0] ?? null;
}

/** Call it after the recipe and its parts were written. `editedAt` is the time that the author states. */
async function recordEdit(tx: Tx, id: number, before: StateBeforeEdit | null, editedAt: Date): Promise<void> {
  if (!before) return;
  const [edit] = await insertRevision(tx, id, before.visibility, before.state, editedAt);
  await deleteSurplusRevisions(tx, id, maxRevisions, maxRevisionBytes);
  if (!edit?.cooking_changed) return;
  await deleteReadChangeNotices(tx, id);
  await insertChangeNotices(tx, id, null);
}

/** Notifies nobody. The oldest comes first. */
async function restoreRevisions(tx: Tx, id: number, revisions: ArchivedRevision[]): Promise<void> {
  if (revisions.length === 0) return;
  const rows = revisions.map(({ editedAt, ...revision }) => ({ ...revision, edited_at: editedAt }));
  await insertRestoredRevisions(tx, id, toJson(rows));
  await deleteSurplusRevisions(tx, id, maxRevisions, maxRevisionBytes);
}

// Says what follows from a written row

type Effect = (tx: Tx, item: Written) => Promise<unknown> | false | null | undefined;

const writeParts: Effect = (tx, { id, before, parts }) => parts && replaceParts(tx, id, parts, before === null);

const writeMentions: Effect = (tx, { id, before, mentionedIds, mentionedIris = [], silentIris = [] }) =>
  mentionedIds && (before || mentionedIds.length > 0)
    ? insertMentions(tx, id, mentionedIds)
    : mentionedIris.length + silentIris.length > 0 && insertMentionsByIri(tx, id, mentionedIris, silentIris);

const writeMedia: Effect = async (tx, { id, accountId, before, mediaIds, remoteMedia }) => {
  const given = mediaIds ?? remoteMedia;
  if (!given || (given.length === 0 && !before)) return;
  const removed = mediaIds
    ? await deleteOtherMedia(tx, id, mediaIds)
    : await replaceRemoteMedia(tx, accountId, id, toJson(remoteMedia ?? []));
  await deleteFiles(
    tx,
    removed.map(({ key }) => key),
  );
  if (!mediaIds?.length) return;
  const attached = await attachMedia(tx, accountId, id, mediaIds);
  if (attached.length < mediaIds.length) throw invalid('media_ids', t('errors.must-be-own-unused-pictures'));
};

/** Other items may have referred to a remote or restored item before it came. */
const resolvePointersTo: Effect = (tx, { id, type, accountId, before, origin, row }) =>
  !before &&
  origin !== 'local' &&
  resolvePointers(tx, id, ('iri' in row && row.iri) || iris.eventable(type, accountId, id), type === 'recipe');

const recordAppearance: Effect = (tx, item) =>
  item.isPublished &&
  item.appears &&
  recordEvent(tx, {
    action: item.isReply ? 'reply' : 'create',
    accountId: item.accountId,
    eventableId: item.id,
    at: item.isBackfilled ? item.row.published_at! : new Date(),
    backfilled: item.isBackfilled,
    fact:
      item.origin === 'local'
        ? { fact: 'item.published', eventableId: item.id, hasPendingMentions: item.hasPendingMentions }
        : null,
  });

const writeQuote: Effect = (tx, { id, accountId, before, quoted, remoteQuote }) =>
  quoted ? quote(tx, accountId, id, quoted) : remoteQuote && ingestQuote(tx, id, before, remoteQuote);

/** Only their author can widen copies of somebody else's recipe. */
const checkCeiling: Effect = (tx, { id, origin, before, row, appears, visibility, ceilingBefore }) => {
  if (!before && !hasSource(row)) return false;
  const shown = before && !appears ? { ceiling: ceilingBefore, visibility: before.visibility } : null;
  return origin === 'local' && requireBelowCeiling(tx, id, visibility, shown);
};

const hasSource = (row: Partial<ItemColumns>): boolean => Boolean(row.recipe_id ?? row.forked_from_id);

const checkContent: Effect = (tx, { id, before, mediaIds }) => before && mediaIds && requireContent(tx, id);

const keepRevision: Effect = (tx, { id, before, stateBefore, row, revisions = [] }) =>
  before ? recordEdit(tx, id, stateBefore, row.updated_at!) : restoreRevisions(tx, id, revisions);

const indexForSearch: Effect = (tx, { id, row, before, isPublished, parts }) =>
  before
    ? isPublished && indexRecipes(tx, [id])
    : indexNewRecipes(tx, [{ id, row: row as NewRow, ingredients: parts?.ingredients ?? [] }]);

/** What appears is announced together with its event. */
const announce: Effect = (tx, { origin, before, isPublished, appears, visibility, hasPendingMentions }) =>
  origin === 'local' && isPublished && before && !appears
    ? announceChange(tx, before, visibility, hasPendingMentions)
    : null;

const notify: Effect = (tx, item) =>
  item.isPublished && !item.isBackfilled && (item.before || concernsOthers(item)) && notifyOfItem(tx, item.id);

/** True if a new item may concern local accounts other than its author's followers. */
const concernsOthers = ({ mentionedIds = [], mentionedIris = [], row, quoted, remoteQuote }: Written): boolean =>
  mentionedIds.length + mentionedIris.length > 0 ||
  [
    row.in_reply_to_id,
    'recipe_id' in row && row.recipe_id,
    'forked_from_id' in row && row.forked_from_id,
    quoted,
    remoteQuote?.quotedIri,
  ].some(Boolean);

const followCooked: Effect[][] = [
  [writeParts, writeMentions, writeMedia, resolvePointersTo, recordAppearance],
  [checkCeiling],
  [announce, notify],
];

/** The effects of one line are sent together. Each line waits for the one before. */
const effects: Record<EventableType, Effect[][]> = {
  recipe: [
    [writeParts, writeMentions, writeMedia, resolvePointersTo, recordAppearance],
    [checkCeiling, keepRevision, indexForSearch],
    [announce, notify],
  ],
  preparation: followCooked,
  baking: followCooked,
  status: [
    [writeQuote, writeMentions, writeMedia, resolvePointersTo, recordAppearance],
    [checkContent],
    [announce, notify],
  ],
};

/**
 * Updates the `cooked`, `forked`, `reply`, `quote` and `mention` notifications of an item: one per recipient, none for
 * former recipients.
 */
export async function notifyOfItem(tx: Tx, id: number): Promise<void> {
  await replaceNotificationsOf(tx, id, null);
}

/**
 * Returns the id of each item, in order. Null means that an item with this IRI exists already, or that a plain item
 * must be saved as another one, because others refer to it or it was deleted.
 */
export async function saveItems(tx: Tx, changes: ItemChange[]): Promise<(number | null)[]> {
  const ids = await savePlainItems(tx, changes);
  for (const [place, change] of changes.entries()) {
    if (!('plainRow' in change)) ids[place] = await saveItem(tx, change);
  }
  return ids;
}

async function saveItem(tx: Tx, change: NewItem | ChangedItem): Promise<number | null> {
  const written = 'before' in change ? await updateRow(tx, change) : await insertRow(tx, change);
  if (!written) return null;
  for (const line of effects[written.type]) await together(line.map((effect) => effect(tx, written)));
  return written.id;
}

/** Waits for all, so that none of them sends a statement after the rollback that another one causes. */
async function together(running: ReturnType<Effect>[]): Promise<void> {
  const failed = (await Promise.allSettled(running)).find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

async function insertRow(tx: Tx, { row, ...change }: NewItem): Promise<Written | null> {
  const [inserted] = await insertEventable(tx, change.id, toJson<Partial<ItemColumns>>(row));
  if (!inserted) return null;
  return {
    isReply: false,
    isBackfilled: false,
    ...change,
    row,
    id: inserted.id,
    type: row.type,
    accountId: row.account_id,
    before: null,
    visibility: row.visibility,
    isPublished: row.publication === 'published',
    appears: true,
    ceilingBefore: null,
    stateBefore: null,
  };
}

async function updateRow(tx: Tx, change: ChangedItem): Promise<Written> {
  const { before, row, origin, addresses } = change;
  const type = before.type as EventableType;
  const [stateBefore, ceilingBefore] = await Promise.all([
    type === 'recipe' ? readStateBeforeEdit(tx, before.id) : null,
    type !== 'status' && origin === 'local' ? findCeiling(tx, before.id) : null,
    writeChange(tx, change),
  ]);
  return {
    ...change,
    id: before.id,
    type,
    accountId: before.account_id,
    visibility: row.visibility ?? before.visibility,
    isPublished: addresses !== undefined || before.publication === 'published',
    appears: addresses !== undefined,
    isReply: before.in_reply_to_id !== null,
    isBackfilled: false,
    ceilingBefore,
    stateBefore,
  };
}

const writeChange = (tx: Tx, { before: { id }, row, addresses }: ChangedItem): Promise<unknown> =>
  addresses
    ? publishEventable(tx, id, addresses.iri, addresses.url, addresses.slug, row.visibility ?? null, new Date())
    : writeColumns(tx, id, row);

/** The two statements also write what follows: parts, pictures and events. Only the search index is left. */
async function savePlainItems(tx: Tx, changes: ItemChange[]): Promise<(number | null)[]> {
  const ids = changes.map((): number | null => null);
  const plain = changes.flatMap((change, place) => ('plainRow' in change ? [{ ...change, place }] : []));
  if (plain.length === 0) return ids;

  const given = plain.map(({ place, plainRow: item, remoteMedia: media, ingredients, steps }) => ({
    place,
    item,
    media,
    ingredients: toIngredientRows(ingredients),
    steps: toStepRows(steps),
  }));
  const newer = given
    .filter(({ place, item }) => item.type === 'status' && !(changes[place] as PlainItem).isNew)
    .map(
      // The time of publication stays.
      ({ item: { published_at: _, ...item }, ...status }) => ({ ...status, item }),
    );
  const [inserted, changed] = await Promise.all([
    insertPlainItems(tx, toJson(given), jobs.fanOutEvent.name),
    newer.length === 0 ? [] : updateStatuses(tx, toJson(newer)),
  ]);
  if (inserted.some(({ pending_events }) => pending_events > 0)) tx.afterCommit(wakeRelay);
  await deleteFiles(tx, changed[0]?.media_keys ?? []);
  for (const { place, id } of [...inserted, ...changed]) ids[place] = id;
  const recipes = plain.flatMap(({ place, plainRow: row, ingredients }) =>
    row.type === 'recipe' && ids[place] != null ? [{ id: ids[place], row, ingredients }] : [],
  );
  await indexNewRecipes(tx, recipes);
  return ids;
}
