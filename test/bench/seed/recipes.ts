/** Creates recipes with the skew of real ones, and indexes them as the server does. */
import { pool } from '../../../src/db/client.ts';
import { reindexRecipes } from '../../../src/domain/items/search-index.ts';
import { config } from '../../../src/lib/config.ts';
import { makeRecipe, randomNumbers } from './kitchen-words.ts';

const batchSize = 5_000;
const authors = 2_000;

/** Builds the two large indexes once at the end, which takes a tenth of the time. */
export async function seedSearchableRecipes(count: number): Promise<void> {
  const random = randomNumbers(7);
  await pool().query('SET statement_timeout = 0');
  await pool().query('DROP INDEX recipe_search_document_idx, eventable_search_newest');
  for (let done = 0; done < count; done += batchSize) {
    const recipes = Array.from({ length: Math.min(batchSize, count - done) }, () => makeRecipe(random, authors));
    await insertRecipes(recipes);
  }
  await reindexRecipes();
  await pool().query(
    `CREATE INDEX recipe_search_document_idx ON recipe_search USING gin (document) WITH (fastupdate = off)`,
  );
  await pool().query(
    `CREATE INDEX eventable_search_newest ON eventable
     USING gin (search_entry(id, type, locale, name, content)) WITH (gin_pending_list_limit = 256)`,
  );
  await pool().query('VACUUM ANALYZE recipe_search, eventable, ingredient, medium');
}

async function insertRecipes(recipes: ReturnType<typeof makeRecipe>[]): Promise<void> {
  await pool().query(
    `WITH authors AS MATERIALIZED (
       SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM account WHERE host = '' ORDER BY id LIMIT $3
     ), given AS MATERIALIZED (
       SELECT nextval('eventable_id_seq') AS id, r.* FROM jsonb_to_recordset($1::jsonb) AS r (author int, name text, content text,
         locale text, visibility visibility, seconds int, cooked int, tags text[], category text[], cuisine text[], diet text[],
         photo boolean, ingredients text[])
     ), made AS (
       INSERT INTO eventable (id, type, account_id, iri, url, slug, name, content, content_html, locale, visibility, serving,
         serving_type, prep_time, cook_time, cooked_count, tags, category, cuisine, diet)
       SELECT g.id, 'recipe', a.id, $2 || '/r/' || g.id, $2 || '/r/' || g.id, 'r-' || g.id, g.name, g.content, '<p>' || g.content || '</p>',
         g.locale, g.visibility, 4, 'servings', 300, g.seconds - 300, g.cooked, g.tags,
         g.category, g.cuisine, g.diet
       FROM given g JOIN authors a ON a.place = g.author
     ), pictures AS (
       INSERT INTO medium (account_id, eventable_id, state, key, description, content_type, width, height, used_at)
       SELECT a.id, g.id, 'ready', gen_random_uuid()::text, 'The dish', 'image/webp', 1600, 1200, now()
       FROM given g JOIN authors a ON a.place = g.author WHERE g.photo
     )
     INSERT INTO ingredient (eventable_id, position, name)
     SELECT g.id, i.place - 1, i.name FROM given g, unnest(g.ingredients) WITH ORDINALITY AS i (name, place)`,
    [JSON.stringify(recipes), config.baseUrl, authors],
  );
}
