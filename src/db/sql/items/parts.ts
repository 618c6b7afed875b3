/** Writes ingredients, steps, step links and mentions. */
import { type Json, statement } from '../../statement.ts';

export const countIngredients = statement<{ count: number }, [eventableId: number]>(
  'count_ingredients',
  `SELECT count(*) AS count FROM ingredient WHERE eventable_id = $1`,
);

/** Deleting a step also deletes its links. */
export const deleteParts = statement<never, [eventableId: number, ingredients: boolean, steps: boolean]>(
  'delete_parts',
  `WITH deleted AS (DELETE FROM ingredient WHERE eventable_id = $1 AND $2)
   DELETE FROM step WHERE eventable_id = $1 AND $3`,
);

type IngredientColumn =
  | `quantity_${'num' | 'den' | 'max_num' | 'max_den'}`
  | 'position'
  | 'name'
  | 'unit'
  | 'note'
  | 'group_name'
  | 'optional'
  | 'scalable'
  | 'original_text';

export const insertIngredients = statement<
  never,
  [eventableId: number, rows: Json<Record<IngredientColumn, unknown>[]>]
>(
  'insert_ingredients',
  `INSERT INTO ingredient (eventable_id, position, name, quantity_num, quantity_den, quantity_max_num, quantity_max_den,
     unit, note, group_name, optional, scalable, original_text)
   SELECT $1, r.position, r.name, r.quantity_num, r.quantity_den, r.quantity_max_num, r.quantity_max_den,
     r.unit, r.note, r.group_name, r.optional, r.scalable, r.original_text
   FROM jsonb_populate_recordset(NULL::ingredient, $2::jsonb) r`,
);

type StepColumn = 'position' | 'name' | 'content' | 'content_html' | 'duration' | 'ingredient_positions';
type LinkColumn = 'step_position' | 'position' | 'target_id' | 'target_iri' | 'serving';

/** `links` refer to their step by `step_position`. Targets whose IRI is known get an id at once. */
export const insertSteps = statement<
  never,
  [
    eventableId: number,
    steps: Json<Record<StepColumn, unknown>[]>,
    links: Json<Record<LinkColumn, unknown>[]>,
  ]
>(
  'insert_steps',
  `WITH inserted AS (
     INSERT INTO step (eventable_id, position, name, content, content_html, duration, ingredient_positions)
     SELECT $1, r.position, r.name, r.content, r.content_html, r.duration, r.ingredient_positions
     FROM jsonb_populate_recordset(NULL::step, $2::jsonb) r
     RETURNING id, position
   )
   INSERT INTO step_link (step_id, source_id, position, target_id, target_iri, serving)
   SELECT inserted.id, $1, l.position, coalesce(l.target_id, known.id), l.target_iri, l.serving
   FROM jsonb_to_recordset($3::jsonb) AS l(step_position int, position int, target_id bigint, target_iri text, serving int)
   JOIN inserted ON inserted.position = l.step_position
   LEFT JOIN eventable known ON known.iri = l.target_iri`,
);

/** Resolves pointers that other items already have to a new item. */
export const resolvePointers = statement<never, [id: number, iri: string, isRecipe: boolean]>(
  'resolve_pointers',
  `WITH links AS (UPDATE step_link SET target_id = $1 WHERE target_iri = $2 AND target_id IS NULL),
   waiting AS MATERIALIZED (
     SELECT id, $3 AND recipe_iri IS NOT DISTINCT FROM $2 AND recipe_id IS NULL AS is_cooked,
       $3 AND forked_from_iri IS NOT DISTINCT FROM $2 AND forked_from_id IS NULL AS is_fork,
       in_reply_to_iri IS NOT DISTINCT FROM $2 AND in_reply_to_id IS NULL AS is_reply
     FROM eventable
     WHERE (recipe_iri = $2 OR forked_from_iri = $2 OR in_reply_to_iri = $2) AND id <> $1
     ORDER BY id FOR NO KEY UPDATE
   ), quotes AS (
     UPDATE quote q SET quoted_id = $1, updated_at = now(),
       state = CASE WHEN e.account_id = (SELECT account_id FROM eventable WHERE id = $1) THEN 'accepted' ELSE q.state END
     FROM eventable e WHERE e.quote_iri = $2 AND q.eventable_id = e.id AND q.quoted_id IS NULL
   )
   UPDATE eventable e SET
     recipe_id = CASE WHEN w.is_cooked THEN $1 ELSE e.recipe_id END,
     forked_from_id = CASE WHEN w.is_fork THEN $1 ELSE e.forked_from_id END,
     in_reply_to_id = CASE WHEN w.is_reply THEN $1 ELSE e.in_reply_to_id END
   FROM waiting w WHERE w.id = e.id`,
);

export const insertMentions = statement<never, [eventableId: number, accountIds: number[]]>(
  'insert_mentions',
  `WITH deleted AS (DELETE FROM mention WHERE eventable_id = $1 AND account_id <> ALL($2::bigint[]))
   INSERT INTO mention (eventable_id, account_id)
   SELECT $1, id FROM account WHERE id = ANY($2::bigint[]) ON CONFLICT DO NOTHING`,
);

export const insertMentionsByIri = statement<never, [eventableId: number, iris: string[]]>(
  'insert_mentions_by_iri',
  `INSERT INTO mention (eventable_id, account_id)
   SELECT $1, id FROM account WHERE iri = ANY($2) ON CONFLICT DO NOTHING`,
);

export const selectMentionedIds = statement<{ account_id: number }, [eventableId: number]>(
  'select_mentioned_ids',
  `SELECT account_id FROM mention WHERE eventable_id = $1`,
);
