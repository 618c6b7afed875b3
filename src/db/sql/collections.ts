/** Statements on collections of members and their items. */
import { type Direction, type RowOf, statement } from '../statement.ts';
import {
  cardColumns,
  inBothDirectionsPerViewer,
  isDisplayable,
  listed,
  mediaColumn,
  mediumJson,
  statementPerViewer,
  summaryColumns,
  unblocked,
  unmuted,
  type ViewerVariant,
  viewerColumns,
  visible,
} from './visibility.ts';

// Builds the columns of collections, their entries, and who may see a collection

/** SQL: collection `c` of account `a` is visible for viewer `$1`. A block hides it both ways. */
export const isCollectionVisible = (
  variant?: ViewerVariant,
): string => `(a.suspended_at IS NULL AND a.deleted_at IS NULL
  AND (c.account_id = $1 OR (c.visibility IN ('public', 'unlisted') AND ${unblocked('c.account_id', '$1', variant)})))`;

/** SQL: the entries of a collection. Items of a remote one are listed once this server has them. */
const entriesOf = (collectionId: string): string => `(
  SELECT i.id, i.eventable_id, i.position, i.note, i.created_at FROM collection_item i
  WHERE i.collection_id = ${collectionId}
  UNION ALL
  SELECT r.id, x.id, r.position, r.note, r.created_at FROM remote_collection_item r JOIN eventable x ON x.iri = r.iri
  WHERE r.collection_id = ${collectionId})`;

/** SQL: the entries, sorted before anything of their items is read, of which only the first may be needed. */
const inOrder = (collectionId: string): string =>
  `(SELECT * FROM ${entriesOf(collectionId)} entries ORDER BY position, id OFFSET 0)`;

/**
 * SQL: the collection still has the item. Others' collections lose an item that becomes a draft, which its author could
 * see there until a job has deleted the entries.
 */
const isKept = (owner: string): string => `(e.publication = 'published' OR ${owner} = $1)`;
/** SQL: the owner of the collection `$3`. */
const owner = '(SELECT account_id FROM collection WHERE id = $3)';

/** The chosen picture, else the first one of the first visible item that has one. */
const cover = (variant?: ViewerVariant) => `coalesce(
  (SELECT ${mediumJson} FROM medium m LEFT JOIN (eventable e
    JOIN account ea ON ea.id = e.account_id) ON e.id = m.eventable_id
   WHERE m.id = c.cover_id AND ${isDisplayable('m')} AND (m.eventable_id IS NULL
     OR ${visible('e', 'ea', '$1', variant)})),
  (SELECT ${mediumJson} FROM ${inOrder('c.id')} i
     CROSS JOIN LATERAL (
       SELECT * FROM medium p WHERE p.eventable_id = i.eventable_id AND ${isDisplayable('p')}
       ORDER BY p.position, p.id LIMIT 1) m
     CROSS JOIN LATERAL (SELECT * FROM eventable WHERE id = i.eventable_id OFFSET 0) e
     CROSS JOIN LATERAL (SELECT * FROM account WHERE id = e.account_id OFFSET 0) ea
   WHERE NOT e.sensitive AND ${visible('e', 'ea', '$1', variant)} AND ${isKept('c.account_id')}
   ORDER BY i.position, i.id LIMIT 1))`;

/**
 * Counts only what the viewer may see, so that the count reveals nothing about other items. Open items of one author are
 * judged together, others one by one.
 */
const itemsCount = (variant?: ViewerVariant) => `(
  SELECT coalesce(sum(e.items), 0)::bigint FROM (
    SELECT min(x.id) AS id, x.account_id, x.publication, x.visibility, count(*) AS items
    FROM ${entriesOf('c.id')} i JOIN eventable x ON x.id = i.eventable_id
    GROUP BY x.account_id, x.publication, x.visibility,
      CASE WHEN x.visibility NOT IN ('public', 'unlisted') THEN x.id END
  ) e JOIN account ea ON ea.id = e.account_id
  WHERE ${visible('e', 'ea', '$1', variant)} AND ${isKept('c.account_id')})`;

/** The columns of collection `c` of account `a`. `$1` and `$2` are those of `visible`. */
export const collectionColumns = (
  variant?: ViewerVariant,
): string => `c.id, c.name, c.description, c.visibility, c.iri, c.url,
  c.cover_id AS "coverId", c.followers_count AS "followersCount", c.created_at AS "createdAt",
    c.updated_at AS "updatedAt",
  ${itemsCount(variant)} AS "itemsCount", ${cover(variant)} AS cover,
  ($1::bigint IS NOT NULL AND EXISTS (
    SELECT 1 FROM collection_follow f WHERE f.collection_id = c.id AND f.account_id = $1)) AS following,
  ${cardColumns('a', 'account.')}`;

