/** Statements on tombstones. */
import { statement } from '../../statement.ts';

/** SQL: the later of two deletions counts. One without a time is permanent. */
export const upsertTombstonesSql = (source: string): string => `
  INSERT INTO tombstone AS t (iri, actor_iri, former_type, public, ended_at) ${source}
  ON CONFLICT (iri, actor_iri) DO UPDATE SET
    ended_at = CASE WHEN t.ended_at IS NOT NULL AND excluded.ended_at IS NOT NULL
      THEN greatest(t.ended_at, excluded.ended_at) END`;

/** SQL: its actor has not deleted it. A sub-select, so that it is looked up by index even if the table was empty at planning. */
export const notDeletedSql = (iri: string, actorIri: string): string =>
  `(SELECT 1 FROM tombstone t WHERE t.iri = ${iri} AND t.actor_iri = ${actorIri}) IS NULL`;

export const insertTombstone = statement<
  never,
  [iri: string, actorIri: string, formerType: string | null, isPublic: boolean, endedAt: Date | null]
>('insert_tombstone', upsertTombstonesSql('VALUES ($1, $2, $3, $4, $5)'));

/** Prefers the tombstone by the owner, which has a type. */
export const selectTombstone = statement<
  { iri: string; actor_iri: string; former_type: string | null; public: boolean; deleted_at: Date },
  [iri: string]
>(
  'select_tombstone',
  `SELECT iri, actor_iri, former_type, public, deleted_at FROM tombstone WHERE iri = $1
   ORDER BY former_type IS NULL, deleted_at LIMIT 1`,
);

/** The tombstone by this account. */
export const selectTombstoneBy = statement<{ ended_at: Date | null }, [iri: string, accountId: number]>(
  'select_tombstone_by',
  `SELECT t.ended_at FROM tombstone t JOIN account a ON a.iri = t.actor_iri WHERE t.iri = $1 AND a.id = $2`,
);

export const deleteTombstone = statement<never, [iri: string, accountId: number]>(
  'delete_tombstone',
  `DELETE FROM tombstone t USING account a WHERE t.iri = $1 AND a.id = $2 AND a.iri = t.actor_iri`,
);

/** SQL: the key that `lockIri` locks. */
export const iriLockKey = (iri: string): string => `hashtextextended(${iri}, 0)`;

export const lockIri = statement<never, [iri: string]>(
  'lock_iri',
  `SELECT pg_advisory_xact_lock(${iriLockKey('$1')})`,
);

/** Locks many IRIs in one order, so that two batches cannot deadlock. */
export const lockIris = statement<never, [iris: string[]]>(
  'lock_iris',
  `SELECT pg_advisory_xact_lock(key)
   FROM (SELECT DISTINCT ${iriLockKey('iri')} AS key FROM unnest($1::text[]) AS given (iri) ORDER BY key) keys`,
);
