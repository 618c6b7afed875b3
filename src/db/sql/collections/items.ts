/** Adds items to collections and lists the visible ones. Every statement checks the owner. */
import { statement } from '../../statement.ts';
import { cardColumns, mediaColumn, summaryColumns, viewerColumns } from '../items/columns.ts';
import { visible } from '../items/visibility.ts';

/** Returns the new or existing entry, or no row if the item or the collection does not exist. */
export const insertCollectionItem = statement<
  { id: number },
  [ownerId: number, collectionId: number, eventableId: number]
>(
  'insert_collection_item',
  `WITH target AS (SELECT id FROM collection WHERE account_id = $1 AND id = $2 FOR KEY SHARE),
     item AS (SELECT id FROM eventable WHERE id = $3 FOR KEY SHARE)
   INSERT INTO collection_item (collection_id, eventable_id) SELECT target.id, item.id FROM target, item
   ON CONFLICT (collection_id, eventable_id) DO UPDATE SET eventable_id = excluded.eventable_id
   RETURNING id`,
);

const item = `
  SELECT i.id, ${summaryColumns('e', 'object.')}, ${cardColumns('a', 'object.account.')},
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
type ItemCursorRange = [
  ownerId: number,
  host: null,
  collectionId: number,
  above: number,
  below: number,
  limit: number,
];

export const listCollectionItems = statement<Row, ItemCursorRange>('list_collection_items', items('ASC'));
export const listCollectionItemsDescending = statement<Row, ItemCursorRange>(
  'list_collection_items_descending',
  items('DESC'),
);
