/** Statements that take in boosts of other servers, many at a time. */
import { statement } from '../statement.ts';
import { turnOf } from './notifications.ts';
import { promiseBundles } from './outbox.ts';
import { followedHere } from './relevance.ts';
import { unblocked, visible } from './visibility.ts';

/**
 * Inserts those of `given` (a JSON array of boosts, each with its `place` in it) that are new, were not undone before and
 * are of what everybody may see; tells followers here, and its author if that is a member. Answers the places of these; all
 * others are to be looked at singly. Items and recipients are locked in the order of their ids, so that two batches do not
 * wait for each other.
 */
export const insertBoosts = statement<
  { place: number; waiting: number },
  [viewer: null, host: null, given: string, fanOutJob: string]
>(
  'insert_boosts',
  `WITH given AS MATERIALIZED (
     SELECT * FROM jsonb_to_recordset($3::jsonb)
       AS g (place int, account_id bigint, eventable_id bigint, iri text, at timestamptz)
   ), item AS MATERIALIZED (
     SELECT e.id, e.account_id, a.host FROM eventable e JOIN account a ON a.id = e.account_id
     WHERE e.id = ANY(ARRAY(SELECT eventable_id FROM given)) AND ${visible('e', 'a', '$1', 'anyone')}
     ORDER BY e.id FOR NO KEY UPDATE OF e
   ), fresh AS MATERIALIZED (
     SELECT g.*, item.account_id AS author_id, item.host AS author_host
     FROM given g JOIN item ON item.id = g.eventable_id JOIN account actor ON actor.id = g.account_id
     WHERE actor.host <> '' AND actor.deleted_at IS NULL AND actor.suspended_at IS NULL
       AND (SELECT 1 FROM tombstone t WHERE t.iri = g.iri AND t.actor_iri = actor.iri) IS NULL
       AND ${unblocked('item.account_id', 'actor.id')}
   ), made AS (
     INSERT INTO boost (account_id, eventable_id, iri, visibility, created_at)
     SELECT account_id, eventable_id, iri, 'public', at FROM fresh ORDER BY place
     ON CONFLICT DO NOTHING
     RETURNING iri, account_id, eventable_id, created_at
   ), counted AS (
     UPDATE eventable e SET boosts_count = boosts_count + more.count
     FROM (SELECT eventable_id, count(*) FROM made GROUP BY 1) more WHERE e.id = more.eventable_id
   ), told AS (
     INSERT INTO event (id, action, account_id, eventable_id, local, created_at, fanned_out_at)
     SELECT next_event_id(), 'boost', made.account_id, made.eventable_id, false, made.created_at, CASE WHEN NOT ${followedHere('made.account_id')} THEN now() END
     FROM made
     ON CONFLICT (eventable_id, account_id, action) DO NOTHING
     RETURNING id, fanned_out_at
   ), waiting AS (SELECT id FROM told WHERE fanned_out_at IS NULL
   ), promised AS (${promiseBundles('$4', `jsonb_build_object('eventId', id)`, 'waiting')}
   ), turn AS MATERIALIZED (
     SELECT author_id, ${turnOf('author_id')} FROM (
       SELECT DISTINCT author_id FROM fresh JOIN made USING (iri, account_id) WHERE author_host = '' ORDER BY author_id) author
   ), noticed AS (
     INSERT INTO notification (account_id, type, actor_id, eventable_id)
     SELECT author_id, 'boost', account_id, eventable_id
     FROM made JOIN fresh USING (iri, account_id, eventable_id) JOIN turn USING (author_id) ORDER BY fresh.place
     ON CONFLICT DO NOTHING
   )
   SELECT fresh.place, (SELECT count(*) FROM waiting) AS waiting
   FROM made JOIN fresh USING (iri, account_id, eventable_id)`,
);
