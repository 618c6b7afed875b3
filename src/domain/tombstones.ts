/** Identities that are over. */
import { insertTombstone, selectTombstone } from '../db/sql/tombstones.ts';
import { db, type Executor } from '../db/statement.ts';

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

/** Also for what never came: a Create or Follow that arrives after its end has no effect. */
export async function bury(
  on: Executor,
  iri: string,
  actorIri: string,
  formerType: string | null,
): Promise<void> {
  await insertTombstone(on, iri, actorIri, formerType);
}
