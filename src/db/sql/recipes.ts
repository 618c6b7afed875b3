/** Statements on what belongs to recipes: bakings, forks, reviews, notes and share pictures. */
import { type Direction, inBothDirections, statement } from '../statement.ts';
import { itemCardColumns } from './discovery.ts';
import { fullItemSelect, ownItemsSql } from './items.ts';
import {
  cardColumns,
  isDisplayable,
  listed,
  mediaColumn,
  summaryColumns,
  unmuted,
  viewerColumns,
  visible,
} from './visibility.ts';

// Lists and counts preparations and bakings

const ownCooked = ownItemsSql({
  select: fullItemSelect,
  publications: '$10::publication[]',
  condition: `($8::timestamptz IS NULL OR e.prepared_at >= $8) AND ($9::timestamptz IS NULL OR e.prepared_at < $9)`,
});

export const listCooked = inBothDirections(
  'list_cooked',
  ['viewerId?', 'host?', 'accountId', 'type', 'above', 'below', 'limit', 'from?', 'until?', 'publications?'],
  ownCooked,
);

/** Locks a recipe that the viewer may see against deletion until the transaction ends. */
export const lockVisibleRecipe = statement(
  'lock_visible_recipe',
  ['viewerId?', 'host?', 'id'],
  `SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id = $3 AND e.type = 'recipe' AND ${visible()} FOR KEY SHARE OF e`,
);

// Reads the forks of a recipe, and the tree that they form

const columns = `${summaryColumns('e')}, ${cardColumns('a', 'account.')}, ${viewerColumns('e')},
  ${mediaColumn('e', 4)}`;

const list = (direction: Direction) => `
  SELECT ${columns}, e.forked_from_id AS "forkedFromId"
  FROM eventable e JOIN account a ON a.id = e.account_id
  WHERE e.forked_from_id = $3 AND e.id <> $3 AND e.id > $4 AND e.id < $5 AND e.publication = 'published'
    AND ${visible()}
    AND ${listed()} AND ${unmuted()}
  ORDER BY e.id ${direction} LIMIT $6`;

export const selectForks = inBothDirections(
  'select_forks',
  ['accountId?', 'host?', 'recipeId', 'above', 'below', 'limit'],
  list,
);

/** Returns the recipe with its originals, the farthest first. Stops at an original that the viewer may not see. */
export const selectForkAncestors = statement(
  'select_fork_ancestors',
  ['accountId?', 'host?', 'id', 'maxDistance'],
  `WITH RECURSIVE above AS (
     SELECT e.id, e.forked_from_id, 0 AS distance, ARRAY[e.id] AS path
     FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.id = $3 AND e.type = 'recipe' AND ${visible()}
     UNION ALL
     SELECT e.id, e.forked_from_id, above.distance + 1, above.path || e.id
     FROM above JOIN eventable e ON e.id = above.forked_from_id JOIN account a ON a.id = e.account_id
     WHERE above.distance < $4 AND e.id <> ALL(above.path) AND e.publication = 'published' AND ${visible()}
   )
   SELECT ${columns}, lead(e.id) OVER (ORDER BY above.distance) AS "forkedFromId"
   FROM above JOIN eventable e ON e.id = above.id JOIN account a ON a.id = e.account_id
   WHERE ${visible()} ORDER BY above.distance DESC`,
);

/**
 * Returns each fork after its original, the nearest levels first within the limit. Stops at forks that the viewer may
 * not see. A walk that meets a recipe again ends there.
 */
export const selectForkDescendants = statement(
  'select_fork_descendants',
  ['accountId?', 'host?', 'id', 'maxDepth', 'limit'],
  `WITH RECURSIVE below AS (
     SELECT $3::bigint AS id, NULL::bigint AS original, ARRAY[$3::bigint] AS path
     UNION ALL
     SELECT fork.id, below.id, below.path || fork.id
     FROM below CROSS JOIN LATERAL (
       SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
       WHERE e.forked_from_id = below.id AND e.id <> ALL(below.path) AND e.publication = 'published' AND ${visible()}
       ORDER BY e.id LIMIT $5
     ) fork
     WHERE cardinality(below.path) <= $4
   ), nearest AS MATERIALIZED (SELECT id, original, path FROM below OFFSET 1 LIMIT $5)
   SELECT ${columns}, nearest.original AS "forkedFromId"
   FROM nearest JOIN eventable e ON e.id = nearest.id JOIN account a ON a.id = e.account_id
   WHERE ${visible()} ORDER BY nearest.path`,
);

