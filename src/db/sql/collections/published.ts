/** Lists the items of a local collection for other servers. */
import { statement } from '../../statement.ts';
import { visible } from '../items/visibility.ts';

const isAfter = `(i.position, i.id) > (
  coalesce((SELECT p.position FROM collection_item p WHERE p.id = $4 AND p.collection_id = $3), $4), 0)`;

/** Public and unlisted items in order, after the entry `after`. */
export const listCollectionIris = statement<
  { id: number; iri: string; note: string },
  [accountId: null, host: null, collectionId: number, after: number, limit: number]
>(
  'list_collection_iris',
  `SELECT i.id, e.iri, i.note FROM collection_item i
     JOIN eventable e ON e.id = i.eventable_id JOIN account a ON a.id = e.account_id
   WHERE i.collection_id = $3 AND e.iri IS NOT NULL AND ${visible('e', 'a', '$1', 'anonymous')} AND i.id <> $4 AND ${isAfter}
   ORDER BY i.position, i.id LIMIT $5`,
);