// Reads collections for a viewer

const from = (variant?: ViewerVariant) =>
  `SELECT ${collectionColumns(variant)} FROM collection c JOIN account a ON a.id = c.account_id`;

export const selectCollection = statementPerViewer(
  'select_collection',
  ['id'],
  (variant) => `${from(variant)} WHERE c.id = $3 AND ${isCollectionVisible(variant)}`,
);

/** By IRI or page URL of a remote collection. */
export const selectRemoteCollectionAt = statement(
  'select_remote_collection_at',
  ['accountId?', 'host?', 'url'],
  `${from()} WHERE c.id IN (SELECT id FROM collection WHERE iri = $3 UNION SELECT id FROM collection WHERE url = $3)
     AND ${isCollectionVisible()}
   ORDER BY c.id LIMIT 1`,
);

/** Other accounts see the public ones; the owner sees all. */
const ofAccount = (direction: Direction) => (variant: ViewerVariant) =>
  `
  ${from(variant)} WHERE c.account_id = $3 AND c.id > $4 AND c.id < $5 AND ${isCollectionVisible(variant)}
    AND (c.account_id = $1 OR c.visibility = 'public')
  ORDER BY c.id ${direction} LIMIT $6`;

export const listCollectionsOf = inBothDirectionsPerViewer(
  'list_collections_of',
  ['accountId', 'above', 'below', 'limit'],
  ofAccount,
);

/** Public ones of local, discoverable accounts that have items, newest first. */
export const listNewestCollections = statementPerViewer(
  'list_newest_collections',
  ['limit'],
  (variant) => `${from(variant)}
   WHERE c.visibility = 'public' AND a.host = '' AND a.discoverable AND ${listed('a', '$1', variant)}
     AND ${unmuted('a', '$1', variant)} AND ${isCollectionVisible(variant)}
     AND EXISTS (SELECT 1 FROM collection_item i WHERE i.collection_id = c.id)
   ORDER BY c.id DESC LIMIT $3`,
);

/** The ids and names of the own collections of an account, which forms and archives need. */
export const listCollectionNames = statement(
  'list_collection_names',
  ['accountId'],
  `SELECT id, name FROM collection WHERE account_id = $1 ORDER BY id`,
);

// Adds items to collections, orders them and lists the visible ones. Every write checks the owner.

/** Returns the new or existing entry, or no row if the item or the collection does not exist. */
export const insertCollectionItem = statement(
  'insert_collection_item',
  ['ownerId', 'collectionId', 'eventableId', 'note'],
  `WITH target AS (SELECT id FROM collection WHERE account_id = $1 AND id = $2 FOR KEY SHARE),
     item AS (SELECT id FROM eventable WHERE id = $3 FOR KEY SHARE),
     entry AS (SELECT nextval('collection_item_id_seq') AS id)
   INSERT INTO collection_item (id, position, collection_id, eventable_id, note)
   SELECT entry.id, entry.id, target.id, item.id, $4 FROM target, item, entry
   ON CONFLICT (collection_id, eventable_id) DO UPDATE SET eventable_id = excluded.eventable_id
   RETURNING id, xmax = 0 AS "isNew"`,
  { notNull: ['isNew'] },
);

export const countCollectionItems = statement(
  'count_collection_items',
  ['collectionId'],
  `SELECT count(*) AS count FROM collection_item WHERE collection_id = $1`,
  { notNull: ['count'] },
);

export const deleteCollectionItem = statement(
  'delete_collection_item',
  ['ownerId', 'collectionId', 'eventableId', 'type'],
  `DELETE FROM collection_item i USING collection c, eventable e
   WHERE c.id = i.collection_id AND c.account_id = $1 AND c.id = $2 AND e.id = i.eventable_id AND e.id = $3
     AND e.type = $4::eventable_type
   RETURNING e.iri, e.visibility`,
);

/** A null note stays as it is. `isChanged` compares with the note before. */
export const updateCollectionNote = statement(
  'update_collection_note',
  ['ownerId', 'collectionId', 'eventableId', 'type', 'note?'],
  `UPDATE collection_item i SET note = coalesce($5, i.note) FROM collection c, eventable e, collection_item b
   WHERE b.id = i.id AND c.id = i.collection_id AND c.account_id = $1 AND c.id = $2 AND e.id = i.eventable_id
     AND e.id = $3
     AND e.type = $4::eventable_type
   RETURNING i.id, e.iri, e.visibility, i.note <> b.note AS "isChanged"`,
  { notNull: ['isChanged'] },
);

/** In order, with items that the owner may no longer see. */
export const listOrder = statement(
  'list_order',
  ['collectionId'],
  `SELECT eventable_id FROM collection_item WHERE collection_id = $1 ORDER BY position, id`,
);