// Reads the pictures of what was cooked from a recipe

const ofCooked = (types: string, direction: Direction) => `
  SELECT m.id, m.key, m.state, m.description, m.content_type AS "contentType", m.width, m.height, m.blurhash,
    m.remote_url AS "remoteUrl", m.created_at AS "createdAt",
    e.id AS "eventableId", e.type AS "eventableType", e.recipe_id AS "recipeId", e.prepared_at AS "preparedAt",
    ${cardColumns('a', 'account.')}
  FROM medium m JOIN eventable e ON e.id = m.eventable_id JOIN account a ON a.id = e.account_id
  WHERE e.recipe_id = $3 AND e.type IN (${types}) AND ${isDisplayable('m')} AND m.id > $4 AND m.id < $5 AND ${visible()}
  ORDER BY m.id ${direction} LIMIT $6`;

export const selectBakingMedia = inBothDirections(
  'select_baking_media',
  ['viewerId?', 'host?', 'recipeId', 'above', 'below', 'limit'],
  (direction) => ofCooked("'baking'", direction),
);
export const selectCookedMedia = statement(
  'select_cooked_media',
  ['viewerId?', 'host?', 'recipeId', 'above', 'below', 'limit'],
  ofCooked("'baking', 'preparation'", 'DESC'),
);

// Writes and deletes private notes

export const upsertPrivateNote = statement(
  'upsert_private_note',
  ['accountId', 'recipeId', 'content'],
  `INSERT INTO private_note (account_id, eventable_id, content) VALUES ($1, $2, $3)
   ON CONFLICT (account_id, eventable_id) DO UPDATE SET content = excluded.content, updated_at = now()`,
);

/** Leaves an existing note as it is. */
export const insertPrivateNote = statement(
  'insert_private_note',
  ['accountId', 'recipeId', 'content'],
  `INSERT INTO private_note (account_id, eventable_id, content) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
);

export const deletePrivateNote = statement(
  'delete_private_note',
  ['accountId', 'recipeId'],
  `DELETE FROM private_note WHERE account_id = $1 AND eventable_id = $2`,
);

// Reads the reviews of a recipe: published cooked items with a rating, except those of the recipe's author

const reviews = (direction: Direction) => `
  SELECT ${itemCardColumns}, (e.visibility = 'public' AND a.indexable) AS indexable
  FROM eventable e JOIN account a ON a.id = e.account_id
  WHERE e.recipe_id = $3 AND e.rating IS NOT NULL AND e.id > $4 AND e.id < $5 AND e.publication = 'published'
    AND e.account_id <> (SELECT account_id FROM eventable WHERE id = $3) AND ${visible()} AND ${listed()}
      AND ${unmuted()}
  ORDER BY e.id ${direction} LIMIT $6`;

export const selectReviews = inBothDirections(
  'select_reviews',
  ['viewerId?', 'host?', 'recipeId', 'above', 'below', 'limit'],
  reviews,
);

// Finds what the share picture of a recipe shows, and records where the picture is stored

/**
 * Finds only local recipes that everybody may see.
 * `fingerprint`: Of the last attempt to draw it, null if there was none.
 * `key`: Null if that attempt failed.
 * `old`: True if the attempt was more than a day ago.
 */
export const selectShareable = statement(
  'select_shareable',
  ['viewerId?', 'host?', 'recipeId'],
  `SELECT e.name AS title, coalesce(nullif(a.name, ''), a.username) AS author, s.fingerprint, s.key,
     coalesce(s.made_at < now() - interval '1 day', false) AS old
   FROM eventable e JOIN account a ON a.id = e.account_id LEFT JOIN share_picture s ON s.eventable_id = e.id
   WHERE e.id = $3 AND e.type = 'recipe' AND a.host = '' AND ${visible('e', 'a', '$1', 'anonymous')}`,
  { notNull: ['title', 'author', 'old'] },
);

/** Returns the key of the picture that it replaces. */
export const upsertSharePicture = statement(
  'upsert_share_picture',
  ['recipeId', 'fingerprint', 'key?'],
  `WITH former AS (SELECT key FROM share_picture WHERE eventable_id = $1)
   INSERT INTO share_picture (eventable_id, fingerprint, key) VALUES ($1, $2, $3)
   ON CONFLICT (eventable_id)
   DO UPDATE SET fingerprint = excluded.fingerprint, key = excluded.key, made_at = now()
   RETURNING (SELECT key FROM former) AS former_key`,
);
