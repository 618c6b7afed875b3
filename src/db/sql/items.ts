/** Statements on single items and their parts. */
import type { SnakeCase } from '../../lib/text.ts';
import type { Eventable, Prisma } from '../generated/client.ts';
import { type AsDescribed, type Direction, inBothDirections, type Json, type RowOf, statement } from '../statement.ts';
import { responseVersion } from './versions.ts';
import {
  accountColumns,
  collectionIdsColumn,
  detailColumns,
  detailsColumn,
  eventableColumns,
  mediaColumn,
  originalColumn,
  parentColumns,
  privateNoteColumn,
  recipeIriColumn,
  statementPerViewer,
  type ViewerVariant,
  viewerColumns,
  visible,
} from './visibility.ts';

// Finds and locks the slugs of an account's recipes

/**
 * SQL: the first of `wanted`, `wanted-2`, `wanted-3` … that no recipe of the account has. Serializes the creation of
 * slugs, so that two recipes with the same name get different ones.
 */
export const freeSlugSql = (account: string, wanted: string): string => `(
     WITH taken AS MATERIALIZED (SELECT slug FROM taken_slugs(${account}, ${wanted}) AS slug)
     SELECT candidate FROM (
       SELECT 1 AS number, ${wanted} AS candidate
       UNION ALL
       SELECT number, ${wanted} || '-' || number FROM generate_series(2, (SELECT count(*) FROM taken) + 1) AS number
     ) AS candidates WHERE candidate NOT IN (SELECT slug FROM taken) ORDER BY number LIMIT 1)`;

export const selectFreeSlug = statement(
  'select_free_slug',
  ['accountId', 'wanted'],
  `SELECT ${freeSlugSql('$1::bigint', '$2::text')} AS slug`,
  { notNull: ['slug'] },
);

// Reads complete items and writes their own row

const rational = (column: string) =>
  `CASE WHEN i.${column}_num IS NOT NULL THEN json_build_object('numerator', i.${column}_num, 'denominator',
    i.${column}_den) END`;

/** Selects complete items. The caller adds at least `visible()`. */
const fullItemSelectFor = (variant: ViewerVariant, ...more: string[]): string => `
  SELECT ${[...more, eventableColumns('e', '', variant)]}, ${accountColumns('a', 'account.')},
    ${viewerColumns('e', '', variant)}, ${mediaColumn('e', 10)}, ${detailsColumn('e')},
    ${originalColumn('e', variant)}, ${recipeIriColumn('e', variant)}, ${collectionIdsColumn('e', variant)},
      ${privateNoteColumn('e', variant)},
    ${parentColumns('e', variant)},
    (SELECT coalesce(json_agg(json_build_object('accountId', ma.id, 'iri', ma.iri, 'handle', ma.handle, 'url', ma.url)
      ORDER BY ma.id), '[]')
     FROM mention m JOIN account ma ON ma.id = m.account_id
       WHERE m.eventable_id = e.id AND NOT m.silent) AS mentions,
    CASE WHEN e.type = 'status' THEN '[]'::json ELSE
    (SELECT coalesce(json_agg(json_build_object(
       'id', i.id, 'position', i.position, 'name', i.name, 'quantity', ${rational('quantity')},
       'quantityMax', ${rational('quantity_max')}, 'unit', i.unit, 'note', i.note, 'group', i.group_name,
       'optional', i.optional, 'scalable', i.scalable, 'originalText', i.original_text) ORDER BY i.position), '[]')
     FROM ingredient i WHERE i.eventable_id = e.id) END AS ingredients,
    CASE WHEN e.type = 'status' THEN '[]'::json ELSE
    (SELECT coalesce(json_agg(json_build_object(
       'id', s.id, 'position', s.position, 'name', s.name, 'content', s.content, 'contentHtml', s.content_html,
       'duration', s.duration, 'ingredientPositions', s.ingredient_positions) ORDER BY s.position), '[]')
     FROM step s WHERE s.eventable_id = e.id) END AS steps,
    CASE WHEN e.type = 'status' THEN '[]'::json ELSE
    (SELECT coalesce(json_agg(json_build_object(
       'stepId', l.step_id, 'id', t.id, 'type', t.type, 'name', coalesce(t.name, ''), 'slug', t.slug,
       'accountId', t.account_id, 'url', coalesce(t.url, t.iri, l.target_iri), 'iri', coalesce(t.iri, l.target_iri),
       'serving', l.serving) ORDER BY l.step_id, l.position), '[]')
     FROM step_link l LEFT JOIN (eventable t JOIN account ta ON ta.id = t.account_id) ON t.id = l.target_id
     WHERE l.source_id = e.id AND (t.id IS NULL OR ${visible('t', 'ta', '$1', variant)})) END AS links
  FROM eventable e JOIN account a ON a.id = e.account_id`;

