/** Reads collections for a viewer. */
import { statement } from '../../statement.ts';
import { unmuted } from '../items/unmuted.ts';
import { statementPerViewer } from '../items/viewer-variants.ts';
import { listed, type ViewerVariant } from '../items/visibility.ts';
import { collectionColumns, isCollectionVisible } from './columns.ts';

type Row = Record<string, unknown>;
type Viewer = [accountId: number | null, host: string | null];
type CursorRange = [above: number, below: number, limit: number];

const from = (variant?: ViewerVariant) =>
  `SELECT ${collectionColumns(variant)} FROM collection c JOIN account a ON a.id = c.account_id`;

export const selectCollection = statementPerViewer<Row, [id: number]>(
  'select_collection',
  (variant) => `${from(variant)} WHERE c.id = $3 AND ${isCollectionVisible(variant)}`,
);

/** By IRI or page URL of a remote collection. */
export const selectRemoteCollectionAt = statement<Row, [...Viewer, url: string]>(
  'select_remote_collection_at',
  `${from()} WHERE c.id IN (SELECT id FROM collection WHERE iri = $3 UNION SELECT id FROM collection WHERE url = $3)
     AND ${isCollectionVisible()}
   ORDER BY c.id LIMIT 1`,
);

/** Other accounts see the public ones; the owner sees all. */
const ofAccount = (direction: 'ASC' | 'DESC') => (variant: ViewerVariant) =>
  `
  ${from(variant)} WHERE c.account_id = $3 AND c.id > $4 AND c.id < $5 AND ${isCollectionVisible(variant)}
    AND (c.account_id = $1 OR c.visibility = 'public')
  ORDER BY c.id ${direction} LIMIT $6`;

type OfAccount = [accountId: number, ...CursorRange];

export const listCollectionsOf = statementPerViewer<Row, OfAccount>('list_collections_of', ofAccount('ASC'));
export const listCollectionsOfDescending = statementPerViewer<Row, OfAccount>(
  'list_collections_of_descending',
  ofAccount('DESC'),
);

/** Public ones of local, discoverable accounts that have items, newest first. */
export const listNewestCollections = statementPerViewer<Row, [limit: number]>(
  'list_newest_collections',
  (variant) => `${from(variant)}
   WHERE c.visibility = 'public' AND a.host = '' AND a.discoverable AND ${listed('a', '$1', variant)} AND ${unmuted('a', '$1', variant)} AND ${isCollectionVisible(variant)}
     AND EXISTS (SELECT 1 FROM collection_item i WHERE i.collection_id = c.id)
   ORDER BY c.id DESC LIMIT $3`,
);

/** The ids and names of the own collections of an account, which forms and archives need. */
export const listCollectionNames = statement<{ id: number; name: string }, [accountId: number]>(
  'list_collection_names',
  `SELECT id, name FROM collection WHERE account_id = $1 ORDER BY id`,
);
