/** Statements on rules for servers. */
import { statement } from '../statement.ts';
import { countFollowsSql } from './counters.ts';
import { isBlockedHost } from './federation.ts';
import { endedHere } from './ledger.ts';

// Applies the rules for other servers to their accounts, their follows and their pictures

/** SQL: account `a` is of the domain `$1` or of a subdomain, on any port. */
const ofDomain = `a.host <> '' AND (split_part(a.host, ':', 1) = $1
  OR right(split_part(a.host, ':', 1), length($1) + 1) = '.' || $1)`;

/**
 * Hides, limits and shows accounts until they agree with the rules, at most `limit`; of one domain, or all. What
 * moderators decided about a single account stays. The index yields each host once, however many accounts it has.
 */
export const applyDomainRules = statement(
  'apply_domain_rules',
  ['domain?', 'limit'],
  `WITH RECURSIVE every AS (
     SELECT min(host) AS host FROM account WHERE host > ''
     UNION ALL SELECT (SELECT min(host) FROM account WHERE host > every.host) FROM every WHERE every.host IS NOT NULL
   ), hosts AS MATERIALIZED (
     SELECT a.host FROM every a WHERE a.host IS NOT NULL AND ($1::text IS NULL OR (${ofDomain}))
   ), rules AS MATERIALIZED (
     SELECT hosts.host, ${isBlockedHost('hosts.host')} AS blocked, coalesce(r.silenced, false) AS silenced,
       coalesce(r.rejected, false) AS rejected
     FROM hosts CROSS JOIN LATERAL (
       SELECT bool_or(b.severity = 'silence') AS silenced, bool_or(b.reject_media) AS rejected
         FROM domain_blocks_of(hosts.host) b
     ) r
   ), stale AS MATERIALIZED (
     SELECT a.id, r.blocked, r.silenced, r.rejected FROM rules r JOIN account a ON a.host = r.host
     WHERE (r.blocked AND a.suspended_at IS NULL) OR (a.domain_blocked AND NOT r.blocked)
       OR (r.silenced AND a.limited_at IS NULL) OR (a.domain_limited AND NOT r.silenced)
       OR r.rejected <> a.media_rejected
     ORDER BY a.id LIMIT $2 FOR NO KEY UPDATE OF a
   )
   UPDATE account a SET
     suspended_at = CASE WHEN stale.blocked THEN coalesce(a.suspended_at, now()) WHEN a.domain_blocked THEN NULL
       ELSE a.suspended_at END,
     domain_blocked = stale.blocked AND (a.domain_blocked OR a.suspended_at IS NULL),
     limited_at = CASE WHEN stale.silenced THEN coalesce(a.limited_at, now()) WHEN a.domain_limited THEN NULL
       ELSE a.limited_at END,
     domain_limited = stale.silenced AND (a.domain_limited OR a.limited_at IS NULL),
     media_rejected = stale.rejected
   FROM stale WHERE a.id = stale.id RETURNING a.id`,
);

/** Deletes a batch of follows with accounts of the blocked domain, and all follow requests. */
export const deleteDomainFollows = statement(
  'delete_domain_follows',
  ['domain', 'limit'],
  `WITH remote AS MATERIALIZED (SELECT a.id FROM account a WHERE a.domain_blocked AND ${ofDomain}),
   gone AS (
     DELETE FROM follow WHERE id IN (
       SELECT f.id FROM remote s JOIN follow f ON f.follower_id = s.id
       UNION SELECT f.id FROM remote s JOIN follow f ON f.followee_id = s.id LIMIT $2
     ) RETURNING follower_id, followee_id
   ), requests AS (
     DELETE FROM follow_request r USING remote s WHERE r.requester_id = s.id OR r.target_id = s.id
   ), collections AS (
     DELETE FROM collection_follow f USING collection c
     WHERE c.id = f.collection_id
       AND (f.account_id IN (SELECT id FROM remote) OR c.account_id IN (SELECT id FROM remote))
   ), closed AS (
     UPDATE source_activity f SET undone_at = ${endedHere('f')} FROM remote s
     WHERE (f.account_id = s.id OR f.target_id = s.id) AND f.type = 'follow' AND f.undone_at IS NULL
   ), notified AS (
     DELETE FROM notification n USING remote s WHERE n.actor_id = s.id AND n.type IN ('follow', 'follow_request')
   ), homes AS (
     DELETE FROM home_entry h USING gone g, event e
     WHERE e.account_id = g.followee_id AND h.account_id = g.follower_id
       AND h.event_id = e.id AND h.eventable_id = e.eventable_id
   ), ${countFollowsSql('gone')}
   SELECT count(*) AS ended FROM gone`,
  { notNull: ['ended'] },
);

