/** Statements on likes: the unique constraint is their idempotence. */
import { statement } from '../statement.ts';

/** The counter changes only with the row that won; nothing happens to an item that is gone or a draft by now. */
export const insertLike = statement<{ id: number }, [accountId: number, eventableId: number, iri: string]>(
  'insert_like',
  `WITH item AS (
     SELECT id FROM eventable WHERE id = $2 AND publication = 'published' FOR KEY SHARE
   ), won AS (
     INSERT INTO "like" (account_id, eventable_id, iri) SELECT $1, id, $3 FROM item
     ON CONFLICT DO NOTHING RETURNING id
   ), counted AS (
     UPDATE eventable SET likes_count = likes_count + 1 WHERE id = $2 AND EXISTS (SELECT 1 FROM won)
   ) SELECT id FROM won`,
);

export const deleteLike = statement<{ iri: string | null }, [accountId: number, eventableId: number]>(
  'delete_like',
  `WITH gone AS (
     DELETE FROM "like" WHERE account_id = $1 AND eventable_id = $2 RETURNING iri
   ), counted AS (
     UPDATE eventable SET likes_count = greatest(0, likes_count - 1) WHERE id = $2 AND EXISTS (SELECT 1 FROM gone)
   ) SELECT iri FROM gone`,
);

/** Which like an Undo means: that of the IRI, else that of the account for the item named. */
export const selectLike = statement<
  { account_id: number; eventable_id: number },
  [iri: string, accountId: number, objectIri: string | null]
>(
  'select_like',
  `(SELECT account_id, eventable_id FROM "like" WHERE iri = $1)
   UNION ALL
   (SELECT l.account_id, l.eventable_id FROM "like" l JOIN eventable e ON e.id = l.eventable_id
    WHERE l.account_id = $2 AND e.iri = $3)
   LIMIT 1`,
);

export interface LikeRow {
  iri: string;
  account_id: number;
  eventable_iri: string;
  author_id: number;
  author_iri: string;
}

/** What another server is told of a like. */
export const findLike = statement<LikeRow, [id: number]>(
  'find_like',
  `SELECT l.iri, l.account_id, e.iri AS eventable_iri, e.account_id AS author_id, a.iri AS author_iri
   FROM "like" l JOIN eventable e ON e.id = l.eventable_id JOIN account a ON a.id = e.account_id
   WHERE l.id = $1 AND l.iri IS NOT NULL AND e.iri IS NOT NULL AND a.iri IS NOT NULL`,
);
