/** Statements on identities that are over. */
import { statement } from '../statement.ts';

export const insertTombstone = statement<never, [iri: string, actorIri: string, formerType: string | null]>(
  'insert_tombstone',
  `INSERT INTO tombstone (iri, actor_iri, former_type) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
);

export const selectTombstone = statement<
  { iri: string; actor_iri: string; former_type: string | null; deleted_at: Date },
  [iri: string]
>('select_tombstone', `SELECT iri, actor_iri, former_type, deleted_at FROM tombstone WHERE iri = $1`);

export const lockIri = statement<never, [iri: string]>(
  'lock_iri',
  `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
);
