/** Lists the servers that are known here. */
import { statement } from '../../statement.ts';

/** Without ports, because rules have none. */
export const selectKnownHosts = statement<{ host: string }, []>(
  'select_known_hosts',
  `SELECT DISTINCT split_part(host, ':', 1) AS host FROM account WHERE host <> ''`,
);

/** How many followers and follows members would lose if these domains were blocked. */
export const countLostFollows = statement<{ accounts: number; follows: number }, [domains: string[]]>(
  'count_lost_follows',
  `WITH remote AS MATERIALIZED (
     SELECT a.id FROM account a WHERE a.host <> '' AND a.suspended_at IS NULL AND EXISTS (
       SELECT 1 FROM string_to_array(split_part(a.host, ':', 1), '.') AS labels CROSS JOIN generate_subscripts(labels, 1) AS depth
       WHERE array_to_string(labels[depth:], '.') = ANY($1::text[]))
   )
   SELECT (SELECT count(*) FROM remote) AS accounts,
     (SELECT count(*) FROM remote r JOIN follow f ON f.follower_id = r.id OR f.followee_id = r.id) AS follows`,
);
