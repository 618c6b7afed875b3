/** Identities that are over. */
import { insertTombstone, lockIri, selectTombstone } from '../db/sql/tombstones.ts';
import { db, type Executor } from '../db/statement.ts';
import type { Tx } from '../db/transaction.ts';

export interface Tombstone {
  iri: string;
  /** Who may have ended it. */
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
 * Whether a thing was ended before it came. From here to the end of the transaction nobody else begins or ends it:
 * else two that cross would not see each other.
 */
export async function isOver(tx: Tx, iri: string): Promise<boolean> {
  const [, tombstone] = await Promise.all([lockIri(tx, iri), findTombstone(iri, tx)]);
  return tombstone !== null;
}

/** Also for what never came: a Create or Follow that arrives after its end has no effect. */
export async function bury(tx: Tx, iri: string, actorIri: string, formerType: string | null): Promise<void> {
  await Promise.all([lockIri(tx, iri), insertTombstone(tx, iri, actorIri, formerType)]);
}