export const fullItemSelect = fullItemSelectFor('any');

export const selectEventable = statementPerViewer(
  'select_eventable',
  ['id'],
  (variant) =>
    `${fullItemSelectFor(variant, responseVersion(variant))} WHERE e.id = $3 AND ${visible('e', 'a', '$1', variant)}`,
);

export const selectEventableByIri = statement(
  'select_eventable_by_iri',
  ['accountId?', 'host?', 'iri'],
  `${fullItemSelect} WHERE e.iri = $3 AND ${visible()}`,
);

export const selectRecipeBySlug = statementPerViewer(
  'select_recipe_by_slug',
  ['accountId', 'slug'],
  (variant) => `${fullItemSelectFor(variant, responseVersion(variant))}
   WHERE e.account_id = $3 AND e.slug = $4 AND e.type = 'recipe' AND ${visible('e', 'a', '$1', variant)}`,
);

interface OwnItems {
  select: string;
  /** Null stands for all but the trash. */
  publications: string;
  /** On `e`. */
  condition?: string;
}

/**
 * SQL for a page of the items of local account `$3`, of type `$4` or of all: above `$5`, below `$6`, at most `$7`. Each
 * type and state is read alone, in the order of the index eventable_own, so that drafts pass over no published items.
 */
export const ownItemsSql =
  ({ select, publications, condition = 'true' }: OwnItems) =>
  (direction: Direction): string =>
    `
  ${select} WHERE e.id = ANY(ARRAY(
     SELECT own.id
     FROM unnest(enum_range($4::eventable_type, $4)) AS wanted (type),
       unnest(coalesce(${publications}, '{draft,published}')) AS state (publication)
       CROSS JOIN LATERAL (
         SELECT e.id FROM eventable e
         WHERE e.account_id = $3 AND e.type = wanted.type AND e.publication = state.publication
           AND e.fetched_at IS NULL AND e.id > $5 AND e.id < $6 AND ${condition}
         ORDER BY e.id ${direction} LIMIT $7) own
     ORDER BY own.id ${direction} LIMIT $7)) AND ${visible()}
   ORDER BY e.id ${direction}`;

const ownItems = ownItemsSql({ select: fullItemSelect, publications: '$8::publication[]' });

export const listEventablesOf = inBothDirections(
  'list_eventables_of',
  ['accountId?', 'host?', 'accountId', 'type', 'above', 'below', 'limit', 'publications?'],
  ownItems,
);

const drafts = ownItemsSql({
  select: `SELECT e.id, e.type, e.name, coalesce(e.prepared_at, e.created_at) AS date
  FROM eventable e JOIN account a ON a.id = e.account_id`,
  publications: `'{draft}'::publication[]`,
});

/** `date`: When it was cooked, or when it was created. */
export const listDrafts = inBothDirections(
  'list_drafts',
  ['accountId?', 'host?', 'accountId', 'type?', 'above', 'below', 'limit'],
  drafts,
  { notNull: ['date'] },
);

export const selectType = statement('select_type', ['id'], `SELECT type FROM eventable WHERE id = $1`);

/** Returns those of the items that the viewer may see. */
export const selectVisibleIds = statement(
  'select_visible_ids',
  ['accountId?', 'host?', 'ids'],
  `SELECT e.id, e.type, e.account_id FROM eventable e JOIN account a ON a.id = e.account_id
    WHERE e.id = ANY($3::bigint[]) AND ${visible()}`,
);

