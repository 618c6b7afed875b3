/** Computes trend scores, and lists what a viewer may see of them. */
import { statement } from '../../statement.ts';
import { cardColumns } from '../items/columns.ts';
import { fullItemSelect } from '../items/eventables.ts';
import { unmuted } from '../items/unmuted.ts';
import { listed, unblocked, visible } from '../items/visibility.ts';

type Row = Record<string, unknown>;

const recent = `now() - interval '7 days'`;

/** (likes + 2 × boosts + 3 × preparations and bakings of it, in 7 days) / (age in h + 2)^1.5. */
export const refreshEventableTrends = statement<never, []>(
  'refresh_eventable_trends',
  `WITH interactions AS (
     SELECT eventable_id, 1 AS weight, NULL::bigint AS cook_id FROM "like" WHERE created_at > ${recent}
     UNION ALL SELECT eventable_id, 2, NULL FROM boost WHERE created_at > ${recent}
     UNION ALL SELECT recipe_id, 3, CASE WHEN visibility = 'public' THEN account_id END FROM eventable
     WHERE recipe_id IS NOT NULL AND publication = 'published' AND published_at > ${recent}
   ), scored AS MATERIALIZED (
     SELECT e.id, e.type, sums.cooks_count, sums.weight / power(
       greatest(extract(epoch FROM now() - e.published_at)::float8, 0) / 3600 + 2, 1.5) AS score
     FROM (
         SELECT eventable_id, sum(weight)::float8 AS weight, count(DISTINCT cook_id) AS cooks_count
         FROM interactions GROUP BY eventable_id
       ) sums
       JOIN eventable e ON e.id = sums.eventable_id JOIN account a ON a.id = e.account_id
     WHERE e.type <> 'baking' AND e.publication = 'published' AND e.visibility = 'public'
       AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND a.limited_at IS NULL
   ), gone AS (
     DELETE FROM eventable_trend t WHERE NOT EXISTS (SELECT 1 FROM scored WHERE scored.id = t.eventable_id)
   )
   INSERT INTO eventable_trend (eventable_id, type, score, cooks_count)
   SELECT id, type, score, cooks_count FROM scored ORDER BY id
   ON CONFLICT (eventable_id) DO UPDATE SET score = excluded.score, cooks_count = excluded.cooks_count`,
);

/** New followers in 7 days + the scores of their items, for discoverable local accounts. */
export const refreshAccountTrends = statement<never, []>(
  'refresh_account_trends',
  `WITH parts AS (
     SELECT followee_id AS id, count(*)::float8 AS score FROM follow WHERE created_at > ${recent} GROUP BY followee_id
     UNION ALL
     SELECT e.account_id, t.score FROM eventable_trend t JOIN eventable e ON e.id = t.eventable_id
   ), scored AS MATERIALIZED (
     SELECT a.id, sum(parts.score) AS score FROM parts JOIN account a ON a.id = parts.id
     WHERE a.host = '' AND a.discoverable AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND a.limited_at IS NULL
     GROUP BY a.id
   ), gone AS (
     DELETE FROM account_trend t WHERE NOT EXISTS (SELECT 1 FROM scored WHERE scored.id = t.account_id)
   )
   INSERT INTO account_trend (account_id, score) SELECT id, score FROM scored ORDER BY id
   ON CONFLICT (account_id) DO UPDATE SET score = excluded.score`,
);

type Viewer = [accountId: number | null, host: string | null];

/** Checks the visibility again, because an item may have changed since its score was computed. */
export const listTrendingEventables = statement<
  Row,
  [...Viewer, type: string, limit: number, offset: number]
>(
  'list_trending_eventables',
  `${fullItemSelect} JOIN eventable_trend t ON t.eventable_id = e.id
   WHERE t.type = $3::eventable_type AND e.visibility = 'public' AND e.publication = 'published' AND ${listed()} AND ${unmuted()} AND ${visible()}
   ORDER BY t.score DESC, t.eventable_id DESC LIMIT $4 OFFSET $5`,
);

export const listTrendingAccounts = statement<Row, [viewer: number | null, limit: number, offset: number]>(
  'list_trending_accounts',
  `SELECT ${cardColumns('a')} FROM account_trend t JOIN account a ON a.id = t.account_id
   WHERE a.discoverable AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND ${listed()} AND ${unmuted()} AND ${unblocked('a.id')}
   ORDER BY t.score DESC, t.account_id DESC LIMIT $2 OFFSET $3`,
);
