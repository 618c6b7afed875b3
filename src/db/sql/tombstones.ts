/** Statements on identities that are over. */
import { statement } from '../statement.ts';

/** SQL: of two ends the later one counts, and one whose time was not told is for good. */
export const burying = (source: string): string => `
  INSERT INTO tombstone AS t (iri, actor_iri, former_type, ended_at) ${source}
  ON CONFLICT (iri, actor_iri) DO UPDATE SET
    ended_at = CASE WHEN t.ended_at IS NOT NULL AND excluded.ended_at IS NOT NULL
      THEN greatest(t.ended_at, excluded.ended_at) END`;

export const insertTombstone = statement<
  never,
  [iri: string, actorIri: string, formerType: string | null, endedAt: Date | null]
>('insert_tombstone', burying('VALUES ($1, $2, $3, $4)'));

/** Of several that of who owned it, as far as that was known. */
export const selectTombstone = statement<
  { iri: string; actor_iri: string; former_type: string | null; deleted_at: Date },
  [iri: string]
>(
  'select_tombstone',
  `SELECT iri, actor_iri, former_type, deleted_at FROM tombstone WHERE iri = $1
   ORDER BY former_type IS NULL, deleted_at LIMIT 1`,
);

/** What this account itself ended. */
export const selectEnd = statement<{ ended_at: Date | null }, [iri: string, accountId: number]>(
  'select_end',
  `SELECT t.ended_at FROM tombstone t JOIN account a ON a.iri = t.actor_iri WHERE t.iri = $1 AND a.id = $2`,
);

export const deleteTombstone = statement<never, [iri: string, accountId: number]>(
  'delete_tombstone',
  `DELETE FROM tombstone t USING account a WHERE t.iri = $1 AND a.id = $2 AND a.iri = t.actor_iri`,
);

/** SQL: what `lockIri` locks. */
export const iriKey = (iri: string): string => `hashtextextended(${iri}, 0)`;

export const lockIri = statement<never, [iri: string]>(
  'lock_iri',
  `SELECT pg_advisory_xact_lock(${iriKey('$1')})`,
);

/** As `lockIri` does, for many; in one order, so that two batches do not wait for each other. */
export const lockIris = statement<never, [iris: string[]]>(
  'lock_iris',
  `SELECT pg_advisory_xact_lock(key)
   FROM (SELECT DISTINCT ${iriKey('iri')} AS key FROM unnest($1::text[]) AS given (iri) ORDER BY key) keys`,
);