/**
 * Deletes a batch of pictures of accounts whose server's pictures are rejected. Returns the keys of the files to
 * delete.
 */
export const deleteRejectedMedia = statement(
  'delete_rejected_media',
  ['domain', 'limit'],
  `WITH gone AS (
     DELETE FROM medium WHERE id IN (
       SELECT m.id FROM account a JOIN medium m ON m.account_id = a.id WHERE a.media_rejected AND ${ofDomain}
         LIMIT $2
     ) RETURNING key
   ), profiles AS (
     UPDATE account SET
       avatar_description = CASE WHEN avatar_key IN (SELECT key FROM gone) THEN NULL ELSE avatar_description END,
       avatar_blurhash = CASE WHEN avatar_key IN (SELECT key FROM gone) THEN NULL ELSE avatar_blurhash END,
       avatar_key = CASE WHEN avatar_key IN (SELECT key FROM gone) THEN NULL ELSE avatar_key END,
       header_key = CASE WHEN header_key IN (SELECT key FROM gone) THEN NULL ELSE header_key END
     WHERE avatar_key IN (SELECT key FROM gone) OR header_key IN (SELECT key FROM gone)
   )
   SELECT key FROM gone`,
);

/** Counts what a block of the domain would hide and end. */
export const countDomainBlockEffects = statement(
  'count_domain_block_effects',
  ['domain'],
  `WITH remote AS MATERIALIZED (SELECT id FROM account a WHERE ${ofDomain})
   SELECT (SELECT count(*) FROM remote) AS accounts,
     (SELECT count(*) FROM follow f JOIN remote t ON t.id = f.follower_id
       JOIN member m ON m.account_id = f.followee_id) AS followers,
     (SELECT count(*) FROM follow f JOIN remote t ON t.id = f.followee_id
       JOIN member m ON m.account_id = f.follower_id) AS followed,
     (SELECT count(*) FROM eventable e JOIN remote t ON t.id = e.account_id) AS items`,
  { notNull: ['accounts', 'followers', 'followed', 'items'] },
);

/** Domains with a rule that have follows to end or pictures to delete. */
export const selectHostsWithRules = statement(
  'select_hosts_with_rules',
  [],
  `SELECT DISTINCT b.host FROM (SELECT DISTINCT host FROM account WHERE host <> '') a
   CROSS JOIN LATERAL domain_blocks_of(a.host) b WHERE b.severity = 'suspend' OR b.reject_media ORDER BY b.host`,
  { notNull: ['host'] },
);

// Reads which hosts are blocked

export const selectIsBlocked = statement(
  'select_is_blocked',
  ['host'],
  `SELECT ${isBlockedHost('$1::text')} AS blocked`,
  { notNull: ['blocked'] },
);

// Lists the servers that are known here

/** Without ports, because rules have none. */
export const selectKnownHosts = statement(
  'select_known_hosts',
  [],
  `SELECT DISTINCT split_part(host, ':', 1) AS host FROM account WHERE host <> ''`,
  { notNull: ['host'] },
);

/** How many followers and follows members would lose if these domains were blocked. */
export const countLostFollows = statement(
  'count_lost_follows',
  ['domains'],
  `WITH remote AS MATERIALIZED (
     SELECT a.id FROM account a WHERE a.host <> '' AND a.suspended_at IS NULL AND EXISTS (
       SELECT 1 FROM string_to_array(split_part(a.host, ':', 1), '.') AS labels CROSS JOIN generate_subscripts(labels,
         1) AS depth
       WHERE array_to_string(labels[depth:], '.') = ANY($1::text[]))
   )
   SELECT (SELECT count(*) FROM remote) AS accounts,
     (SELECT count(*) FROM remote r JOIN follow f ON f.follower_id = r.id OR f.followee_id = r.id) AS follows`,
  { notNull: ['accounts', 'follows'] },
);

/** All rules that requests are checked by, in lower case. `allowed` is null unless only listed servers are allowed. */
export const selectRules = statement(
  'select_rules',
  [],
  `SELECT ARRAY(SELECT lower(host) FROM domain_block WHERE severity = 'suspend') AS suspended,
     ARRAY(SELECT lower(host) FROM domain_block WHERE reject_reports) AS reports_rejected,
     CASE WHEN (SELECT value ->> 'mode' FROM setting WHERE key = 'federation') = 'allow_list'
       THEN ARRAY(SELECT lower(host) FROM domain_allow) END AS allowed`,
  { notNull: ['suspended', 'reports_rejected'] },
);
