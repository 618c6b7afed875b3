/** Statements that take in statuses of other servers, many at a time. */
import { statement } from '../statement.ts';
import { changing, written } from './eventables.ts';
import { promiseBundles } from './outbox.ts';
import { followedHere } from './relevance.ts';
import { addingPictures, filesOf, picturesIn, replacingPictures } from './remote-media.ts';

/** SQL for a JSON array of items as rows, each with its `place` in it and its `media`. */
const given = `jsonb_to_recordset($1::jsonb) AS g (place int, item jsonb, media jsonb),
  jsonb_populate_record(NULL::eventable, g.item) r`;

/** SQL: its author did not end it. */
const stands = `(SELECT 1 FROM tombstone t
  WHERE t.iri = r.iri AND t.actor_iri = (SELECT iri FROM account WHERE id = r.account_id)) IS NULL`;

/**
 * Inserts those of `given` that are new, that were not deleted before, and at
 * which nothing here points; tells followers here. Answers the places of these; all others are to be looked at singly.
 */
export const insertStatuses = statement<
  { place: number; id: number; waiting: number },
  [given: string, fanOutJob: string]
>(
  'insert_statuses',
  `WITH fresh AS MATERIALIZED (
     SELECT DISTINCT ON (r.iri) g.place, g.media, r.*
     FROM ${given}
     WHERE ${stands}
       AND (SELECT 1 FROM step_link l WHERE l.target_iri = r.iri LIMIT 1) IS NULL
       AND (SELECT 1 FROM eventable w
            WHERE w.recipe_iri = r.iri OR w.forked_from_iri = r.iri OR w.in_reply_to_iri = r.iri LIMIT 1) IS NULL
     ORDER BY r.iri, g.place
   ), made AS (
     INSERT INTO eventable (${written.join(', ')})
     SELECT ${written.join(', ')} FROM fresh ORDER BY place
     ON CONFLICT (iri) DO NOTHING
     RETURNING id, iri, account_id
   ), shown AS (
     SELECT made.account_id, made.id, p.* FROM made JOIN fresh USING (iri), ${picturesIn('fresh.media')}
   ), pictures AS (${addingPictures('shown')}
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

/**
 * Brings those of `given` up to date that are here in an older version, which answers nothing, mentions nobody and told
 * nobody anything. Answers the places of these, and the keys of the files to delete.
 */
export const updateStatuses = statement<{ place: number; id: number; media_keys: string[] }, [given: string]>(
  'update_statuses',
  `WITH newer AS MATERIALIZED (
     SELECT DISTINCT ON (r.iri) g.place, g.item, g.media, r.* FROM ${given}
     WHERE ${stands}
     ORDER BY r.iri, r.updated_at DESC
   ), held AS MATERIALIZED (
     SELECT e.id, e.iri FROM newer r JOIN eventable e ON e.iri = r.iri
     WHERE e.account_id = r.account_id AND e.type = 'status' AND e.updated_at < r.updated_at
       AND e.in_reply_to_id IS NULL AND e.in_reply_to_iri IS NULL
       AND (SELECT 1 FROM mention WHERE eventable_id = e.id LIMIT 1) IS NULL
       AND (SELECT 1 FROM notification WHERE eventable_id = e.id AND type IN ('cooked', 'reply', 'mention') LIMIT 1) IS NULL
     ORDER BY e.id FOR NO KEY UPDATE OF e
   ), changed AS (
     UPDATE eventable e SET ${changing('r.item')}
     FROM held JOIN newer r USING (iri) WHERE e.id = held.id
     RETURNING e.id, e.account_id, r.place, r.media
   ), ${replacingPictures('changed')}
   SELECT place, id, ARRAY(${filesOf('removed')}) AS media_keys FROM changed`,
);
