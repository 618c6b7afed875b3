/** Fills one account with as many items as asked for, and with what others did with them. */
import pg from 'pg';
import { pool } from '../../../src/db/client.ts';
import { config } from '../../../src/lib/config.ts';

export interface LargeAccount {
  accountId: number;
  /** Has 500 statuses and 500 recipes that the account replied to, cooked, rated, liked and boosted. */
  otherId: number;
  /** A tenth are recipes, a twentieth bakings of recipes of the other account, and the rest statuses. */
  items: number;
  /** Local accounts that follow the account. Each liked, boosted and answered its newest status. */
  fans: number;
  /** How many of its newest statuses are in the home timelines of its fans. */
  shown: number;
}

const item = `(type, account_id, iri, url, slug, name, content, content_html, locale, serving, prepared_at, recipe_id, in_reply_to_id,
  in_reply_to_iri, rating, hashtags, published_at)`;

/** `$1` the account, `$2` the other one, `$3` items, `$4` fans, `$5` shown, `$6` the origin. */
const steps = [
  `INSERT INTO eventable ${item}
   SELECT CASE WHEN n <= 500 THEN 'status' ELSE 'recipe' END::eventable_type, $2, $6 || '/other/' || n, $6 || '/other/' || n,
     CASE WHEN n > 500 THEN 'other-' || n END, CASE WHEN n > 500 THEN 'Bean soup ' || n ELSE '' END, 'Soup', '<p>Soup</p>', 'en',
     CASE WHEN n > 500 THEN 4 END, NULL, NULL, NULL, NULL, NULL, '{}', now()
   FROM generate_series(1, 1000) n`,
  `WITH places AS (
     SELECT (SELECT array_agg(id ORDER BY id) FROM eventable WHERE account_id = $2 AND type = 'status') AS statuses,
       (SELECT array_agg(id ORDER BY id) FROM eventable WHERE account_id = $2 AND type = 'recipe') AS recipes
   ), planned AS (
     SELECT n, CASE WHEN n % 20 IN (0, 1) THEN 'recipe' WHEN n % 20 = 2 THEN 'baking' ELSE 'status' END::eventable_type AS type
     FROM generate_series(1, $3::int) n
   )
   INSERT INTO eventable ${item}
   SELECT type, $1, $6 || '/large/' || n, $6 || '/large/' || n, CASE WHEN type = 'recipe' THEN 'large-' || n END,
     CASE WHEN type = 'status' THEN '' ELSE 'Onion tart ' || n END, 'Tart ' || n, '<p>Tart ' || n || '</p>', 'en',
     CASE WHEN type = 'status' THEN NULL ELSE 4 END, CASE WHEN type = 'baking' THEN now() END,
     CASE WHEN type = 'baking' THEN recipes[1 + n % 500] END, CASE WHEN n % 10 = 3 THEN statuses[1 + n % 500] END,
     CASE WHEN n % 10 = 3 THEN $6 || '/other/' || 1 + n % 500 END, CASE WHEN type = 'baking' THEN 1 + n % 5 END,
     CASE WHEN n % 10 = 4 THEN '{tart}' ELSE '{}' END::text[], now() - ($3 - n) * interval '1 second'
   FROM planned, places`,
  `INSERT INTO recipe_search (eventable_id, account_id, visibility, has_photo, cooked_count, rating_count, rating_sum,
     ingredient_count, terms, document)
   SELECT id, account_id, visibility, false, 0, 0, 0, 3, '{}',
     to_tsvector('english', name) || array_to_tsvector(ARRAY['=all', '=b:' || id / 4096, '=k:0', '=r:1', '=n:onion', '=n:tart'])
   FROM eventable WHERE account_id = $1 AND type = 'recipe'`,
  `INSERT INTO event (id, action, account_id, eventable_id, created_at, local, fanned_out_at)
   SELECT event_id_at(now() - interval '60 days') + row_number() OVER (ORDER BY id) * 16,
     CASE WHEN in_reply_to_id IS NULL THEN 'create' ELSE 'reply' END::event_action, account_id, id, published_at, true, now()
   FROM eventable WHERE account_id = $1`,
  `INSERT INTO item_tag (tag, event_id)
   SELECT 'tart', ev.id FROM event ev JOIN eventable e ON e.id = ev.eventable_id WHERE e.account_id = $1 AND e.hashtags <> '{}'`,
  `INSERT INTO medium (account_id, eventable_id, state, key, content_type)
   SELECT account_id, id, 'ready', gen_random_uuid()::text, 'image/webp' FROM eventable
   WHERE account_id = $1 AND type = 'status' AND id % 10 = 0`,
  `CREATE TEMP TABLE fan ON COMMIT DROP AS
   SELECT id FROM account WHERE host = '' AND id NOT IN ($1, $2) AND actor_type = 'Person' ORDER BY id LIMIT $4::int`,
  `CREATE TEMP TABLE newest ON COMMIT DROP AS
   SELECT ev.id AS event_id, e.id, row_number() OVER (ORDER BY e.id DESC) AS place FROM eventable e
   JOIN event ev ON ev.eventable_id = e.id WHERE e.account_id = $1 AND e.type = 'status' AND e.in_reply_to_id IS NULL
   ORDER BY e.id DESC LIMIT $5::int`,
  `INSERT INTO follow (follower_id, followee_id, local) SELECT id, $1::bigint, true FROM fan ON CONFLICT DO NOTHING`,
  `INSERT INTO follow (follower_id, followee_id, local) SELECT $1::bigint, id, true FROM fan ON CONFLICT DO NOTHING`,
  `UPDATE account SET followers_count = (SELECT count(*) FROM follow WHERE followee_id = account.id),
     following_count = (SELECT count(*) FROM follow WHERE follower_id = account.id)
   WHERE id = $1 OR id IN (SELECT id FROM fan)`,
  `INSERT INTO home_entry (account_id, event_id, eventable_id)
   SELECT fan.id, newest.event_id, newest.id FROM fan, newest ON CONFLICT DO NOTHING`,
  ...['"like" (account_id, eventable_id)', 'boost (account_id, eventable_id)'].map(
    (table) => `INSERT INTO ${table} SELECT fan.id, newest.id FROM fan JOIN newest ON newest.place = 1`,
  ),
  `INSERT INTO notification (account_id, type, actor_id, eventable_id)
   SELECT $1::bigint, 'like'::notification_type, fan.id, newest.id FROM fan JOIN newest ON newest.place = 1`,
  `INSERT INTO eventable ${item}
   SELECT 'status'::eventable_type, fan.id, $6 || '/fan/' || fan.id, $6 || '/fan/' || fan.id, NULL, '', 'Yes', '<p>Yes</p>', 'en', NULL, NULL, NULL,
     newest.id, $6 || '/large/newest', NULL, '{}', now()
   FROM fan JOIN newest ON newest.place = 1`,
  `INSERT INTO "like" (account_id, eventable_id) SELECT $1::bigint, id FROM eventable WHERE account_id = $2`,
  `INSERT INTO boost (account_id, eventable_id) SELECT $1::bigint, id FROM eventable WHERE account_id = $2`,
  `INSERT INTO event (id, action, account_id, eventable_id, local, fanned_out_at)
   SELECT event_id_at(now() - interval '1 hour') + row_number() OVER (ORDER BY id) * 16, 'boost', $1::bigint, id, true, now()
   FROM eventable WHERE account_id = $2`,
  `UPDATE eventable e SET likes_count = (SELECT count(*) FROM "like" WHERE eventable_id = e.id),
     boosts_count = (SELECT count(*) FROM boost WHERE eventable_id = e.id),
     replies_count = (SELECT count(*) FROM eventable c WHERE c.in_reply_to_id = e.id),
     cooked_count = (SELECT count(*) FROM eventable c WHERE c.recipe_id = e.id),
     (rating_count, rating_sum) = (SELECT r.rating_count, r.rating_sum FROM count_ratings(e.id) r)
   WHERE e.account_id = $2 OR e.id IN (SELECT id FROM newest)`,
];

/** Without triggers, which the rows here do not need: counters and search rows are written as they would be. */
export async function seedLargeAccount({ accountId, otherId, items, fans, shown }: LargeAccount): Promise<void> {
  const values: Record<string, unknown> = {
    $1: accountId,
    $2: otherId,
    $3: items,
    $4: fans,
    $5: shown,
    $6: config.baseUrl,
  };
  // A connection of its own, because those of the pool give up after 35 s.
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    for (const step of steps) await client.query(withLiterals(step, values));
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  await pool().query('ANALYZE');
}

/** CREATE TABLE takes no parameters. */
const withLiterals = (sql: string, values: Record<string, unknown>): string =>
  sql.replaceAll(/\$\d/g, (name) =>
    typeof values[name] === 'number' ? String(values[name]) : `'${String(values[name])}'`,
  );
