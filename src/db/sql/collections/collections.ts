/** Reads collections for a viewer. */
import { statement } from '../../statement.ts';
import { collectionColumns, isCollectionVisible } from './columns.ts';

type Row = Record<string, unknown>;
type Viewer = [accountId: number | null, host: string | null];
type CursorRange = [above: number, below: number, limit: number];

const from = `SELECT ${collectionColumns} FROM collection c JOIN account a ON a.id = c.account_id`;

export const selectCollection = statement<Row, [...Viewer, id: number]>(
  'select_collection',
  `${from} WHERE c.id = $3 AND ${isCollectionVisible}`,
);

/** By IRI or page URL of a remote collection. */
export const selectRemoteCollectionAt = statement<Row, [...Viewer, url: string]>(
  'select_remote_collection_at',
  `${from} WHERE c.id IN (SELECT id FROM collection WHERE iri = $3 UNION SELECT id FROM collection WHERE url = $3)
     AND ${isCollectionVisible}
   ORDER BY c.id LIMIT 1`,
);

/** Other accounts see the public ones; the owner sees all. */
const ofAccount = (direction: 'ASC' | 'DESC') => `
  ${from} WHERE c.account_id = $3 AND c.id > $4 AND c.id < $5 AND ${isCollectionVisible}
    AND (c.account_id = $1 OR c.visibility = 'public')
  ORDER BY c.id ${direction} LIMIT $6`;

type OfAccount = [...Viewer, accountId: number, ...CursorRange];

export const listCollectionsOf = statement<Row, OfAccount>('list_collections_of', ofAccount('ASC'));
export const listCollectionsOfDescending = statement<Row, OfAccount>(
  'list_collections_of_descending',
  ofAccount('DESC'),
);

/** The ids and names of the own collections of an account, which forms and archives need. */
export const listCollectionNames = statement<{ id: number; name: string }, [accountId: number]>(
  'list_collection_names',
  `SELECT id, name FROM collection WHERE account_id = $1 ORDER BY id`,
);
