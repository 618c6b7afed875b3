/** Creates statuses with a picture by peers and the first local accounts, and recipes of 15 ingredients and 8 steps. */
import { pool } from '../../../src/db/client.ts';
import { config } from '../../../src/lib/config.ts';
import type { EventableKind } from '../../../src/lib/iris.ts';

const sentence = 'Slow dough again today: folded it three times, left it in the cold over night, and baked it dark. ';
const text = sentence.trim();

export type Items = Record<EventableKind, { first: number; last: number }>;

export async function seedItems(cooks: { first: number }): Promise<{ items: Items; statusIris: string[] }> {
  const statusIris = await seedStatuses(cooks.first);
  await seedRecipes(cooks.first);
  await seedCooked('preparation');
  await seedCooked('baking');
  const { rows } = await pool().query<{ type: EventableKind; first: number; last: number }>(
    'SELECT type, min(id) AS first, max(id) AS last FROM eventable GROUP BY type',
  );
  const items = Object.fromEntries(rows.map(({ type, ...range }) => [type, range])) as Items;
  return { items, statusIris };
}

/** 100 statuses each by 50 peers and 50 local accounts, with events over the last days. */
async function seedStatuses(firstCook: number): Promise<string[]> {
  const { rows } = await pool().query<{ iri: string }>(
    `WITH authors AS (
       SELECT id, iri FROM account WHERE host LIKE 'peer%' OR id BETWEEN $1 AND $1 + 49
     ), made AS (
       INSERT INTO eventable (type, account_id, iri, url, content, content_html, locale, created_at, published_at, updated_at)
       SELECT 'status', a.id, a.iri || '/statuses/' || n, a.iri || '/statuses/' || n, $2, '<p>' || $2 || '</p>', 'en', t, t, t
       FROM authors a CROSS JOIN generate_series(1, 100) n, LATERAL (SELECT now() - (n * 50 + a.id % 50) * interval '1 minute' AS t)
       RETURNING id, account_id, iri, published_at
     ), pictures AS (
       INSERT INTO medium (account_id, eventable_id, state, key, description, content_type, width, height, blurhash, used_at)
       SELECT account_id, id, 'ready', gen_random_uuid()::text, 'A dark loaf on a board', 'image/webp', 1600, 1200,
         'LEHV6nWB2yk8pyo0adR*.7kCMdnj', now() FROM made
     ), told AS (
       INSERT INTO event (id, action, account_id, eventable_id, created_at, fanned_out_at)
       SELECT event_id_at(published_at) + row_number() OVER () % 4096, 'create', account_id, id, published_at, now() FROM made
     ) SELECT iri FROM made ORDER BY random()`,
    [firstCook, text],
  );
  return rows.map(({ iri }) => iri);
}

async function seedRecipes(firstCook: number): Promise<void> {
  await pool().query(
    `WITH made AS (
       INSERT INTO eventable (id, type, account_id, iri, url, slug, name, content, content_html, locale, serving, serving_type,
         prep_time, cook_time, tags)
       SELECT id, 'recipe', a, $2 || '/users/' || a || '/recipes/' || id, $2 || '/@cook' || a || '/recipes/bread-' || id,
         'bread-' || id, 'Slow bread ' || id, $3, '<p>' || $3 || '</p>', 'en', 4, 'loaves', 1800, 3600, '{bread,slow}'
       FROM (SELECT nextval(pg_get_serial_sequence('eventable', 'id')) AS id, $1 + n % 50 AS a FROM generate_series(1, 500) n) ids
       RETURNING id, account_id
     ), ingredients AS (
       INSERT INTO ingredient (eventable_id, position, name, quantity_num, quantity_den, unit, note, original_text)
       SELECT id, n, 'flour of kind ' || n, 100 + n, 1, 'g', 'sifted', (100 + n) || ' g flour of kind ' || n || ', sifted'
       FROM made CROSS JOIN generate_series(0, 14) n
     ), steps AS (
       INSERT INTO step (eventable_id, position, name, content, content_html, duration, ingredient_positions)
       SELECT id, n, '', $4, '<p>' || $4 || '</p>', 600, ARRAY[n, n + 1] FROM made CROSS JOIN generate_series(0, 7) n
     ), pictures AS (
       INSERT INTO medium (account_id, eventable_id, state, key, description, content_type, width, height, used_at)
       SELECT account_id, id, 'ready', gen_random_uuid()::text, 'The loaf', 'image/webp', 1600, 1200, now() FROM made
     ) SELECT count(*) FROM made`,
    [firstCook, config.baseUrl, text, sentence.trim()],
  );
}

/** One cooked item per recipe, by its author, with a picture. */
async function seedCooked(kind: 'preparation' | 'baking'): Promise<void> {
  await pool().query(
    `WITH made AS (
       INSERT INTO eventable (type, account_id, iri, url, name, content, content_html, locale, serving, serving_type, recipe_id, prepared_at)
       SELECT $1::eventable_type, account_id, iri || '/' || $1, url || '/' || $1, name, content, content_html, locale, serving, serving_type,
         id, now()
       FROM eventable WHERE type = 'recipe'
       RETURNING id, recipe_id, account_id
     ), ingredients AS (
       INSERT INTO ingredient (eventable_id, position, name, quantity_num, quantity_den, unit, note, original_text)
       SELECT made.id, position, name, quantity_num, quantity_den, unit, note, original_text
       FROM made JOIN ingredient i ON i.eventable_id = made.recipe_id
     ), steps AS (
       INSERT INTO step (eventable_id, position, name, content, content_html, duration, ingredient_positions)
       SELECT made.id, position, name, content, content_html, duration, ingredient_positions
       FROM made JOIN step s ON s.eventable_id = made.recipe_id
     )
     INSERT INTO medium (account_id, eventable_id, state, key, description, content_type, width, height, used_at)
     SELECT account_id, id, 'ready', gen_random_uuid()::text, 'The loaf', 'image/webp', 1600, 1200, now() FROM made`,
    [kind],
  );
}
