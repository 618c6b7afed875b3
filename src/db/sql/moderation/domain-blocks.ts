/** Hides, shows and counts the accounts of blocked domains, and ends their follows. */
import { statement } from '../../statement.ts';
import { isBlockedHost } from '../federation/hosts.ts';
import { countFollowsSql } from '../items/counters.ts';
import { endedHere } from '../ledger/sources.ts';

/** Matches accounts of host `$1` and its subdomains, on any port. */
const ofDomain = `a.host <> '' AND (split_part(a.host, ':', 1) = $1
  OR right(split_part(a.host, ':', 1), length($1) + 1) = '.' || $1)`;

/** Suspends the accounts; those that an administrator suspended before keep that suspension. */
export const hideDomain = statement<never, [host: string]>(
  'hide_domain',
  `UPDATE account a SET suspended_at = now(), domain_blocked = true WHERE a.suspended_at IS NULL AND ${ofDomain}`,
);

/** Accounts that another block still covers stay hidden. */
export const showDomain = statement<never, [host: string]>(
  'show_domain',
  `UPDATE account a SET suspended_at = NULL, domain_blocked = false
   WHERE a.domain_blocked AND ${ofDomain} AND NOT ${isBlockedHost('a.host')}`,
);

/** Deletes a batch of follows with accounts of the domain, and all follow requests. */
export const deleteDomainFollows = statement<{ ended: number }, [host: string, limit: number]>(
  'delete_domain_follows',
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
);

/** Counts what a block of the domain would hide and end. */
export const countDomainBlockEffects = statement<
  { accounts: number; followers: number; followed: number; items: number },
  [host: string]
>(
  'count_domain_block_effects',
  `WITH remote AS MATERIALIZED (SELECT id FROM account a WHERE ${ofDomain})
   SELECT (SELECT count(*) FROM remote) AS accounts,
     (SELECT count(*) FROM follow f JOIN remote t ON t.id = f.follower_id JOIN member m ON m.account_id = f.followee_id) AS followers,
     (SELECT count(*) FROM follow f JOIN remote t ON t.id = f.followee_id JOIN member m ON m.account_id = f.follower_id) AS followed,
     (SELECT count(*) FROM eventable e JOIN remote t ON t.id = e.account_id) AS items`,
);