/** In order, without items that the owner may no longer see. */
export const listVisibleOrder = statement(
  'list_visible_order',
  ['ownerId', 'host?', 'collectionId'],
  `SELECT i.eventable_id FROM collection_item i JOIN eventable e ON e.id = i.eventable_id
    JOIN account a ON a.id = e.account_id
   WHERE i.collection_id = $3 AND ${visible('e', 'a', '$1', 'member')} ORDER BY i.position, i.id`,
);

/** Gives the positions that the entries have to the items in this order. It must name all of them. */
export const updateOrder = statement(
  'update_order',
  ['collectionId', 'eventableIds'],
  `WITH places AS (
     SELECT position, row_number() OVER (ORDER BY position, id) AS place FROM collection_item WHERE collection_id = $1
   )
   UPDATE collection_item i SET position = places.position
   FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted (eventable_id, place) JOIN places USING (place)
   WHERE i.collection_id = $1 AND i.eventable_id = wanted.eventable_id AND i.position <> places.position`,
);

const item = (entries: string, variant?: ViewerVariant) => `
  SELECT i.id, i.position, i.note, i.created_at AS "addedAt", ${summaryColumns('e', 'object.', variant)},
    ${cardColumns('a', 'object.account.')}, ${viewerColumns('e', 'object.', variant)}, ${mediaColumn('e', 4, 'object.')}
  FROM ${entries} i JOIN eventable e ON e.id = i.eventable_id JOIN account a ON a.id = e.account_id
  WHERE ${visible('e', 'a', '$1', variant)}`;

export const selectCollectionItem = statement(
  'select_collection_item',
  ['ownerId', 'host?', 'id'],
  `${item('collection_item')} AND i.id = $3
     AND EXISTS (SELECT 1 FROM collection c WHERE c.id = i.collection_id AND c.account_id = $1)`,
);

/** A cursor is the id of an entry. That of a removed one means the position at which it was added. */
const positionOf = (cursor: string) =>
  `coalesce((SELECT p.position FROM ${entriesOf('$3')} p WHERE p.id = ${cursor}), ${cursor})`;

const items = (direction: Direction) => (variant: ViewerVariant) =>
  `
  ${item(entriesOf('$3'), variant)} AND ${isKept(owner)}
    AND EXISTS (SELECT 1 FROM collection c JOIN account a ON a.id = c.account_id WHERE c.id = $3
      AND ${isCollectionVisible(variant)})
    AND i.position > ${positionOf('$4::bigint')} AND i.position < ${positionOf('$5::bigint')}
  ORDER BY i.position ${direction}, i.id ${direction} LIMIT $6`;

export const listCollectionItems = inBothDirectionsPerViewer(
  'list_collection_items',
  ['collectionId', 'above', 'below', 'limit'],
  items,
);

// Creates, changes and deletes local collections

/** Serialises the creation of collections of an account, so that the limit holds. */
export const lockCollections = statement(
  'lock_collections',
  ['accountId'],
  `SELECT pg_advisory_xact_lock(hashtextextended('collections', $1::bigint))`,
);

export const countCollections = statement(
  'count_collections',
  ['accountId'],
  `SELECT count(*) AS count FROM collection WHERE account_id = $1`,
  { notNull: ['count'] },
);

export const insertCollection = statement(
  'insert_collection',
  ['accountId', 'name', 'description', 'visibility', 'coverId?'],
  `INSERT INTO collection (account_id, name, description, visibility, cover_id)
   VALUES ($1, $2, $3, $4::visibility, $5) RETURNING id`,
);

export type OwnCollection = RowOf<typeof lockOwnCollection>;

/** Locks the collection until the transaction ends. */
export const lockOwnCollection = statement(
  'lock_own_collection',
  ['ownerId', 'id'],
  `SELECT id, account_id, visibility FROM collection WHERE account_id = $1 AND id = $2 FOR UPDATE`,
  { notNull: ['account_id'] },
);

/** Null leaves a column as it is. A private collection has no followers. */
export const updateCollectionRow = statement(
  'update_collection_row',
  ['id', 'name?', 'description?', 'visibility?', 'changesCover', 'coverId?'],
  `UPDATE collection SET name = coalesce($2, name), description = coalesce($3, description),
     visibility = coalesce($4::visibility, visibility),
     followers_count = CASE WHEN $4 = 'private' THEN 0 ELSE followers_count END, cover_id = CASE WHEN $5 THEN $6
       ELSE cover_id END,
     updated_at = greatest(now(), updated_at + interval '1 ms')
   WHERE id = $1`,
);

export const deleteCollectionRow = statement('delete_collection_row', ['id'], `DELETE FROM collection WHERE id = $1`);

