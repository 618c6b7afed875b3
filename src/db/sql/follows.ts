/** Statements on follows, and on lists of followers and followed accounts. */
import { type Direction, inBothDirections, type RowOf, statement } from '../statement.ts';
import { countFollowsSql } from './counters.ts';
import { isLive } from './ledger.ts';
import { notifyInSql } from './notifications.ts';
import { blocksHost, cardColumns, unblocked } from './visibility.ts';

// Statements on follows and follow requests

const given = `given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS g (place int, follower_id bigint, followee_id bigint, reopen boolean))`;

/** SQL: ids of rows of the table between the accounts of each of `pairs`, found by index. */
const between = (table: string, follower: string, followee: string, pairs: string) => `ARRAY(
    SELECT (SELECT r.id FROM ${table} r WHERE r.${follower} = p.follower_id AND r.${followee} = p.followee_id)
    FROM ${pairs} p)`;
const requestsOf = (pairs: string) => between('follow_request', 'requester_id', 'target_id', pairs);
const followsOf = (pairs: string) => between('follow', 'follower_id', 'followee_id', pairs);

/** SQL: the activities by which a remote follower asked a local account. All of them are answered. */
const sources = (pair: string) => `ARRAY(
    SELECT s.id FROM source_activity s JOIN account follower ON follower.id = s.account_id
    WHERE s.target_id = ${pair}.followee_id AND s.account_id = ${pair}.follower_id AND s.type = 'follow'
      AND ${isLive('s')}
      AND follower.host <> '' AND (SELECT host FROM account WHERE id = s.target_id) = '')`;

/** CTEs that turn the pairs in `accepted` (place, follower_id, followee_id) into follows, `made`, and count them. */
const accept = `answered AS (
     DELETE FROM follow_request WHERE id = ANY(${requestsOf('accepted')}) RETURNING requester_id, target_id
   ), unnotified AS (
     DELETE FROM notification n USING answered
     WHERE n.account_id = answered.target_id AND n.type = 'follow_request' AND n.actor_id = answered.requester_id
   ), made AS (
     INSERT INTO follow (follower_id, followee_id, shows_boosts)
     SELECT follower_id, followee_id, coalesce((
       SELECT q.shows_boosts FROM follow_request q WHERE q.requester_id = accepted.follower_id
         AND q.target_id = accepted.followee_id), true)
     FROM accepted ORDER BY place
     ON CONFLICT DO NOTHING RETURNING follower_id, followee_id
   ), ${countFollowsSql('made')}`;

/** SQL: of `made`, once the counted accounts are locked, so that two batches lock in the same order. */
const followNotice = `
  SELECT place, 'follow' AS type, followee_id AS recipient_id, follower_id AS actor_id, NULL::bigint AS eventable_id
  FROM made JOIN accepted USING (follower_id, followee_id) WHERE followee_id = ANY(ARRAY(SELECT id FROM locked))`;

export type BegunFollow = RowOf<typeof insertFollows>;

/**
 * Begins those of `given` that are allowed: as a follow where the followee is local and not locked, else as a request.
 * Counts them and notifies local accounts.
 * `state`: The state between the two accounts.
 * `sources`: Activities that a new follow answers.
 */
export const insertFollows = statement<
  'insert_follows',
  { refusal: 'not_found' | 'blocked' | null; state: 'following' | 'requested' }
>(
  'insert_follows',
  ['given'],
  `WITH ${given}, judged AS MATERIALIZED (
     SELECT g.*, follower.host AS follower_host, followee.host AS followee_host,
       CASE
         WHEN follower.deleted_at IS NOT NULL OR follower.suspended_at IS NOT NULL
           OR followee.deleted_at IS NOT NULL OR followee.suspended_at IS NOT NULL THEN 'not_found'
         WHEN NOT ${unblocked('g.followee_id', 'g.follower_id')}
           OR ${blocksHost('g.followee_id', 'follower.host')}
             OR ${blocksHost('g.follower_id', 'followee.host')} THEN 'blocked'
       END AS refusal,
       (SELECT 1 FROM follow f WHERE f.follower_id = g.follower_id
         AND f.followee_id = g.followee_id) IS NOT NULL AS existed,
       followee.host <> '' OR followee.locked AS asks
     FROM given g JOIN account follower ON follower.id = g.follower_id
       JOIN account followee ON followee.id = g.followee_id
   ), requested AS (
     INSERT INTO follow_request (requester_id, target_id)
     SELECT follower_id, followee_id FROM judged WHERE refusal IS NULL AND NOT existed AND asks ORDER BY place
     ON CONFLICT DO NOTHING RETURNING requester_id AS follower_id, target_id AS followee_id
   ), accepted AS MATERIALIZED (
     SELECT min(place) AS place, follower_id, followee_id FROM judged
     WHERE refusal IS NULL AND NOT existed AND NOT asks GROUP BY follower_id, followee_id
   ), ${accept}, notice AS MATERIALIZED (
     ${followNotice}
     UNION ALL
     SELECT place, 'follow_request', followee_id, follower_id, NULL
     FROM requested JOIN judged USING (follower_id, followee_id) WHERE followee_host = ''
   ), ${notifyInSql}
   SELECT j.place, j.refusal, CASE WHEN NOT existed AND asks THEN 'requested' ELSE 'following' END AS state,
     made.follower_id IS NOT NULL OR requested.follower_id IS NOT NULL AS begun,
     CASE WHEN made.follower_id IS NULL THEN '{}' ELSE ${sources('j')} END AS sources, follower_host, followee_host
   FROM judged j LEFT JOIN made USING (follower_id, followee_id) LEFT JOIN requested USING (follower_id, followee_id)
   ORDER BY j.place`,
  { notNull: ['place', 'state', 'begun', 'sources', 'follower_host', 'followee_host'] },
);