/** Finds visible local items by IRI or page URL. */
export const selectVisibleAt = statement(
  'select_visible_at',
  ['accountId?', 'host?', 'urls'],
  `SELECT e.id, e.type, requested.url
   FROM unnest($3::text[]) AS requested (url)
     JOIN account a ON a.id = (SELECT account_id FROM eventable WHERE iri = requested.url)
       OR a.handle = split_part(split_part(requested.url, '/@', 2), '/', 1)
     JOIN eventable e ON e.account_id = a.id AND requested.url IN (e.iri, e.url)
   WHERE ${visible()}`,
  { notNull: ['url'] },
);

/** The fields of an item that every operation checks first. */
export type ItemHeader = RowOf<typeof selectItemHeader>;

export const headerSelect = `
  SELECT e.id, e.type, e.iri, e.account_id, a.iri AS author_iri, a.host AS author_host, e.visibility, e.publication,
    e.in_reply_to_id, e.context_iri, e.quote_iri, e.recipe_id, e.updated_at
  FROM eventable e JOIN account a ON a.id = e.account_id`;

export const selectItemHeader = statement(
  'select_item_header',
  ['accountId?', 'host?', 'id'],
  `${headerSelect} WHERE e.id = $3 AND ${visible()}`,
);

/** Locks the owner's item until the transaction ends. Returns no row for a trashed one. */
export const lockItemOfOwner = statement(
  'lock_item_of_owner',
  ['accountId', 'id', 'type'],
  `${headerSelect} WHERE e.id = $2 AND e.account_id = $1 AND e.type = $3::eventable_type AND e.publication <> 'trashed'
   FOR UPDATE OF e`,
);

export const lockItemByIri = statement('lock_item_by_iri', ['iri'], `${headerSelect} WHERE e.iri = $1 FOR UPDATE OF e`);

export const nextEventableId = statement(
  'next_eventable_id',
  [],
  `SELECT nextval(pg_get_serial_sequence('eventable', 'id'))::bigint AS id`,
  { notNull: ['id'] },
);

/** The columns that an insert writes. */
export const writtenColumns = [
  'type',
  'account_id',
  'iri',
  'url',
  'publication',
  'visibility',
  'slug',
  'name',
  'content',
  'content_html',
  'locale',
  'serving',
  'serving_type',
  'prepared_at',
  'rating',
  'recipe_id',
  'recipe_iri',
  'forked_from_id',
  'forked_from_iri',
  'in_reply_to_id',
  'in_reply_to_iri',
  'context_iri',
  'quote_iri',
  'remote_likes_count',
  'remote_boosts_count',
  'remote_replies_count',
  'sensitive',
  'spoiler_text',
  'source_url',
  'as_article',
  'prep_time',
  'cook_time',
  ...(Object.keys(detailColumns) as (keyof typeof detailColumns)[]),
  'tags',
  'hashtags',
  'created_at',
  'published_at',
  'updated_at',
  'edited_at',
  'fetched_at',
] as const satisfies (keyof Columns)[];

type Columns = { [Field in keyof Eventable as SnakeCase<Field>]: Value<Eventable[Field]> };
type Value<Type> = Prisma.JsonValue extends Type ? object | null : Type extends bigint ? number : Type;

/** What a row of an item is written from. */
export type ItemColumns = Pick<Columns, (typeof writtenColumns)[number]>;

type WrittenRow = Json<Partial<ItemColumns>>;

/** A null `id` creates one. Returns nothing if the IRI exists already. */
export const insertEventable = statement<'insert_eventable', AsDescribed, [id: number | null, row: WrittenRow]>(
  'insert_eventable',
  ['id?', 'row'],
  `INSERT INTO eventable (id, ${writtenColumns.join(', ')})
   SELECT coalesce($1, nextval('eventable_id_seq')), ${writtenColumns.map((name) => `r.${name}`).join(', ')}
   FROM jsonb_populate_record(NULL::eventable, $2::jsonb) r
   ON CONFLICT (iri) DO NOTHING RETURNING id`,
);

const immutable = new Set<string>(['type', 'account_id', 'iri', 'created_at', 'slug', 'publication']);

