/** Statements on accounts of servers that are blocked. */
import { statement } from '../statement.ts';
import { countFollows } from './counters.ts';
import { isBlockedHost } from './hosts.ts';

/** Of the host `$1` or of one below it; a port makes no difference. */
const ofDomain = `a.host <> '' AND (split_part(a.host, ':', 1) = $1
  OR right(split_part(a.host, ':', 1), length($1) + 1) = '.' || $1)`;

/** Twice is once. */
export const insertDomainBlock = statement<never, [host: string]>(
  'insert_domain_block',
  `INSERT INTO domain_block (host) VALUES ($1) ON CONFLICT DO NOTHING`,
);

/** Hidden with all they published, unless that was done before for a reason of its own. */
export const hideDomain = statement<never, [host: string]>(
  'hide_domain',
  `UPDATE account a SET suspended_at = now(), domain_blocked = true WHERE a.suspended_at IS NULL AND ${ofDomain}`,
);

/** Those that a block of a domain above or below still hides stay hidden. */
export const showDomain = statement<never, [host: string]>(
  'show_domain',
  `UPDATE account a SET suspended_at = NULL, domain_blocked = false
   WHERE a.domain_blocked AND ${ofDomain} AND NOT ${isBlockedHost('a.host')}`,
);

/** A batch of follows between members and accounts of the domain ends, and every request. */
export const severDomain = statement<{ ended: number }, [host: string, limit: number]>(
  'sever_domain',
  `WITH strangers AS MATERIALIZED (SELECT a.id FROM account a WHERE a.domain_blocked AND ${ofDomain}),
   gone AS (
     DELETE FROM follow WHERE id IN (
       SELECT f.id FROM strangers s JOIN follow f ON f.follower_id = s.id
       UNION SELECT f.id FROM strangers s JOIN follow f ON f.followee_id = s.id LIMIT $2
     ) RETURNING follower_id, followee_id
   ), requests AS (
     DELETE FROM follow_request r USING strangers s WHERE r.requester_id = s.id OR r.target_id = s.id
   ), restated AS (
     DELETE FROM repetition r USING strangers s WHERE r.account_id = s.id AND r.type = 'Follow'
   ), heard AS (
     DELETE FROM notification n USING strangers s WHERE n.actor_id = s.id AND n.type IN ('follow', 'follow_request')
   ), homes AS (
     DELETE FROM home_entry h USING gone g, event e
     WHERE e.account_id = g.followee_id AND h.account_id = g.follower_id
       AND h.event_id = e.id AND h.eventable_id = e.eventable_id
   ), ${countFollows('gone')}
   SELECT count(*) AS ended FROM gone`,
);
