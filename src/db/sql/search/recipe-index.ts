/** Writes what search reads of recipes. */
import { type Json, statement } from '../../statement.ts';

export interface IndexableRecipe {
  id: number;
  account_id: number;
  locale: string;
  tags: string[];
  category: string[];
  cuisine: string[];
  diet: string[];
  /** All times in seconds. */
  prep_time: number | null;
  cook_time: number | null;
  rest_time: number | null;
  total_time: number | null;
  ingredients: string[];
}

/** Returns those of the recipes that search may find: published ones. */
export const selectIndexableRecipes = statement<IndexableRecipe, [ids: number[]]>(
  'select_indexable_recipes',
  `SELECT e.id, e.account_id, e.locale, e.tags, coalesce(e.category, '{}') AS category,
     coalesce(e.cuisine, '{}') AS cuisine, coalesce(e.diet, '{}') AS diet, e.prep_time, e.cook_time, e.rest_time, e.total_time,
     ARRAY(SELECT i.name FROM ingredient i WHERE i.eventable_id = e.id ORDER BY i.position) AS ingredients
   FROM eventable e
   WHERE e.id = ANY($1::bigint[]) AND e.type = 'recipe' AND e.publication = 'published' AND e.visibility <> 'direct'`,
);

export interface IndexRow {
  id: number;
  total_time: number | null;
  ingredient_count: number;
  /** Names of ingredients, as words. */
  ingredients: string;
  /** What search filters by and counts. */
  terms: string[];
  /** What search only filters by. */
  marks: string[];
}

const words = (text: string, weight: string) =>
  `setweight(to_tsvector(search_config(e.locale), search_fold(left(${text}, 20000))), '${weight}')`;

/** Prefixes the words of a title, so that a query can ask for titles alone. */
const titleMarks = `ARRAY(SELECT '=n:' || lexeme FROM unnest(to_tsvector(search_config(e.locale), search_fold(e.name))))`;

/** 4,096 recipes share a bucket, so that a search can look through the newest ones first. */
export const bucketSize = 4096;

/** Replaces the rows of the recipes, and deletes those of recipes without a new row. */
export const writeRecipeIndex = statement<never, [ids: number[], rows: Json<IndexRow[]>]>(
  'write_recipe_index',
  `WITH given AS MATERIALIZED (
     SELECT * FROM jsonb_to_recordset($2::jsonb)
       AS g (id bigint, total_time int, ingredient_count int, ingredients text, terms text[], marks text[])
   ), gone AS (
     DELETE FROM recipe_search WHERE eventable_id = ANY($1::bigint[]) AND eventable_id <> ALL(ARRAY(SELECT id FROM given))
   ), fresh AS MATERIALIZED (
     SELECT e.id, coalesce(s.seq, nextval('recipe_search_seq_seq')) AS seq, e.account_id, e.visibility,
       EXISTS (SELECT 1 FROM medium m WHERE m.eventable_id = e.id AND m.state <> 'failed') AS has_photo,
       g.total_time, e.cooked_count, e.rating_count, e.rating_sum, g.ingredient_count, g.terms, g.marks,
       ${words('e.name', 'A')} || ${words('g.ingredients', 'B')} || ${words(`array_to_string(e.tags, ' ')`, 'C')} || ${words('e.content', 'D')} AS words,
       ${titleMarks} AS title
     FROM given g JOIN eventable e ON e.id = g.id
       LEFT JOIN recipe_search s ON s.eventable_id = e.id
   )
   INSERT INTO recipe_search (eventable_id, seq, account_id, visibility, has_photo, total_time, cooked_count,
     rating_count, rating_sum, ingredient_count, terms, document)
   SELECT id, seq, account_id, visibility, has_photo, total_time, cooked_count, rating_count, rating_sum,
     ingredient_count, terms,
     words || array_to_tsvector(title || ARRAY(SELECT '=' || mark FROM unnest(terms || marks) AS mark)
       || ARRAY['=all', '=b:' || seq / ${bucketSize}, cooked_tier(cooked_count)] || rating_terms(rating_count, rating_sum))
   FROM fresh ORDER BY id
   ON CONFLICT (eventable_id) DO UPDATE SET account_id = excluded.account_id, visibility = excluded.visibility,
     has_photo = excluded.has_photo, total_time = excluded.total_time, cooked_count = excluded.cooked_count,
     rating_count = excluded.rating_count, rating_sum = excluded.rating_sum, ingredient_count = excluded.ingredient_count,
     terms = excluded.terms, document = excluded.document`,
);

/** Returns the ids of the next recipes, published or not. */
export const selectNextRecipeIds = statement<{ id: number }, [after: number, limit: number]>(
  'select_next_recipe_ids',
  `SELECT id FROM eventable WHERE id > $1 AND type = 'recipe' ORDER BY id LIMIT $2`,
);