/** SQL assignments from row `r` for the columns that are keys of the JSON; the others stay. */
export const assignmentsFrom = (json: string): string =>
  `version = e.version + 1, ${writtenColumns
    .filter((name) => !immutable.has(name))
    .map((name) => `${name} = CASE WHEN ${json} ? '${name}' THEN r.${name} ELSE e.${name} END`)
    .join(', ')}`;

export const updateEventable = statement<'update_eventable', AsDescribed, [id: number, row: WrittenRow]>(
  'update_eventable',
  ['id', 'row'],
  `UPDATE eventable e SET ${assignmentsFrom('$2::jsonb')}
   FROM jsonb_populate_record(NULL::eventable, $2::jsonb) r WHERE e.id = $1`,
);

export const deleteEventable = statement(
  'delete_eventable',
  ['id'],
  `WITH pictures AS (DELETE FROM medium WHERE eventable_id = $1 RETURNING key)
   DELETE FROM eventable WHERE id = $1
   RETURNING (SELECT coalesce(array_agg(key), '{}') FROM pictures) AS media_keys`,
  { notNull: ['media_keys'] },
);

export const selectIdsByIri = statement(
  'select_ids_by_iri',
  ['iris'],
  `SELECT id, iri, type FROM eventable WHERE iri = ANY($1)`,
  { notNull: ['iri'] },
);

// Writes ingredients, steps, step links and mentions

export const countIngredients = statement(
  'count_ingredients',
  ['eventableId'],
  `SELECT count(*) AS count FROM ingredient WHERE eventable_id = $1`,
  { notNull: ['count'] },
);

/** Deleting a step also deletes its links. */
export const deleteParts = statement(
  'delete_parts',
  ['eventableId', 'ingredients', 'steps'],
  `WITH deleted AS (DELETE FROM ingredient WHERE eventable_id = $1 AND $2)
   DELETE FROM step WHERE eventable_id = $1 AND $3`,
);

/** SQL that inserts the ingredients of `items` (id, ingredients), a JSON array each. */
export const insertIngredientsSql = (items: string): string => `
   INSERT INTO ingredient (eventable_id, position, name, quantity_num, quantity_den, quantity_max_num, quantity_max_den,
     unit, note, group_name, optional, scalable, original_text)
   SELECT i.id, r.position, r.name, r.quantity_num, r.quantity_den, r.quantity_max_num, r.quantity_max_den,
     r.unit, r.note, r.group_name, r.optional, r.scalable, r.original_text
   FROM ${items} i, jsonb_to_recordset(i.ingredients) AS r (position int, name text, quantity_num bigint,
     quantity_den bigint, quantity_max_num bigint, quantity_max_den bigint, unit text, note text, group_name text,
     optional bool, scalable bool, original_text text)`;

export const insertIngredients = statement(
  'insert_ingredients',
  ['eventableId', 'rows'],
  insertIngredientsSql('(SELECT $1::bigint AS id, $2::jsonb AS ingredients)'),
);

/** SQL that inserts the steps of `items` (id, steps), a JSON array each, without their links. */
export const insertStepsSql = (items: string): string => `
     INSERT INTO step (eventable_id, position, name, content, content_html, duration, ingredient_positions)
     SELECT i.id, r.position, r.name, r.content, r.content_html, r.duration, r.ingredient_positions
     FROM ${items} i, jsonb_to_recordset(i.steps)
       AS r (position int, name text, content text, content_html text, duration int, ingredient_positions int[])
     RETURNING id, position`;

/** `links` refer to their step by `step_position`. Targets whose IRI is known get an id at once. */
export const insertSteps = statement(
  'insert_steps',
  ['eventableId', 'steps', 'links'],
  `WITH inserted AS (${insertStepsSql('(SELECT $1::bigint AS id, $2::jsonb AS steps)')}
   )
   INSERT INTO step_link (step_id, source_id, position, target_id, target_iri, serving)
   SELECT inserted.id, $1, l.position, coalesce(l.target_id, known.id), l.target_iri, l.serving
   FROM jsonb_to_recordset($3::jsonb) AS l(step_position int, position int, target_id bigint, target_iri text,
     serving int)
   JOIN inserted ON inserted.position = l.step_position
   LEFT JOIN eventable known ON known.iri = l.target_iri`,
);

