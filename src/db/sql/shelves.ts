/** Statements on collections and what they hold; each names the owner, for nobody else has any business there. */
import { statement } from '../statement.ts';
import { cardColumns, mediaColumn, shortColumns, viewerColumns } from './columns.ts';
import { visible } from './visibility.ts';

export interface CollectionRow {
  id: number;
  name: string;
  description: string;
}

const columns = 'id, name, description';

const list = (direction: 'ASC' | 'DESC') => `
  SELECT ${columns} FROM collection WHERE account_id = $1 AND id > $2 AND id < $3 ORDER BY id ${direction} LIMIT $4`;
type Window = [ownerId: number, above: number, below: number, limit: number];

export const listCollections = statement<CollectionRow, Window>('list_collections', list('ASC'));
export const listCollectionsDescending = statement<CollectionRow, Window>(
  'list_collections_descending',
  list('DESC'),
);

export const selectCollection = statement<CollectionRow, [ownerId: number, id: number]>(
  'select_collection',
  `SELECT ${columns} FROM collection WHERE account_id = $1 AND id = $2`,
);

export const insertCollection = statement<
  { id: number },
  [ownerId: number, name: string, description: string]
>(
  'insert_collection',
  `INSERT INTO collection (account_id, name, description) VALUES ($1, $2, $3) RETURNING id`,
);

/** Null leaves what is there. */
export const updateCollection = statement<
  { id: number },
  [ownerId: number, id: number, name: string | null, description: string | null]
>(
  'update_collection',
  `UPDATE collection SET name = coalesce($3, name), description = coalesce($4, description)
   WHERE account_id = $1 AND id = $2 RETURNING id`,
);

/** Its entries go with it. */
export const deleteCollection = statement<{ id: number }, [ownerId: number, id: number]>(
  'delete_collection',
  `DELETE FROM collection WHERE account_id = $1 AND id = $2 RETURNING id`,
);

/** The entry, also when it was there before; nothing for an item or collection that is gone by now. */
export const insertCollectionItem = statement<
  { id: number },
  [ownerId: number, collectionId: number, eventableId: number]
>(
  'insert_collection_item',
  `WITH shelf AS (SELECT id FROM collection WHERE account_id = $1 AND id = $2 FOR KEY SHARE),
     item AS (SELECT id FROM eventable WHERE id = $3 FOR KEY SHARE)
   INSERT INTO collection_item (collection_id, eventable_id) SELECT shelf.id, item.id FROM shelf, item
   ON CONFLICT (collection_id, eventable_id) DO UPDATE SET eventable_id = excluded.eventable_id
   RETURNING id`,
);

export const deleteCollectionItem = statement<
  { id: number },
  [ownerId: number, collectionId: number, eventableId: number, type: string]
>(
  'delete_collection_item',
  `DELETE FROM collection_item i USING collection c, eventable e
   WHERE c.account_id = $1 AND c.id = $2 AND i.collection_id = c.id
     AND i.eventable_id = $3 AND e.id = i.eventable_id AND e.type = $4::eventable_type
   RETURNING i.id`,
);

const item = `
  SELECT i.id, ${shortColumns('e', 'object.')}, ${cardColumns('a', 'object.account.')},
    ${viewerColumns('e', 'object.')}, ${mediaColumn('e', 4, 'object.')}
  FROM collection_item i
  JOIN collection c ON c.id = i.collection_id AND c.account_id = $1
  JOIN eventable e ON e.id = i.eventable_id
  JOIN account a ON a.id = e.account_id
  WHERE ${visible()}`;

type Row = Record<string, unknown>;

export const selectCollectionItem = statement<Row, [ownerId: number, host: null, id: number]>(
  'select_collection_item',
  `${item} AND i.id = $3`,
);

const items = (direction: 'ASC' | 'DESC') =>
  `${item} AND c.id = $3 AND i.id > $4 AND i.id < $5 ORDER BY i.id ${direction} LIMIT $6`;
type ItemWindow = [
  ownerId: number,
  host: null,
  collectionId: number,
  above: number,
  below: number,
  limit: number,
];

export const listCollectionItems = statement<Row, ItemWindow>('list_collection_items', items('ASC'));
export const listCollectionItemsDescending = statement<Row, ItemWindow>(
  'list_collection_items_descending',
  items('DESC'),
);
