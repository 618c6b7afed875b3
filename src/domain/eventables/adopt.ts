/** Items of other servers: adopted and brought up to date. */
import { randomUUID } from 'node:crypto';
import { countCooked } from '../../db/sql/cooked.ts';
import {
  countReply,
  insertEventable,
  lockByIri,
  type Standing,
  selectIdsByIri,
  selectType,
  updateEventable,
} from '../../db/sql/eventables.ts';
import { insertMentionsByIri, resolvePointers } from '../../db/sql/parts.ts';
import { replacePictures } from '../../db/sql/remote-media.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { enliven, recordEvent } from '../events.ts';
import { deleteFiles } from '../media/files.ts';
import { notifyOfItem } from '../notifications.ts';
import { isOverFor } from '../tombstones.ts';
import { adoptPlain } from './adopt-statuses.ts';
import { fetchLinked, linkedIris } from './fetch-linked.ts';
import { replaceParts, writeParts } from './parts.ts';
import type { RemoteItem } from './remote-item.ts';
import { noLaterThanNow, type Pointers, toMediaRows, toNewRow, toRow } from './remote-row.ts';
import { freeSlug } from './slug.ts';

export interface Arrival {
  backfilled: boolean;
  announced?: boolean;
  /** What it may make us fetch is drawn on this. */
  purse?: string;
  /** How far away that may be; absent for what was asked for itself. */
  depth?: number;
}

/**
 * Inserts or updates by IRI and returns the id; an older version changes nothing. Null when the item was deleted
 * before or belongs to somebody else. A live new item is told to the author's followers here,
 * and so is one that a back-fill brought before its author's server announced it.
 */
export async function adoptEventable(
  item: RemoteItem,
  { backfilled, announced = false, purse = randomUUID(), depth }: Arrival,
): Promise<number | null> {
  const adopted = backfilled ? null : await adoptPlain(item, announced);
  if (adopted !== null) return adopted;

  return transact(async (tx) => {
    const [over, [existing]] = await Promise.all([isOverFor(tx, item), lockByIri(tx, item.iri)]);
    if (over) return null;
    // An outbox is no reason to read all the conversations of its owner.
    const pointed = [...pointedAt(item), ...(backfilled && depth === undefined ? [] : answered(item))];
    const others = pointed.filter((iri) => iri !== item.iri);
    const most = backfilled && depth === undefined ? 5 : 20;
    await fetchLinked(tx, others, { most, purse, depth });
    const inserted = existing ? null : await insert(tx, item, backfilled);
    if (inserted !== null) return inserted;

    // Where another transaction was first, the insert has waited for it.
    const [standing] = existing ? [existing] : await lockByIri(tx, item.iri);
    const id = standing ? await update(tx, item, standing) : null;
    if (id !== null && announced) await enliven(tx, { ...happening(item), eventableId: id });
    return id;
  });
}

/** What must be here for the item to be shown whole. */
const pointedAt = ({ steps, recipeIri, forkedFromIri }: RemoteItem): string[] => [
  ...[recipeIri, forkedFromIri].filter((iri) => iri !== null),
  ...linkedIris(steps),
];

const answered = ({ inReplyToIri }: RemoteItem): string[] => (inReplyToIri === null ? [] : [inReplyToIri]);

/** Who points at it by an address that led there now has it. */
export async function resolveAddress(id: number, address: string): Promise<void> {
  await transact(async (tx) => {
    const [item] = await selectType(tx, id);
    if (item) await resolvePointers(tx, id, address, item.type === 'recipe');
  });
}

const happening = (item: RemoteItem) => ({
  action: item.inReplyToIri === null ? ('create' as const) : ('reply' as const),
  accountId: item.authorId,
});

async function insert(tx: Tx, item: RemoteItem, backfilled: boolean): Promise<number | null> {
  const slug = item.type === 'recipe' ? await freeSlug(tx, item.authorId, item.name) : null;
  const pointers = await resolve(tx, item);
  const [won] = await insertEventable(tx, null, JSON.stringify({ ...toNewRow(item, pointers), slug }));
  if (!won) return null;

  const { id } = won;
  const event = {
    ...happening(item),
    eventableId: id,
    at: backfilled ? item.publishedAt : new Date(),
    backfilled,
  };
  await Promise.all([
    writeParts(tx, id, item),
    ...(item.mentionedIris.length + item.media.length > 0 ? [writeCompany(tx, id, item)] : []),
    resolvePointers(tx, id, item.iri, item.type === 'recipe'),
    ...(pointers.in_reply_to_id ? [countReply(tx, pointers.in_reply_to_id, 1)] : []),
    ...(pointers.recipe_id === null ? [] : [countCooked(tx, pointers.recipe_id, 1)]),
    recordEvent(tx, event),
  ]);
  if (isAddressed(item, pointers)) await notifyOfItem(tx, id);
  return id;
}

/** Whether it may concern somebody here beside its author's followers. */
const isAddressed = (item: RemoteItem, { in_reply_to_id, recipe_id }: Pointers): boolean =>
  item.mentionedIris.length > 0 || in_reply_to_id !== undefined || recipe_id !== null;

async function update(tx: Tx, item: RemoteItem, existing: Standing): Promise<number | null> {
  if (existing.account_id !== item.authorId || existing.type !== item.type) return null;
  const version = noLaterThanNow(item.updatedAt ?? item.publishedAt);
  if (version <= existing.updated_at) return existing.id;

  const pointers = await resolve(tx, item);
  await updateEventable(tx, existing.id, JSON.stringify(toRow(item, pointers)));
  if (pointers.recipe_id !== existing.recipe_id) {
    await countCooked(tx, existing.recipe_id, -1);
    await countCooked(tx, pointers.recipe_id, 1);
  }
  await Promise.all([
    ...(item.type === 'status' ? [] : [replaceParts(tx, existing.id, item)]),
    writeCompany(tx, existing.id, item),
  ]);
  await notifyOfItem(tx, existing.id);
  return existing.id;
}

/** Its mentions and pictures. */
async function writeCompany(tx: Tx, id: number, item: RemoteItem): Promise<void> {
  if (item.mentionedIris.length > 0) await insertMentionsByIri(tx, id, item.mentionedIris);
  const gone = await replacePictures(tx, item.authorId, id, JSON.stringify(toMediaRows(item)));
  await deleteFiles(
    tx,
    gone.map(({ key }) => key),
  );
}

async function resolve(tx: Tx, item: RemoteItem): Promise<Pointers> {
  const { inReplyToIri, recipeIri, forkedFromIri } = item;
  const iris = [inReplyToIri, recipeIri, forkedFromIri].filter((iri) => iri !== null);
  const rows = iris.length === 0 ? [] : await selectIdsByIri(tx, iris);
  const known = new Map(rows.map((row) => [row.iri, row.id]));
  const recipes = new Map(rows.filter(({ type }) => type === 'recipe').map((row) => [row.iri, row.id]));
  return {
    in_reply_to_id: known.get(inReplyToIri ?? ''),
    recipe_id: recipes.get(recipeIri ?? '') ?? null,
    forked_from_id: recipes.get(forkedFromIri ?? '') ?? null,
  };
}
