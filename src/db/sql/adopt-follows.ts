/** Statements that take in follows of members by accounts of other servers, and their Undos, many at a time. */
import { statement } from '../statement.ts';
import { pairKey } from './blocks.ts';
import { countFollows } from './counters.ts';
import { turnOf } from './notifications.ts';
import { promiseBundles } from './outbox.ts';
import { sayingsKey } from './repetitions.ts';
import { burying, iriKey } from './tombstones.ts';
import { unblocked } from './visibility.ts';

/**
 * What `lockIri`, `lockSayings` and `lockPair` lock, in their order, for many deeds of an account to another; each kind in
 * one order, so that two batches do not wait for each other. Without the others, no pairs.
 */
export const lockDeeds = statement<never, [iris: string[], accountIds: number[], targetIds: number[]]>(
  'lock_deeds',
  `SELECT pg_advisory_xact_lock(key) FROM (
     SELECT 1 AS kind, ${iriKey('iri')} AS key FROM unnest($1::text[]) AS said (iri)
     UNION SELECT 2, ${sayingsKey('id')} FROM unnest($2::bigint[]) AS account (id)
     UNION SELECT 3, ${pairKey('id', 'target_id')}
       FROM unnest($2::bigint[], $3::bigint[]) AS pair (id, target_id) WHERE target_id IS NOT NULL
     ORDER BY kind, key
   ) AS keys`,
);

/** Of `g`, the follow of one account by another, nothing is known but itself: it was not asked for, nor said again. */
const alone = (followee: string) => `
  (SELECT 1 FROM follow_request q WHERE q.requester_id = g.follower_id AND q.target_id = ${followee}) IS NULL
  AND (SELECT 1 FROM repetition p
       WHERE p.account_id = g.follower_id AND p.type = 'Follow' AND p.target_id = ${followee} LIMIT 1) IS NULL`;

const notEnded = `(SELECT 1 FROM tombstone t WHERE t.iri = g.iri AND t.actor_iri = follower.iri) IS NULL`;

/**
 * Inserts those of `given` (a JSON array of follows, each with its `place` in it and the payload that tells its `accept`) that
 * are new, were not undone before and are of members who grant them to everybody; tells both. Answers the places of these;
 * all others are to be looked at singly.
 */
export const insertFollows = statement<{ place: number }, [given: string, sendJob: string]>(
  'insert_follows',
  `WITH given AS MATERIALIZED (
     SELECT * FROM jsonb_to_recordset($1::jsonb)
       AS g (place int, follower_id bigint, followee_id bigint, iri text, accept jsonb)
   ), fresh AS MATERIALIZED (
     SELECT g.* FROM given g JOIN account follower ON follower.id = g.follower_id
       JOIN account followee ON followee.id = g.followee_id
     WHERE follower.host <> '' AND follower.deleted_at IS NULL AND follower.suspended_at IS NULL
       AND followee.host = '' AND followee.deleted_at IS NULL AND followee.suspended_at IS NULL AND NOT followee.locked
       AND ${notEnded} AND ${unblocked('followee.id', 'follower.id')} AND ${alone('g.followee_id')}
   ), made AS (
     INSERT INTO follow (follower_id, followee_id, iri)
     SELECT follower_id, followee_id, iri FROM fresh ORDER BY place
     ON CONFLICT DO NOTHING
     RETURNING id, follower_id, followee_id, iri
   ), begun AS MATERIALIZED (
     SELECT made.id, fresh.* FROM made JOIN fresh USING (follower_id, followee_id, iri)
   ), promised AS (${promiseBundles('$2', 'accept', 'begun')}
   ), ${countFollows('made')}, turn AS MATERIALIZED (
     SELECT id AS followee_id, ${turnOf('id')} FROM (
       SELECT id FROM ends WHERE followers > 0 AND id = ANY(ARRAY(SELECT id FROM held)) ORDER BY id) AS followee
   ), noticed AS (
     INSERT INTO notification (account_id, type, actor_id)
     SELECT followee_id, 'follow', follower_id FROM begun JOIN turn USING (followee_id) ORDER BY place
     ON CONFLICT DO NOTHING
   )
   SELECT place FROM begun`,
);

/**
 * Ends those follows that stand by the activities `given` (a JSON array, each with its `place` in it) and by no other, for good;
 * nobody is told of them any longer. Answers the places of these. Accounts of other servers have no home to clear.
 */
export const deleteFollows = statement<{ place: number }, [given: string]>(
  'delete_follows',
  `WITH given AS MATERIALIZED (
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (place int, follower_id bigint, iri text)
   ), standing AS MATERIALIZED (
     SELECT f.id, g.place, f.iri, follower.iri AS follower_iri
     FROM follow f JOIN given g ON g.iri = f.iri AND g.follower_id = f.follower_id
       JOIN account follower ON follower.id = f.follower_id
     WHERE f.iri = ANY(ARRAY(SELECT iri FROM given)) AND follower.host <> '' AND follower.deleted_at IS NULL
       AND ${notEnded} AND ${alone('f.followee_id')} AND (SELECT 1 FROM repetition p WHERE p.iri = f.iri) IS NULL
     ORDER BY f.id FOR UPDATE OF f
   ), gone AS (
     DELETE FROM follow WHERE id = ANY(ARRAY(SELECT id FROM standing)) RETURNING id, follower_id, followee_id
   ), ${countFollows('gone')},
   graves AS (${burying(`SELECT DISTINCT iri, follower_iri, 'Follow', NULL::timestamptz FROM gone JOIN standing USING (id)`)}
   ), untold AS (
     DELETE FROM notification n USING gone
     WHERE n.account_id = gone.followee_id AND n.type IN ('follow', 'follow_request') AND n.actor_id = gone.follower_id
   )
   SELECT place FROM gone JOIN standing USING (id)`,
);
