/**
 * Fills a database with as many events as asked for, skewed like real ones: an account with a tenth of all items, a word
 * in every second item, a recipe among a hundred items, a long thread, a member who follows 5,000 accounts, and one who
 * mutes and blocks 1,000 each.
 */
import type { ClientBase } from 'pg';
import {
  createDeferred,
  type DumpedTable,
  deferIndexes,
  listTables,
  setBuildMemory,
  setTriggers,
} from '../../../src/db/sql/database.ts';

/** Accounts that can log in. The author has a tenth of all items, and all cooks follow it. */
export interface GrowthMembers {
  author: number;
  reader: number;
  muter: number;
}

/** Rows that pages show. */
export interface GrowthIds {
  recipe: number;
  /** The newest recipe of the author. */
  slug: string;
  preparation: number;
  baking: number;
  /** Begins the thread. */
  status: number;
  collection: number;
  filter: number;
  line: number;
}

/** Their user names. */
export const growthNames: Record<keyof GrowthMembers, string> = {
  author: 'grown_author',
  reader: 'grown_reader',
  muter: 'grown_muter',
};

const follows = 5_000;
const mutes = 1_000;
const unread = 2_000;
const days = 60;
const text = 'The starter doubled in four hours, so the dough went in early; crumb open, crust nearly black.';
/** Every second item has the word. */
const textSql = `CASE WHEN n % 2 = 0 THEN 'Bread again. ' ELSE 'Soup today. ' END || '${text}'`;

interface Plan extends GrowthMembers {
  baseUrl: string;
  events: number;
}

