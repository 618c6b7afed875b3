/** Identities that are over. */
import {
  deleteTombstone,
  insertTombstone,
  lockIri,
  selectEnd,
  selectTombstone,
} from '../db/sql/tombstones.ts';
import { db, type Executor } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';

export interface Tombstone {
  iri: string;
  /** Who ended it, which anybody may say of what is not known here. */
  actorIri: string;
  formerType: string | null;
  deletedAt: Date;
}

export async function findTombstone(iri: string, on: Executor = db): Promise<Tombstone | null> {
  const [row] = await selectTombstone(on, iri);
  return row
    ? { iri: row.iri, actorIri: row.actor_iri, formerType: row.former_type, deletedAt: row.deleted_at }
    : null;
}

/**
 * Whether a thing was ended, before it came, by the account whose it is; what others say of it does not count. From here
 * to the end of the transaction nobody else begins or ends it: else two that cross would not see each other.
 */
export async function isOver(tx: Tx, iri: string, accountId: number): Promise<boolean> {
  const [, [end]] = await Promise.all([lockIri(tx, iri), selectEnd(tx, iri, accountId)]);
  return end !== undefined;
}

/** Further ahead, in ms, no clock is believed: what bears such a date would come back again and again. */
const skew = 3_600_000;

/**
 * The same for a thing that has versions: one that is newer than the end, by the clock of the account that told both,
 * begins it anew. Versions from before the end never do, however often they come.
 */
export async function isOverFor(
  tx: Tx,
  { iri, authorId, updatedAt }: { iri: string; authorId: number; updatedAt: Date | null },
): Promise<boolean> {
  const [, [end]] = await Promise.all([lockIri(tx, iri), selectEnd(tx, iri, authorId)]);
  if (!end) return false;
  if (!end.ended_at || !updatedAt || updatedAt <= end.ended_at) return true;
  if (updatedAt.getTime() > Date.now() + skew) return true;
  await deleteTombstone(tx, iri, authorId);
  return false;
}

/** Whether the account itself ended it, at this moment. */
export async function wasEndedBy(accountId: number, iri: string): Promise<boolean> {
  return (await selectEnd(db, iri, accountId)).length > 0;
}

/**
 * Also for what never came: a Create or Follow that arrives after its end has no effect. `endedAt` is the time that its
 * actor tells.
 */
export async function bury(
  tx: Tx,
  iri: string,
  actorIri: string,
  formerType: string | null,
  endedAt: Date | null = null,
): Promise<void> {
  await lockIri(tx, iri);
  await insertTombstone(tx, iri, actorIri, formerType, endedAt);
}
