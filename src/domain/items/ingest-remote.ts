/** Ingests items from remote servers: inserts new ones and updates known ones. */
import { randomUUID } from 'node:crypto';
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
import { toJson } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { deleteFiles } from '../../jobs/enqueue.ts';
import { notifyOfItem } from '../accounts/notify.ts';
import { promoteBackfilledEvent, recordEvent } from './events.ts';
import { enqueueLinkedFetches, linkedIris } from './fetch-linked.ts';
import { ingestAuthorization, ingestQuote, type QuoteFetches, replaceQuote } from './ingest-quote.ts';
import { ingestPlainStatus } from './ingest-remote-statuses.ts';
import { replaceParts, writeParts } from './parts.ts';
import type { RemoteItem } from './remote-item.ts';
import { notAfterNow, type TargetIds, toMediaRows, toNewRow, toRow } from './remote-row.ts';
import { readStateBeforeEdit, recordEdit } from './revisions.ts';
import { indexRecipes } from './search-index.ts';
import { uniqueSlug } from './slug.ts';
import { isDeleted } from './tombstones.ts';

export interface IngestOptions {
  backfilled: boolean;
  /** Its author's server delivered it as new, in a Create. */
  announced?: boolean;
  /** Pays for the fetches that the item causes. */
  fetchBudgetId?: string;
  /** The remaining link depth of these fetches; absent for an item that was requested itself. */
  depth?: number;
}

/**
 * Inserts or updates an item by IRI and returns its id; an older version changes nothing. Returns null when the item was
 * deleted before or belongs to another account. New live items appear in the home timelines of local followers.
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

async function insert(
  tx: Tx,
  item: RemoteItem,
  backfilled: boolean,
  fetches: QuoteFetches,
): Promise<number | null> {
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

async function update(
  tx: Tx,
  item: RemoteItem,
  existing: ItemHeader,
  fetches: QuoteFetches,
): Promise<number | null> {
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