/** The steps in order. `first_*` are ids before the first row of each kind. */
function steps({ baseUrl, events, author, reader, muter }: Plan): string[] {
  const large = Math.floor(events / 10);
  const replies = Math.floor(events / 200);
  const boosts = Math.floor(events / 25);
  const main = events - large - replies - boosts;
  const remote = Math.max(follows, Math.floor(events / 20));
  const local = Math.max(200, Math.floor(events / 10));
  /** Of the n-th of `count` rows. Rows of different steps never share a millisecond. */
  const timeOf = (count: number, offset: number) =>
    `date_trunc('second', now()) - (${count} - n) * (interval '${days} days' / ${count}) + interval '${offset} ms'`;
  const eventId = 'event_id_at(t) + n % 4096';
  const item = `(id, type, account_id, iri, url, slug, name, content, content_html, locale, serving, serving_type, prep_time,
    prepared_at, rating, recipe_id, in_reply_to_id, in_reply_to_iri, tags, hashtags, created_at, published_at, updated_at,
    fetched_at)`;
  const cook = (n: string) => `first.cook + 1 + (${n})::bigint * 7919 % ${local}`;
  const crowd = (n: string) => `first.crowd + 1 + (${n})::bigint % ${remote}`;
  const folder = `type || CASE WHEN type = 'status' THEN 'es/' ELSE 's/' END`;
  const iri = `CASE WHEN is_local THEN '${baseUrl}/users/' || account_id || '/' || ${folder} || id
       ELSE 'https://crowd' || account_id || '.bench/items/' || id END`;
  const page = `CASE WHEN is_local THEN '${baseUrl}/@cook' || account_id || '/' || ${folder} ||
       CASE WHEN type = 'recipe' THEN 'loaf-' ELSE '' END || id ELSE 'https://crowd' || account_id || '.bench/pages/' || id END`;

  return [
    `CREATE TEMP TABLE first AS SELECT coalesce((SELECT max(id) FROM account), 0) AS crowd,
       coalesce((SELECT max(id) FROM account), 0) + ${remote} AS cook, coalesce((SELECT max(id) FROM eventable), 0) AS item,
       coalesce((SELECT max(id) FROM boost), 0) AS boost`,
    `INSERT INTO account (id, username, handle, host, name, state, iri, url, inbox, shared_inbox, outbox, followers_iri,
       following_iri, fetched_at, outbox_read_at)
     SELECT id, 'cook', 'cook@' || host, host, 'Cook ' || n, 'loaded', 'https://' || host || '/users/cook',
       'https://' || host || '/@cook', 'https://' || host || '/users/cook/inbox', 'https://' || host || '/inbox',
       'https://' || host || '/users/cook/outbox', 'https://' || host || '/users/cook/followers',
       'https://' || host || '/users/cook/following', now(), now()
     FROM first, generate_series(1, ${remote}) n, LATERAL (SELECT first.crowd + n AS id,
       'crowd' || first.crowd + n || '.bench' AS host) made`,
    `INSERT INTO host (host, last_success_at) SELECT host, now() FROM account, first WHERE id > first.crowd AND host <> ''`,
    `INSERT INTO account (id, username, handle, name, summary, summary_html, state, iri, url, inbox, shared_inbox, outbox,
       followers_iri, following_iri, featured_iri)
     SELECT id, 'cook' || id, 'cook' || id, 'Cook ' || id, '${text}', '<p>${text}</p>', 'loaded', iri,
       '${baseUrl}/@cook' || id, iri || '/inbox', '${baseUrl}/inbox', iri || '/outbox', iri || '/followers',
       iri || '/following', iri || '/featured'
     FROM first, generate_series(1, ${local}) n, LATERAL (SELECT first.cook + n AS id,
       '${baseUrl}/users/' || first.cook + n AS iri) made`,
    `INSERT INTO member (account_id, password_hash, seen_at)
     SELECT first.cook + n, '', now() - n % 400 * interval '1 day' FROM first, generate_series(1, ${local}) n`,
    // Of 200 items one is a local recipe and one a remote one; each is cooked once. A tenth of the statuses are local.
    `INSERT INTO eventable ${item}
     SELECT id, type, account_id, ${iri}, ${page},
       CASE WHEN type = 'recipe' THEN 'loaf-' || id END, CASE WHEN type = 'status' THEN '' ELSE 'Loaf ' || n END,
       content, '<p>' || content || '</p>', 'en', CASE WHEN type <> 'status' THEN 4 END,
       CASE WHEN type <> 'status' THEN 'servings' END, CASE WHEN type = 'recipe' THEN 600 + n % 5000 END,
       CASE WHEN type IN ('preparation', 'baking') THEN t END, CASE WHEN type = 'baking' THEN 1 + n / 200 % 5 END,
       CASE WHEN type IN ('preparation', 'baking') THEN id - 2 END, NULL, NULL,
       CASE WHEN n % 10 = 0 THEN '{bread}' ELSE '{}' END::text[], CASE WHEN n % 10 = 0 THEN '{bread}' ELSE '{}' END::text[],
       t, t, t, CASE WHEN NOT is_local THEN now() END
     FROM first, generate_series(1, ${main}) n, LATERAL (
       SELECT first.item + n AS id, ${textSql} AS content, ${timeOf(main, 0)} AS t,
         CASE n % 200 WHEN 10 THEN 'recipe' WHEN 11 THEN 'recipe' WHEN 12 THEN 'preparation' WHEN 13 THEN 'baking'
           ELSE 'status' END::eventable_type AS type,
         n % 200 IN (10, 12, 13) OR n % 10 = 5 AS is_local) made,
       LATERAL (SELECT CASE WHEN is_local THEN ${cook('n')} ELSE ${crowd('n')} END AS account_id) written
     ORDER BY n`,
    // The items of the large account are between the others.
    `INSERT INTO eventable ${item}
     SELECT id, type, ${author}, '${baseUrl}/users/${author}/' || ${folder} || id,
       '${baseUrl}/@${growthNames.author}/' || ${folder} || CASE WHEN type = 'recipe' THEN 'tart-' ELSE '' END || id,
       CASE WHEN type = 'recipe' THEN 'tart-' || id END, CASE WHEN type = 'status' THEN '' ELSE 'Onion tart ' || n END,
       content, '<p>' || content || '</p>', 'en', CASE WHEN type <> 'status' THEN 4 END,
       CASE WHEN type <> 'status' THEN 'servings' END, CASE WHEN type = 'recipe' THEN 1200 END,
       CASE WHEN type IN ('preparation', 'baking') THEN t END, NULL, CASE WHEN type IN ('preparation', 'baking')
         THEN first.item + 10 + n % greatest(${main} / 200, 1) * 200 END, NULL, NULL, '{}', '{}', t, t, t, NULL
     FROM first, generate_series(1, ${large}) n, LATERAL (
       SELECT first.item + ${main} + n AS id, ${textSql} AS content, ${timeOf(large, 7)} AS t,
         CASE n % 40 WHEN 0 THEN 'recipe' WHEN 1 THEN 'preparation' WHEN 2 THEN 'baking' ELSE 'status' END::eventable_type
           AS type) made
     ORDER BY n`,
    `CREATE TEMP TABLE thread AS SELECT max(id) AS root FROM eventable WHERE account_id = ${author} AND type = 'status'`,
    // Each tenth reply answers the one before it.
    `INSERT INTO eventable ${item}
     SELECT id, type, account_id, ${iri}, ${page}, NULL, '', content,
       '<p>' || content || '</p>', 'en', NULL, NULL, NULL, NULL, NULL, NULL, CASE WHEN n % 10 = 9 THEN id - 1 ELSE root END,
       '${baseUrl}/thread/' || CASE WHEN n % 10 = 9 THEN id - 1 ELSE root END, '{}', '{}', t, t, t,
       CASE WHEN NOT is_local THEN now() END
     FROM first, thread, generate_series(1, ${replies}) n, LATERAL (
       SELECT first.item + ${main + large} + n AS id, ${textSql} AS content, now() - (${replies} - n) * interval '20 ms' AS t,
         'status'::eventable_type AS type, n % 2 = 0 AS is_local) made,
       LATERAL (SELECT CASE WHEN is_local THEN ${cook('n')} ELSE ${crowd('n')} END AS account_id) written
     ORDER BY n`,
    `SELECT setval('account_id_seq', (SELECT max(id) FROM account)), setval('eventable_id_seq', (SELECT max(id) FROM eventable))`,
    `INSERT INTO event (id, action, account_id, eventable_id, local, created_at, fanned_out_at)
     SELECT ${eventId}, CASE WHEN in_reply_to_id IS NULL THEN 'create' ELSE 'reply' END::event_action, account_id, id,
       fetched_at IS NULL, t, t
     FROM (SELECT e.*, e.id AS n, published_at AS t FROM eventable e, first WHERE e.id > first.item ORDER BY published_at) e
     ON CONFLICT DO NOTHING`,
    `INSERT INTO boost (account_id, eventable_id, created_at)
     SELECT ${cook('n')}, first.item + 1 + n::bigint * 97 % ${main}, ${timeOf(boosts, 13)}
     FROM first, generate_series(1, ${boosts}) n`,
    `INSERT INTO boost (account_id, eventable_id, created_at)
     SELECT ${author}, first.item + n * 100, ${timeOf(Math.ceil(main / 100), 17)}
     FROM first, generate_series(1, ${main} / 100) n`,
    `INSERT INTO source_activity (account_id, iri, type, eventable_id)
     SELECT account_id, '${baseUrl}/users/' || account_id || '/boosts/' || id, 'boost', eventable_id
     FROM boost, first WHERE id > first.boost`,
    `INSERT INTO event (id, action, account_id, eventable_id, local, created_at, fanned_out_at)
     SELECT ${eventId}, 'boost', account_id, eventable_id, true, t, t
     FROM (SELECT b.*, b.id AS n, created_at AS t FROM boost b, first WHERE b.id > first.boost) b ON CONFLICT DO NOTHING`,
    `INSERT INTO item_tag (tag, event_id)
     SELECT 'bread', ev.id FROM first, event ev JOIN eventable e ON e.id = ev.eventable_id
     WHERE e.id > first.item AND e.hashtags = '{bread}' AND ev.action <> 'boost'`,
    `INSERT INTO medium (account_id, eventable_id, state, key, description, content_type, width, height, used_at)
     SELECT account_id, id, 'ready', gen_random_uuid()::text, 'A dark loaf on a board', 'image/webp', 1600, 1200, now()
     FROM eventable e, first WHERE e.id > first.item AND (type <> 'status' OR e.id % 10 = 0)`,
    `INSERT INTO ingredient (eventable_id, position, name, quantity_num, quantity_den, unit)
     SELECT e.id, n, (ARRAY['flour', 'water', 'salt', 'onion', 'rye ' || e.id % 500])[n + 1], 100, 1, 'g'
     FROM eventable e, first, generate_series(0, 4) n WHERE e.id > first.item AND type <> 'status'`,
    `INSERT INTO step (eventable_id, position, content, content_html)
     SELECT e.id, n, '${text}', '<p>${text}</p>' FROM eventable e, first, generate_series(0, 2) n
     WHERE e.id > first.item AND type <> 'status'`,

    // What accounts do with each other
    `INSERT INTO follow (follower_id, followee_id, local)
     SELECT ${reader}, first.crowd + n, true FROM first, generate_series(1, ${follows}) n
     UNION ALL SELECT ${muter}, first.crowd + ${2 * mutes} + n, true FROM first, generate_series(1, ${mutes}) n
     UNION ALL SELECT first.cook + n, ${author}, true FROM first, generate_series(1, ${local}) n
     UNION ALL SELECT first.crowd + n, ${author}, false FROM first, generate_series(1, ${remote}) n
     UNION ALL SELECT ${author}, first.cook + n, true FROM first, generate_series(1, ${Math.min(local, mutes)}) n
     UNION ALL VALUES (${reader}, ${author}, true), (${muter}, ${author}, true)`,
    `INSERT INTO mute (muter_id, muted_id) SELECT ${muter}, first.crowd + n FROM first, generate_series(1, ${mutes}) n`,
    `INSERT INTO block (blocker_id, blocked_id)
     SELECT ${muter}, first.crowd + ${mutes} + n FROM first, generate_series(1, ${mutes}) n`,
    `INSERT INTO account_domain_block (account_id, host)
     SELECT ${muter}, 'quiet' || n || '.bench' FROM generate_series(1, 50) n`,
    `INSERT INTO "like" (account_id, eventable_id)
     SELECT ${cook('n')}, root FROM first, thread, generate_series(1, ${local}) n
     UNION ALL
     SELECT ${cook('n')}, first.item + 10 + n % greatest(${main} / 200, 1) * 200 FROM first, generate_series(1, ${boosts}) n
     UNION ALL SELECT ${reader}, first.item + n * 50 FROM first, generate_series(1, ${Math.min(100, Math.floor(main / 50))}) n`,
    `INSERT INTO notification (account_id, type, actor_id, eventable_id)
     SELECT e.account_id, 'like', l.account_id, e.id FROM "like" l JOIN eventable e ON e.id = l.eventable_id
     WHERE e.fetched_at IS NULL AND e.account_id NOT IN (l.account_id, ${author})`,
    `INSERT INTO notification (account_id, type, actor_id, eventable_id)
     SELECT ${author}, 'like'::notification_type, account_id, eventable_id FROM "like", thread WHERE eventable_id = root
     UNION ALL SELECT ${author}, 'reply', account_id, id FROM eventable, thread WHERE in_reply_to_id = root
     UNION ALL SELECT ${author}, 'follow', follower_id, NULL FROM follow WHERE followee_id = ${author} AND local`,
    `UPDATE notification SET read = true WHERE id <= (SELECT max(id) FROM notification) - ${unread}`,
    `INSERT INTO tag_follow (account_id, tag) VALUES (${reader}, 'bread')`,
    `INSERT INTO home_entry (account_id, event_id, eventable_id)
     SELECT DISTINCT ON (f.follower_id, ev.id) f.follower_id, ev.id, ev.eventable_id
     FROM (SELECT * FROM event WHERE action <> 'reply' ORDER BY id DESC LIMIT 20000) ev
       JOIN follow f ON f.followee_id = ev.account_id WHERE f.follower_id IN (${reader}, ${muter}, ${author})`,
    `DELETE FROM home_entry h USING (SELECT account_id, (array_agg(event_id ORDER BY event_id DESC))[800] AS oldest
       FROM home_entry GROUP BY account_id) o WHERE h.account_id = o.account_id AND h.event_id < o.oldest`,
    `WITH made AS (
       INSERT INTO collection (account_id, name, visibility, iri, url)
       SELECT ${author}, 'Breads ' || n, 'public', '${baseUrl}/users/${author}/collections/b' || n,
         '${baseUrl}/@${growthNames.author}/collections/b' || n
       FROM generate_series(1, ${Math.max(5, Math.floor(events / 10_000))}) n
       RETURNING id
     )
     INSERT INTO collection_item (collection_id, eventable_id, position)
     SELECT made.id, first.item + n * 40, n FROM made, first, generate_series(1, ${Math.min(200, Math.floor(main / 40))}) n
     WHERE made.id % 5 = 0 OR n < 3`,
    `INSERT INTO collection_follow (collection_id, account_id)
     SELECT c.id, first.cook + n FROM collection c, first, generate_series(1, 100) n WHERE c.account_id = ${author}`,
    `INSERT INTO filter (account_id, title, contexts, action, keywords)
     VALUES (${author}, 'Offal', '{home,public}', 'warn', '[{"phrase":"tripe","wholeWord":true}]')`,
    `UPDATE member SET filters_version = 1 WHERE account_id = ${author}`,
    `WITH list AS (INSERT INTO shopping_list (account_id) VALUES (${author}) RETURNING id)
     INSERT INTO shopping_list_line (list_id, name, locale, food, aisle)
     SELECT list.id, 'onion ' || n, 'en', 'onion ' || n, 'produce' FROM list, generate_series(1, 30) n`,
    `INSERT INTO pin (account_id, eventable_id) SELECT ${author}, id FROM eventable
     WHERE account_id = ${author} AND type = 'recipe' ORDER BY id DESC LIMIT 3`,
    ...counters,
  ];
}