/** Resolves pointers that other items already have to a new item. */
export const resolvePointers = statement(
  'resolve_pointers',
  ['id', 'iri', 'isRecipe'],
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
       state = CASE WHEN e.account_id = (SELECT account_id FROM eventable WHERE id = $1) THEN 'accepted' ELSE q.state
         END
     FROM eventable e WHERE e.quote_iri = $2 AND q.eventable_id = e.id AND q.quoted_id IS NULL
   )
   UPDATE eventable e SET
     recipe_id = CASE WHEN w.is_cooked THEN $1 ELSE e.recipe_id END,
     forked_from_id = CASE WHEN w.is_fork THEN $1 ELSE e.forked_from_id END,
     in_reply_to_id = CASE WHEN w.is_reply THEN $1 ELSE e.in_reply_to_id END
   FROM waiting w WHERE w.id = e.id`,
);

export const insertMentions = statement(
  'insert_mentions',
  ['eventableId', 'accountIds'],
  `WITH deleted AS (DELETE FROM mention WHERE eventable_id = $1 AND account_id <> ALL($2::bigint[]))
   INSERT INTO mention (eventable_id, account_id)
   SELECT $1, id FROM account WHERE id = ANY($2::bigint[]) ON CONFLICT DO NOTHING`,
);

/** Mentions of `silentIris` let them read the item; nobody is notified or shown of them. */
export const insertMentionsByIri = statement(
  'insert_mentions_by_iri',
  ['eventableId', 'iris', 'silentIris'],
  `INSERT INTO mention (eventable_id, account_id, silent)
   SELECT $1, id, iri <> ALL($2) FROM account WHERE iri = ANY($2 || $3)
   ON CONFLICT (eventable_id, account_id) DO UPDATE SET silent = false WHERE mention.silent AND NOT excluded.silent`,
);

export const selectMentionedIds = statement(
  'select_mentioned_ids',
  ['eventableId'],
  `SELECT account_id FROM mention WHERE eventable_id = $1`,
);

// Follows step links from item to item

/** Limits the breadth of the walk: more links at one depth are an attack, not a recipe. */
const maxItemsPerDepth = 500;

/**
 * Returns the item and the items of the same type that it links to, directly or indirectly, up to `depth` links away,
 * nearest first. Invisible items are neither returned nor followed; an invisible root returns nothing.
 *
 * Each recursion step is one depth and carries all ids visited so far, so cycles end.
 */
export const selectLinkedItems = statement(
  'select_linked',
  ['viewerId?', 'host?', 'rootId', 'type', 'depth', 'limit'],
  `WITH RECURSIVE walk (depth, reached, seen) AS (
     SELECT 0, ARRAY[e.id], ARRAY[e.id] FROM eventable e JOIN account a ON a.id = e.account_id
     WHERE e.id = $3 AND e.type = $4::eventable_type AND ${visible()}
     UNION ALL
     SELECT walk.depth + 1, next.ids, walk.seen || next.ids
     FROM walk CROSS JOIN LATERAL (
       SELECT array_agg(nearest.id) AS ids FROM (
         SELECT e.id
         FROM (SELECT DISTINCT target_id AS id FROM step_link WHERE source_id = ANY(walk.reached)) linked
           JOIN eventable e ON e.id = linked.id JOIN account a ON a.id = e.account_id
         WHERE e.id <> ALL(walk.seen) AND ${visible()}
         ORDER BY e.id LIMIT ${maxItemsPerDepth}
       ) nearest
     ) next
     WHERE walk.depth < $5 AND next.ids IS NOT NULL
   ), found AS (
     SELECT e.id, walk.depth FROM walk CROSS JOIN unnest(walk.reached) AS reached (id) JOIN eventable e USING (id)
     WHERE e.type = $4::eventable_type ORDER BY walk.depth, e.id LIMIT $6
   )
   ${fullItemSelect} JOIN found ON found.id = e.id WHERE ${visible()} ORDER BY found.depth, e.id`,
);