/** Nobody sees a collection without an account, and another may be stored under its IRI. */
export const hideCollection = statement(
  'hide_collection',
  ['id'],
  `UPDATE collection SET account_id = NULL, cover_id = NULL, iri = NULL, url = NULL, visibility = 'private',
    followers_count = 0
   WHERE id = $1`,
);

/** Returns no row if nobody hid the collection or made it private. */
export const lockUnsharedCollection = statement(
  'lock_unshared_collection',
  ['id'],
  `SELECT account_id IS NULL AS is_deleted FROM collection WHERE id = $1 AND visibility = 'private' FOR UPDATE`,
  { notNull: ['is_deleted'] },
);

/** A picture of the account that may be shown: of one of its items, or of none. */
export const selectOwnCover = statement(
  'select_own_cover',
  ['accountId', 'mediumId'],
  `SELECT m.id FROM medium m WHERE m.id = $2 AND m.account_id = $1 AND m.state = 'ready'
     AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = $1 AND m.key IN (a.avatar_key, a.header_key)) FOR KEY SHARE`,
);

// Lists what was added to a collection last, for its feed

/** Visible items, the last added first. */
export const listNewestEntries = statement(
  'list_newest_entries',
  ['accountId?', 'host?', 'collectionId', 'limit'],
  `SELECT e.id FROM ${entriesOf('$3')} i JOIN eventable e ON e.id = i.eventable_id JOIN account a ON a.id = e.account_id
   WHERE ${visible()} AND ${isKept(owner)} ORDER BY i.created_at DESC, i.id DESC LIMIT $4`,
);

// Lists the items of a local collection for other servers

const isAfter = `(i.position, i.id) > (
  coalesce((SELECT p.position FROM collection_item p WHERE p.id = $4 AND p.collection_id = $3), $4), 0)`;

/** Public and unlisted items in order, after the entry `after`. */
export const listCollectionIris = statement(
  'list_collection_iris',
  ['accountId?', 'host?', 'collectionId', 'after', 'limit'],
  `SELECT i.id, e.iri, i.note FROM collection_item i
     JOIN eventable e ON e.id = i.eventable_id JOIN account a ON a.id = e.account_id
   WHERE i.collection_id = $3 AND e.iri IS NOT NULL AND ${visible('e', 'a', '$1', 'anonymous')} AND i.id <> $4
     AND ${isAfter}
   ORDER BY i.position, i.id LIMIT $5`,
  { notNull: ['iri'] },
);

// Reads the recipes in the collections of a member

/** Those that were added last come first. */
export const selectSavedRecipes = statement(
  'select_saved_recipes',
  ['accountId', 'host?', 'limit'],
  `WITH saved AS (
     SELECT i.eventable_id, max(i.id) AS place
     FROM collection c JOIN collection_item i ON i.collection_id = c.id
     WHERE c.account_id = $1 GROUP BY i.eventable_id
   )
   SELECT e.id, e.url, e.iri, e.slug, a.handle, a.host, coalesce(e.edited_at, e.published_at) AS "changedAt"
   FROM saved JOIN eventable e ON e.id = saved.eventable_id JOIN account a ON a.id = e.account_id
   WHERE e.type = 'recipe' AND e.publication = 'published' AND ${visible()}
   ORDER BY saved.place DESC LIMIT $3`,
  { notNull: ['changedAt'] },
);

// Reads the collections of an account for its archive, and restores their covers

/** `is_loose`: The cover belongs to no item, so its file is not in the archive yet. */
export const listCollectionsToArchive = statement(
  'list_collections_to_archive',
  ['accountId', 'above', 'limit'],
  `SELECT c.id, c.name, c.description, c.visibility, m.key AS cover_key, m.description AS cover_description,
     coalesce(m.id IS NOT NULL AND m.eventable_id IS NULL, false) AS is_loose
   FROM collection c LEFT JOIN medium m ON m.id = c.cover_id AND m.state = 'ready'
   WHERE c.account_id = $1 AND c.id > $2 ORDER BY c.id LIMIT $3`,
  { notNull: ['id', 'name', 'description', 'visibility', 'is_loose'] },
);

/** In order. The id is the position. */
export const listEntriesToArchive = statement(
  'list_entries_to_archive',
  ['collectionId', 'above', 'limit'],
  `SELECT i.position AS id, e.id AS item_id, e.type, e.iri, e.account_id, i.note
   FROM collection_item i JOIN eventable e ON e.id = i.eventable_id
   WHERE i.collection_id = $1 AND i.position > $2 ORDER BY i.position LIMIT $3`,
);

/** The picture may still be processed. */
export const restoreCover = statement(
  'restore_cover',
  ['accountId', 'id', 'mediumId'],
  `UPDATE collection SET cover_id = $3 WHERE account_id = $1 AND id = $2 AND cover_id IS NULL`,
);