/** As triggers would have left them. */
const counters = [
  `UPDATE eventable e SET likes_count = n FROM (SELECT eventable_id, count(*) AS n FROM "like" GROUP BY 1) c
   WHERE e.id = c.eventable_id`,
  `UPDATE eventable e SET boosts_count = n FROM (SELECT eventable_id, count(*) AS n FROM boost GROUP BY 1) c
   WHERE e.id = c.eventable_id`,
  `UPDATE eventable e SET replies_count = n FROM (SELECT in_reply_to_id AS id, count(*) AS n FROM eventable
     WHERE in_reply_to_id IS NOT NULL GROUP BY 1) c WHERE e.id = c.id`,
  `UPDATE eventable e SET cooked_count = n, rating_count = rated, rating_sum = stars FROM (
     SELECT recipe_id AS id, count(*) AS n, count(rating) AS rated, coalesce(sum(rating), 0) AS stars FROM eventable
     WHERE recipe_id IS NOT NULL GROUP BY 1) c WHERE e.id = c.id AND e.type = 'recipe'`,
  `UPDATE account a SET followers_count = n FROM (SELECT followee_id AS id, count(*) AS n FROM follow GROUP BY 1) c
   WHERE a.id = c.id`,
  `UPDATE account a SET following_count = n FROM (SELECT follower_id AS id, count(*) AS n FROM follow GROUP BY 1) c
   WHERE a.id = c.id`,
  `UPDATE collection c SET followers_count = 100 WHERE EXISTS (
     SELECT 1 FROM collection_follow f WHERE f.collection_id = c.id)`,
];