/** Turns those of `given` that were requested into follows, and notifies local followees. */
export const acceptRequests = statement(
  'accept_requests',
  ['given'],
  `WITH ${given}, accepted AS MATERIALIZED (
     SELECT place, g.follower_id, g.followee_id FROM given g
     WHERE (SELECT 1 FROM follow_request q WHERE q.requester_id = g.follower_id
       AND q.target_id = g.followee_id) IS NOT NULL
   ), ${accept}, notice AS MATERIALIZED (${followNotice}), ${notifyInSql}
   SELECT a.place, ${sources('a')} AS sources, (SELECT host FROM account WHERE id = a.follower_id) AS follower_host
   FROM accepted a ORDER BY a.place`,
  { notNull: ['place', 'sources', 'follower_host'] },
);

/**
 * Deletes follows and requests between the accounts of each of `given`, with their notifications; where it says
 * `reopen`, a follow becomes a request again. Returns the follows that local accounts lost.
 */
export const deleteFollows = statement(
  'delete_follows',
  ['given'],
  `WITH ${given}, gone AS (
     DELETE FROM follow WHERE id = ANY(${followsOf('given')}) RETURNING follower_id, followee_id, shows_boosts
   ), dropped AS (
     DELETE FROM follow_request WHERE id = ANY(${requestsOf('(SELECT * FROM given WHERE NOT reopen)')})
   ), reopened AS (
     INSERT INTO follow_request (requester_id, target_id, shows_boosts)
     SELECT follower_id, followee_id, shows_boosts FROM gone JOIN given USING (follower_id, followee_id) WHERE reopen
     ON CONFLICT DO NOTHING
   ), ${countFollowsSql('gone')}, unnotified AS (
     DELETE FROM notification n USING given g
     WHERE n.account_id = g.followee_id AND n.type IN ('follow', 'follow_request') AND n.actor_id = g.follower_id
   )
   SELECT follower_id, followee_id FROM gone JOIN account ON account.id = follower_id WHERE account.host = ''`,
);

export const selectFollow = statement(
  'select_follow',
  ['followerId', 'followeeId'],
  `SELECT id FROM follow WHERE follower_id = $1 AND followee_id = $2`,
);

export const selectRequest = statement(
  'select_request',
  ['requesterId', 'targetId'],
  `SELECT id FROM follow_request WHERE requester_id = $1 AND target_id = $2`,
);

/**
 * In the requested order; unknown accounts are left out. `EXISTS` would let PostgreSQL read all followers of the viewer
 * at once.
 * `hidingBoosts`: Also while the follow is only requested.
 */
