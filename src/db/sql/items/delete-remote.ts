/** Deletes remote items, many in one statement. */
import { statement } from '../../statement.ts';
import { storedKeysSql } from './remote-media.ts';
import { upsertTombstonesSql } from './tombstones.ts';

/**
 * Creates a tombstone for each IRI and deletes the item with its pictures, unless the item belongs to another actor. Returns
 * the 0-based indexes of these IRIs and the keys of the files to delete. IRIs of accounts and interactions are skipped.
 */
export const deleteRemoteItems = statement<
  { index: number; media_keys: string[] },
  [iris: string[], actorIds: number[], actorIris: string[], endedAt: (Date | null)[]]
>(
  'delete_remote_items',
  `WITH found AS MATERIALIZED (
     SELECT id, iri, type, account_id FROM eventable
     WHERE iri = ANY($1::text[]) ORDER BY id FOR UPDATE
   ), deletes AS MATERIALIZED (
     SELECT d.*, f.id, f.type, coalesce(f.account_id, d.actor_id) = d.actor_id AS is_owner
     FROM unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[]) WITH ORDINALITY
       AS d (iri, actor_id, actor_iri, ended_at, ordinal)
     LEFT JOIN found f ON f.iri = d.iri
     WHERE (SELECT 1 FROM account WHERE iri = d.iri) IS NULL AND (
       SELECT 1 FROM source_activity s WHERE s.account_id = d.actor_id AND s.iri = d.iri AND s.type IS NOT NULL) IS NULL
   ), tombstones AS (${upsertTombstonesSql('SELECT iri, actor_iri, type::text, false, ended_at FROM deletes WHERE is_owner')}
   ), doomed AS MATERIALIZED (
     SELECT id FROM deletes WHERE is_owner AND id IS NOT NULL
   ), media AS (
     DELETE FROM medium WHERE eventable_id = ANY(ARRAY(SELECT id FROM doomed)) RETURNING key, state
   ), gone AS (
     DELETE FROM eventable WHERE id = ANY(ARRAY(SELECT id FROM doomed))
   )
   SELECT ordinal - 1 AS index, ARRAY(${storedKeysSql('media')}) AS media_keys FROM deletes`,
);
