/** Statements on the revisions of items. */
import { camelCase } from '../../lib/text.ts';
import { type Direction, inBothDirections, type RowOf, statement } from '../statement.ts';
import { notificationLock } from './notifications.ts';
import { detailColumns, visible } from './visibility.ts';

// SQL that builds the state of a recipe, as revisions store it

const rational = (column: string) =>
  `CASE WHEN i.${column}_num IS NOT NULL THEN jsonb_build_object('numerator', i.${column}_num, 'denominator',
    i.${column}_den) END`;

/** Columns with the value that stands for nothing, or '' if that is null. */
const details: Record<string, string> = {
  serving: '',
  serving_type: '',
  prep_time: '',
  cook_time: '',
  source_url: '',
  ...detailColumns,
};

/** Empty details are left out, so that a state stays equal to itself when recipes get another detail. */
const stateDetails = `(SELECT jsonb_object_agg(key, value) FROM jsonb_each(jsonb_build_object(${Object.entries(details)
  .map(([name, empty]) => `'${camelCase(name)}', ${empty ? `nullif(e.${name}, ${empty})` : `e.${name}`}`)
  .join(', ')})) WHERE value <> 'null')`;

/** The `RecipeState` of item `e`. It has no links and no pictures: other people's items have a visibility of their own. */
export const recipeState = `jsonb_build_object(
  'name', e.name, 'description', e.content, 'details', ${stateDetails},
  'ingredients', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'quantity', ${rational('quantity')},
     'quantityMax', ${rational('quantity_max')}, 'unit', i.unit, 'note', i.note, 'group', i.group_name,
     'optional', i.optional, 'scalable', i.scalable, 'originalText', i.original_text) ORDER BY i.position), '[]')
   FROM ingredient i WHERE i.eventable_id = e.id),
  'steps', (SELECT coalesce(jsonb_agg(jsonb_build_object(
     'name', s.name, 'content', s.content, 'duration', s.duration) ORDER BY s.position), '[]')
   FROM step s WHERE s.eventable_id = e.id))`;

// Stores the states that edits replace, and notifies those who cooked the recipe

/** Returns no row for drafts and other items. */
export const selectRecipeState = statement(
  'select_recipe_state',
  ['id'],
  `SELECT ${recipeState}::text AS state, e.visibility
   FROM eventable e WHERE e.id = $1 AND e.type = 'recipe' AND e.publication = 'published'`,
  { notNull: ['state'] },
);

/** Edits of one sitting are one revision: its state is the one before the first of them. */
const sittingInterval = `interval '10 minutes'`;

/**
 * Compares the recipe with its state before an edit and keeps that state, unless the last revision began in the same
 * sitting. A sitting that changes nothing leaves no revision. Returns whether this edit changed the ingredients or
 * steps.
 */
export const insertRevision = statement(
  'insert_revision',
  ['eventableId', 'visibility', 'before', 'editedAt'],
  `WITH now_ AS MATERIALIZED (SELECT ${recipeState} AS state FROM eventable e WHERE e.id = $1),
   last AS MATERIALIZED (
     SELECT id, state FROM (
       SELECT * FROM revision WHERE eventable_id = $1 ORDER BY id DESC LIMIT 1
     ) AS newest WHERE created_at > now() - ${sittingInterval} AND visibility = $2::visibility
   ), undone AS (
     DELETE FROM revision v USING last, now_ WHERE v.id = last.id AND last.state = now_.state
   ), inserted AS (
     INSERT INTO revision (eventable_id, visibility, state, bytes, edited_at)
     SELECT $1, $2::visibility, $3::jsonb, octet_length($3::text), $4 FROM now_
     WHERE now_.state <> $3::jsonb AND NOT EXISTS (SELECT 1 FROM last)
   )
   SELECT now_.state -> 'ingredients' <> $3::jsonb -> 'ingredients'
     OR now_.state -> 'steps' <> $3::jsonb -> 'steps' AS cooking_changed
   FROM now_`,
  { notNull: ['cooking_changed'] },
);

/** Deletes the oldest revisions beyond the limits, but never the first state. */
export const deleteSurplusRevisions = statement(
  'delete_surplus_revisions',
  ['eventableId', 'maxRevisions', 'maxBytes'],
  `DELETE FROM revision WHERE id IN (
     SELECT id FROM (
       SELECT id, min(id) OVER () AS first, row_number() OVER newest AS place, sum(bytes) OVER newest AS total
       FROM revision WHERE eventable_id = $1 WINDOW newest AS (ORDER BY id DESC)
     ) AS kept WHERE id <> first AND (place >= $2 OR total > $3))`,
);

