/** Adds items to collections, orders them and lists the visible ones. Every write checks the owner. */
import { statement } from '../../statement.ts';
import { cardColumns, mediaColumn, summaryColumns, viewerColumns } from '../items/columns.ts';
import { statementPerViewer } from '../items/viewer-variants.ts';
import { type ViewerVariant, visible } from '../items/visibility.ts';
import { entriesOf, isCollectionVisible } from './columns.ts';

type Visibility = 'public' | 'unlisted' | 'private' | 'direct';

/** Returns the new or existing entry, or no row if the item or the collection does not exist. */
export const insertCollectionItem = statement<
  { id: number; isNew: boolean },
  [ownerId: number, collectionId: number, eventableId: number, note: string]
>(
  'insert_collection_item',
  `WITH target AS (SELECT id FROM collection WHERE account_id = $1 AND id = $2 FOR KEY SHARE),
     item AS (SELECT id FROM eventable WHERE id = $3 FOR KEY SHARE),
     entry AS (SELECT nextval('collection_item_id_seq') AS id)
   INSERT INTO collection_item (id, position, collection_id, eventable_id, note)
   SELECT entry.id, entry.id, target.id, item.id, $4 FROM target, item, entry
   ON CONFLICT (collection_id, eventable_id) DO UPDATE SET eventable_id = excluded.eventable_id
   RETURNING id, xmax = 0 AS "isNew"`,
);

export const countCollectionItems = statement<{ count: number }, [collectionId: number]>(
  'count_collection_items',
  `SELECT count(*) AS count FROM collection_item WHERE collection_id = $1`,
);

export const deleteCollectionItem = statement<
  { iri: string | null; visibility: Visibility },
  [ownerId: number, collectionId: number, eventableId: number, type: string]
>(
  'delete_collection_item',
  `DELETE FROM collection_item i USING collection c, eventable e
   WHERE c.id = i.collection_id AND c.account_id = $1 AND c.id = $2 AND e.id = i.eventable_id AND e.id = $3
     AND e.type = $4::eventable_type
   RETURNING e.iri, e.visibility`,
);

/** A null note stays as it is. `isChanged` compares with the note before. */
export const updateCollectionNote = statement<
  { id: number; iri: string | null; visibility: Visibility; isChanged: boolean },
  [ownerId: number, collectionId: number, eventableId: number, type: string, note: string | null]
>(
  'update_collection_note',
  `UPDATE collection_item i SET note = coalesce($5, i.note) FROM collection c, eventable e, collection_item b
   WHERE b.id = i.id AND c.id = i.collection_id AND c.account_id = $1 AND c.id = $2 AND e.id = i.eventable_id AND e.id = $3
     AND e.type = $4::eventable_type
   RETURNING i.id, e.iri, e.visibility, i.note <> b.note AS "isChanged"`,
);

/** In order, with items that the owner may no longer see. */
export const listOrder = statement<{ eventable_id: number }, [collectionId: number]>(
  'list_order',
  `SELECT eventable_id FROM collection_item WHERE collection_id = $1 ORDER BY position, id`,
);

/** In order, without items that the owner may no longer see. */
export const listVisibleOrder = statement<
  { eventable_id: number },
  [ownerId: number, host: null, collectionId: number]
>(
  'list_visible_order',
  `SELECT i.eventable_id FROM collection_item i JOIN eventable e ON e.id = i.eventable_id JOIN account a ON a.id = e.account_id
   WHERE i.collection_id = $3 AND ${visible('e', 'a', '$1', 'member')} ORDER BY i.position, i.id`,
);

/** Gives the positions that the entries have to the items in this order. It must name all of them. */
export const updateOrder = statement<never, [collectionId: number, eventableIds: number[]]>(
  'update_order',
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

type Row = Record<string, unknown>;

export const selectCollectionItem = statement<Row, [ownerId: number, host: null, id: number]>(
  'select_collection_item',
  `${item('collection_item')} AND i.id = $3
     AND EXISTS (SELECT 1 FROM collection c WHERE c.id = i.collection_id AND c.account_id = $1)`,
);

/** A cursor is the id of an entry. That of a removed one means the position at which it was added. */
const positionOf = (cursor: string) =>
  `coalesce((SELECT p.position FROM ${entriesOf('$3')} p WHERE p.id = ${cursor}), ${cursor})`;

const items = (direction: 'ASC' | 'DESC') => (variant: ViewerVariant) =>
  `
  ${item(entriesOf('$3'), variant)}
    AND EXISTS (SELECT 1 FROM collection c JOIN account a ON a.id = c.account_id WHERE c.id = $3 AND ${isCollectionVisible(variant)})
    AND i.position > ${positionOf('$4::bigint')} AND i.position < ${positionOf('$5::bigint')}
  ORDER BY i.position ${direction}, i.id ${direction} LIMIT $6`;

type ItemCursorRange = [collectionId: number, above: number, below: number, limit: number];

export const listCollectionItems = statementPerViewer<Row, ItemCursorRange>(
  'list_collection_items',
  items('ASC'),
);
export const listCollectionItemsDescending = statementPerViewer<Row, ItemCursorRange>(
  'list_collection_items_descending',
  items('DESC'),
);
