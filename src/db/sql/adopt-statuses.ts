/** Statements that take in new statuses of other servers, many at a time. */
import { statement } from '../statement.ts';
import { written } from './eventables.ts';
import { promiseBundles } from './outbox.ts';
import { followedHere } from './relevance.ts';

/**
 * Inserts those of `given` (a JSON array of items as rows, each with its `place` in it and its `media`) that are new, that were not deleted before, and at
 * which nothing here points; tells followers here. Answers the places of these; all others are to be looked at singly.
 */
export const insertStatuses = statement<
  { place: number; id: number; waiting: number },
  [given: string, fanOutJob: string]
>(
  'insert_statuses',
  `WITH fresh AS MATERIALIZED (
     SELECT DISTINCT ON (r.iri) g.place, g.media, r.*
     FROM jsonb_to_recordset($1::jsonb) AS g (place int, item jsonb, media jsonb),
       jsonb_populate_record(NULL::eventable, g.item) r
     WHERE (SELECT 1 FROM tombstone t
            WHERE t.iri = r.iri AND t.actor_iri = (SELECT iri FROM account WHERE id = r.account_id)) IS NULL
       AND (SELECT 1 FROM step_link l WHERE l.target_iri = r.iri LIMIT 1) IS NULL
       AND (SELECT 1 FROM eventable w
            WHERE w.recipe_iri = r.iri OR w.forked_from_iri = r.iri OR w.in_reply_to_iri = r.iri LIMIT 1) IS NULL
     ORDER BY r.iri, g.place
   ), made AS (
     INSERT INTO eventable (${written.join(', ')})
     SELECT ${written.join(', ')} FROM fresh ORDER BY place
     ON CONFLICT (iri) DO NOTHING
     RETURNING id, iri, account_id
   ), pictures AS (
     INSERT INTO medium (account_id, eventable_id, key, position, remote_url, description, content_type, width, height, blurhash)
     SELECT made.account_id, made.id, gen_random_uuid()::text, m.place - 1, m.url, m.description, m.content_type, m.width,
       m.height, m.blurhash
     FROM made JOIN fresh USING (iri), ROWS FROM (
       jsonb_to_recordset(fresh.media)
         AS (url text, description text, content_type text, width int, height int, blurhash text)
     ) WITH ORDINALITY AS m (url, description, content_type, width, height, blurhash, place)
   ), told AS (
     INSERT INTO event (id, action, account_id, eventable_id, local, created_at, fanned_out_at)
     SELECT next_event_id(), 'create', made.account_id, made.id, false, now(), CASE WHEN NOT ${followedHere('made.account_id')} THEN now() END
     FROM made
     RETURNING id, fanned_out_at
   ), waiting AS (SELECT id FROM told WHERE fanned_out_at IS NULL
   ), promised AS (${promiseBundles('$2', `jsonb_build_object('eventId', id)`, 'waiting')}
   )
   SELECT fresh.place, made.id, (SELECT count(*) FROM waiting) AS waiting FROM made JOIN fresh USING (iri)`,
);