export const selectRelationships = statement(
  'select_relationships',
  ['viewer', 'ids'],
  `SELECT a.id,
     (SELECT 1 FROM follow WHERE follower_id = $1 AND followee_id = a.id) IS NOT NULL AS following,
     (SELECT 1 FROM follow WHERE follower_id = a.id AND followee_id = $1) IS NOT NULL AS followed,
     (SELECT 1 FROM follow_request WHERE requester_id = $1 AND target_id = a.id) IS NOT NULL AS "followingRequested",
     (SELECT 1 FROM follow_request WHERE requester_id = a.id AND target_id = $1) IS NOT NULL AS "followerRequested",
     (SELECT 1 FROM block WHERE blocker_id = $1 AND blocked_id = a.id) IS NOT NULL AS blocking,
     mute.notifications IS NOT NULL AS muting, coalesce(mute.notifications, false) AS "mutingNotifications",
     (SELECT 1 FROM follow WHERE follower_id = $1 AND followee_id = a.id AND NOT shows_boosts) IS NOT NULL
       OR (SELECT 1 FROM follow_request WHERE requester_id = $1 AND target_id = a.id
         AND NOT shows_boosts) IS NOT NULL AS "hidingBoosts",
     ${blocksHost('$1', 'a.host')} AS "domainBlocking"
   FROM unnest($2::bigint[]) WITH ORDINALITY AS asked(id, place) JOIN account a ON a.id = asked.id
   LEFT JOIN mute ON mute.muter_id = $1 AND mute.muted_id = a.id AND (mute.expires_at IS NULL
     OR mute.expires_at > now())
   WHERE a.deleted_at IS NULL ORDER BY asked.place`,
  {
    notNull: [
      'id',
      'following',
      'followed',
      'followingRequested',
      'followerRequested',
      'blocking',
      'muting',
      'mutingNotifications',
      'hidingBoosts',
      'domainBlocking',
    ],
  },
);

/** Accounts that requested to follow, ordered by id, above `after`. */
export const listWaiting = statement(
  'list_waiting',
  ['targetId', 'after', 'limit'],
  `SELECT a.id FROM follow_request r JOIN account a ON a.id = r.requester_id
   WHERE r.target_id = $1 AND a.id > $2 AND a.deleted_at IS NULL AND a.suspended_at IS NULL ORDER BY a.id LIMIT $3`,
);

// Pages of accounts that like, boost, follow, block or mute something. The relation's id is the cursor.

const window = ['viewer?', 'of', 'above', 'below', 'limit'];

const relatedSql =
  (table: string, of: string, account: string, condition: string, columns = '') =>
  (direction: Direction) =>
    `
    SELECT r.id AS "relationId", ${columns}${cardColumns('a', 'account.')}
    FROM ${table} r JOIN account a ON a.id = r.${account}
    WHERE r.${of} = $2 AND r.id > $3 AND r.id < $4 AND a.deleted_at IS NULL AND ${condition}
    ORDER BY r.id ${direction} LIMIT $5`;

const related = (name: string, ...relation: Parameters<typeof relatedSql>) =>
  inBothDirections('select_related', window, relatedSql(...relation), { variant: name });
export type AccountList = ReturnType<typeof related>;

const shown = `a.suspended_at IS NULL AND ${unblocked('a.id')}`;

export const likers = related('likers', '"like"', 'eventable_id', 'account_id', shown);
export const boosters = related('boosters', 'boost', 'eventable_id', 'account_id', shown);
export const followers = related('followers', 'follow', 'followee_id', 'follower_id', shown);
export const following = related('following', 'follow', 'follower_id', 'followee_id', shown);
export const requesters = related(
  'requesters',
  'follow_request',
  'target_id',
  'requester_id',
  `${shown} AND r.target_id = $1`,
);
/** Includes suspended accounts, so that they can be unblocked. */
export const blocked = related('blocked', 'block', 'blocker_id', 'blocked_id', 'r.blocker_id = $1');
/** Without mutes that have ended. Includes suspended accounts, so that they can be unmuted. */
export const muted = inBothDirections(
  'select_muted',
  window,
  relatedSql(
    'mute',
    'muter_id',
    'muted_id',
    'r.muter_id = $1 AND (r.expires_at IS NULL OR r.expires_at > now())',
    'r.expires_at AS "expiresAt", r.notifications AS "hidesNotifications", ',
  ),
);

// Statements that compare the followers known to two servers (FEP-8fcf)

/** Per server (empty for this one): the XOR of the SHA-256 of its followers' IRIs, as 256 binary digits. */
export const selectFollowerDigests = statement(
  'select_follower_digests',
  ['followeeId'],
  `SELECT a.host, bit_xor(('x' || encode(sha256(convert_to(a.iri, 'UTF8')), 'hex'))::bit(256))::text AS bits
   FROM follow f JOIN account a ON a.id = f.follower_id
   WHERE f.followee_id = $1 AND a.iri IS NOT NULL AND a.deleted_at IS NULL GROUP BY a.host`,
  { notNull: ['bits'] },
);

/** Followers on one server. */
export const listFollowersOn = statement(
  'list_followers_on',
  ['followeeId', 'host'],
  `SELECT a.id, a.iri FROM follow f JOIN account a ON a.id = f.follower_id
   WHERE f.followee_id = $1 AND a.host = $2 AND a.iri IS NOT NULL AND a.deleted_at IS NULL ORDER BY f.id`,
  { notNull: ['iri'] },
);