/**
 * Indexes, foreign keys and triggers are off meanwhile: the rows are valid, and their effects are written too. Needs no
 * rights but those of the owner.
 */
export async function seedGrowth(client: ClientBase, plan: Plan): Promise<GrowthIds> {
  const tables: DumpedTable[] = await listTables(client);
  await client.query('BEGIN');
  await setTriggers(client, tables, false);
  const deferred = await deferIndexes(client, tables);
  for (const step of steps(plan)) await client.query(step);
  await setBuildMemory(client, 256);
  await createDeferred(client, deferred);
  await setTriggers(client, tables, true);
  const { rows } = await client.query<GrowthIds>(
    `SELECT first.item + 10 AS recipe,
       (SELECT slug FROM eventable WHERE account_id = ${plan.author} AND type = 'recipe' ORDER BY id DESC LIMIT 1) AS slug,
       first.item + 12 AS preparation, first.item + 13 AS baking, root AS status,
       (SELECT min(id) FROM collection WHERE id % 5 = 0) AS collection,
       (SELECT max(id) FROM filter) AS filter,
       (SELECT max(id) FROM shopping_list_line) AS line
     FROM first, thread`,
  );
  await client.query('COMMIT');
  await client.query('VACUUM ANALYZE');
  const numbers = Object.entries(rows[0]!).map(([name, value]) => [name, name === 'slug' ? value : Number(value)]);
  return Object.fromEntries(numbers) as GrowthIds;
}
