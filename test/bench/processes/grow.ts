/** Enlarges the database a hundred times: a million remote items, and a member who follows 5,000 remote accounts. */
import pg from 'pg';
import { config } from '../../../src/lib/config.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';

export interface Growth {
  reader: number;
  authors: number;
  /** Total number of items afterwards. */
  items: number;
}

const { reader, authors, items } = await receiveMessage<Growth>();
// The server's own pool ends statements that take as long as these.
const client = new pg.Client({ connectionString: config.databaseUrl! });
await client.connect();
const run = (sql: string, values: unknown[] = []) => client.query(sql, values);

// Triggers and foreign keys are off: the rows are valid, and their effects are written below.
await run(`SET session_replication_role = replica`);
await run(`SET synchronous_commit = off`);
await run(`SET statement_timeout = 0`);
await run(
  `INSERT INTO account (username, handle, host, name, state, iri, url, inbox, shared_inbox, outbox, followers_iri, following_iri,
     fetched_at, outbox_read_at, followers_count)
   SELECT 'cook', 'cook@' || host, host, 'Cook of ' || host, 'loaded', iri, 'https://' || host || '/@cook', iri || '/inbox',
     'https://' || host || '/inbox', iri || '/outbox', iri || '/followers', iri || '/following', now(), now(), 1
   FROM (SELECT 'crowd' || n || '.bench' AS host, 'https://crowd' || n || '.bench/users/cook' AS iri
         FROM generate_series(1, $1::int) n) accounts`,
  [authors],
);
await run(
  `INSERT INTO follow (follower_id, followee_id, local) SELECT $1, id, true FROM account WHERE host LIKE 'crowd%'
   ON CONFLICT DO NOTHING`,
  [reader],
);
// GIN indexes are rebuilt at the end, because updating them row by row would take minutes.
const { rows: slow } = await client.query<{ name: string; definition: string }>(
  `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'eventable' AND indexdef LIKE '% USING gin %'`,
);
for (const { name } of slow) await run(`DROP INDEX ${name}`);
const text = 'The starter doubled in four hours, so the dough went in early; crumb open, crust nearly black. ';
await run(
  `WITH made AS (
     INSERT INTO eventable (type, account_id, iri, url, content, content_html, locale, created_at, published_at, updated_at)
     SELECT 'status', a.id, a.iri || '/statuses/' || n, a.iri || '/statuses/' || n, $2, '<p>' || $2 || '</p>', 'en', t, t, t
     FROM account a CROSS JOIN generate_series(1, ($1::int - (SELECT count(*) FROM eventable))::int / $3::int) n,
       LATERAL (SELECT now() - interval '1 minute' - n * interval '2 hours' - a.id % 5000 * interval '1 second' AS t)
     WHERE a.host LIKE 'crowd%'
     RETURNING id, account_id, published_at
   ), pictures AS (
     INSERT INTO medium (account_id, eventable_id, state, key, description, content_type, width, height, blurhash, used_at)
     SELECT account_id, id, 'ready', gen_random_uuid()::text, 'A dark loaf on a board', 'image/webp', 1600, 1200,
       'LEHV6nWB2yk8pyo0adR*.7kCMdnj', now() FROM made WHERE published_at > now() - interval '4 hours'
   )
   INSERT INTO event (id, action, account_id, eventable_id, local, created_at, fanned_out_at)
   SELECT event_id_at(published_at) + row_number() OVER () % 4096, 'create', account_id, id, false, published_at, now() FROM made
   ON CONFLICT DO NOTHING`,
  [items, text.trim(), authors],
);
await run(`SET maintenance_work_mem = '256MB'`);
for (const { definition } of slow) await run(definition);
await run(`DELETE FROM home_entry WHERE account_id = $1`, [reader]);
await run(
  `INSERT INTO home_entry (account_id, event_id, eventable_id)
   SELECT $1, ev.id, ev.eventable_id FROM event ev WHERE ev.account_id IN (SELECT followee_id FROM follow WHERE follower_id = $1)
   ORDER BY ev.id DESC LIMIT 800`,
  [reader],
);
await run('VACUUM ANALYZE');
const { rows } = await run('SELECT count(*) AS count FROM event');
await client.end();
await sendResult(rows[0].count);
