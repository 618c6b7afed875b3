/** Tombstones of deleted objects, which may have been deleted before they were received. */
import {
  deleteTombstone,
  insertTombstone,
  lockIri,
  selectTombstone,
  selectTombstoneBy,
} from '../../db/sql/item-removal.ts';
import { db } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';

export interface Tombstone {
  iri: string;
  /** The account that deleted it. Of an object that was never received, any account may claim that. */
  actorIri: string;
  formerType: string | null;
  /** Everybody could see the object. */
  isPublic: boolean;
  deletedAt: Date;
}

export async function findTombstone(iri: string): Promise<Tombstone | null> {
  const [row] = await selectTombstone(db, iri);
  return row
    ? {
        iri: row.iri,
        actorIri: row.actor_iri,
        formerType: row.former_type,
        isPublic: row.public,
        deletedAt: row.deleted_at,
      }
    : null;
}

/** Later dates are not trusted: a version that bears one could restore its object again and again. */
const maxClockSkewMs = 3_600_000;

/**
 * Whether its author deleted the object, received or not. A version that is newer by the author's clock removes the tombstone.
 * Locks the IRI until the transaction ends, so that a concurrent Delete is seen.
 */
export async function isDeleted(
  tx: Tx,
  { iri, authorId, updatedAt }: { iri: string; authorId: number; updatedAt: Date | null },
): Promise<boolean> {
  const [, [tombstone]] = await Promise.all([lockIri(tx, iri), selectTombstoneBy(tx, iri, authorId)]);
  if (!tombstone) return false;
  if (!tombstone.ended_at || !updatedAt || updatedAt <= tombstone.ended_at) return true;
  if (updatedAt.getTime() > Date.now() + maxClockSkewMs) return true;
  await deleteTombstone(tx, iri, authorId);
  return false;
}

/** Creates the tombstone of a local object. */
export async function createTombstone(
  tx: Tx,
  { iri, actorIri, formerType, isPublic }: Omit<Tombstone, 'deletedAt'>,
): Promise<void> {
  await lockIri(tx, iri);
  await insertTombstone(tx, iri, actorIri, formerType, isPublic, null);
}