/** Restores revisions from an archive, the oldest first. */
export const insertRestoredRevisions = statement(
  'insert_restored_revisions',
  ['eventableId', 'rows'],
  `INSERT INTO revision (eventable_id, visibility, state, bytes, edited_at, created_at)
   SELECT $1, r.visibility, r.state, octet_length(r.state::text), r.edited_at, r.edited_at
   FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS (visibility visibility, state jsonb, edited_at timestamptz))
     WITH ORDINALITY AS r (visibility, state, edited_at, place) ORDER BY r.place`,
);

/** Local accounts that published a preparation or baking of the recipe, unless they wrote or may not see the recipe. */
const cooks = `
  SELECT r.id AS account_id, e.account_id AS actor_id
  FROM eventable e JOIN account a ON a.id = e.account_id JOIN account r ON r.id IN (
    SELECT c.account_id FROM eventable c
    WHERE c.recipe_id = e.id AND c.type IN ('preparation', 'baking') AND c.publication = 'published')
  WHERE e.id = $1 AND e.publication = 'published' AND r.host = '' AND r.deleted_at IS NULL AND r.id <> e.account_id
    AND ${visible('e', 'a', 'r.id')}`;

/** Call it before `insertChangeNotices`: an unread notification stays, a read one is replaced. */
export const deleteReadChangeNotices = statement(
  'delete_read_change_notices',
  ['eventableId'],
  `DELETE FROM notification WHERE eventable_id = $1 AND type = 'recipe_changed' AND read`,
);

export const insertChangeNotices = statement(
  'insert_change_notices',
  ['eventableId', 'host?'],
  `WITH cook AS MATERIALIZED (${cooks}),
   locked AS MATERIALIZED (SELECT cook.*, ${notificationLock('account_id')} FROM (SELECT * FROM cook
     ORDER BY account_id) AS cook)
   INSERT INTO notification (account_id, type, actor_id, eventable_id)
   SELECT account_id, 'recipe_changed', actor_id, $1 FROM locked
   ON CONFLICT DO NOTHING`,
);

// Reads the revisions of a recipe that a viewer may see

/** Each revision with the next state that the viewer may see. The author sees all of them. */
const shown = `
  SELECT v.id, v.edited_at AS "editedAt", v.state,
    coalesce(lead(v.state) OVER later, ${recipeState}) AS next, lead(v.id) OVER later AS "nextId"
  FROM revision v JOIN eventable e ON e.id = v.eventable_id JOIN account a ON a.id = e.account_id
  WHERE e.id = $3 AND e.type = 'recipe' AND ${visible()}
    AND (e.account_id = $1::bigint OR is_as_open(v.visibility, e.visibility))
  WINDOW later AS (ORDER BY v.id)`;

export type RevisionRow = RowOf<typeof selectRevisions.newest>;

const list = (direction: Direction) => `
  SELECT id, "editedAt", ARRAY(
    SELECT key FROM unnest(ARRAY['name', 'description', 'ingredients', 'steps',
      'details']) WITH ORDINALITY AS part (key, place)
    WHERE shown.state -> key IS DISTINCT FROM shown.next -> key ORDER BY place) AS changes
  FROM (${shown}) AS shown WHERE id > $4 AND id < $5 ORDER BY id ${direction} LIMIT $6`;

/** `changes`: The keys of the state that differ from the next one. */
export const selectRevisions = inBothDirections(
  'select_revisions',
  ['accountId?', 'host?', 'recipeId', 'above', 'below', 'limit'],
  list,
  { notNull: ['changes'] },
);

/** `nextId` is null if the next state is the recipe as it is. */
export const selectRevision = statement(
  'select_revision',
  ['accountId?', 'host?', 'recipeId', 'id'],
  `SELECT id, "editedAt", state, next, "nextId" FROM (${shown}) AS shown WHERE id = $4`,
);

/** All revisions of an account's recipes, the oldest first, for its archive. */
export const selectRevisionsToExport = statement(
  'select_revisions_to_export',
  ['eventableId'],
  `SELECT visibility::text AS visibility, state, edited_at AS "editedAt" FROM revision WHERE eventable_id = $1
    ORDER BY id`,
  { notNull: ['visibility'] },
);
