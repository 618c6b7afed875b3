/** Statements that end items of other servers, many at a time. */
import { statement } from '../statement.ts';
import { uncountItems } from './counters.ts';
import { deedUnder } from './relevance.ts';
import { filesOf } from './remote-media.ts';
import { burying } from './tombstones.ts';

/**
 * Buries each IRI for who ends it, and deletes the item under it with its pictures; somebody else's item stays, and is not
 * buried. Answers the places of these, and the keys of the files to delete. An IRI that is no item's is passed over.
 */
export const retireItems = statement<
  { place: number; media_keys: string[] },
  [iris: string[], actorIds: number[], actorIris: string[], endedAt: (Date | null)[]]
>(
  'retire_items',
  `WITH standing AS MATERIALIZED (
     SELECT id, iri, type, publication, account_id, in_reply_to_id, recipe_id FROM eventable
     WHERE iri = ANY($1::text[]) ORDER BY id FOR UPDATE
   ), ended AS MATERIALIZED (
     SELECT g.*, s.id, s.type, s.publication, s.in_reply_to_id, s.recipe_id,
       coalesce(s.account_id, g.actor_id) = g.actor_id AS its_own
     FROM unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[]) WITH ORDINALITY
       AS g (iri, actor_id, actor_iri, ended_at, place)
     LEFT JOIN standing s ON s.iri = g.iri
     WHERE (SELECT 1 FROM account WHERE iri = g.iri) IS NULL AND NOT EXISTS (${deedUnder('g.iri')})
   ), graves AS (${burying('SELECT iri, actor_iri, type::text, ended_at FROM ended WHERE its_own')}
   ), doomed AS MATERIALIZED (
     SELECT id, publication, in_reply_to_id, recipe_id FROM ended WHERE its_own AND id IS NOT NULL
   ), pictures AS (
     DELETE FROM medium WHERE eventable_id = ANY(ARRAY(SELECT id FROM doomed)) RETURNING key, state
   ), ${uncountItems}, gone AS (
     DELETE FROM eventable WHERE id = ANY(ARRAY(SELECT id FROM doomed))
   )
   SELECT place - 1 AS place, ARRAY(${filesOf('pictures')}) AS media_keys FROM ended`,
);
