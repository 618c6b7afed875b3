/** Stores the collections of other servers. */
import { statement } from '../../statement.ts';

/** Returns no row if another account had the collection before. */
export const upsertRemoteCollection = statement<
  { id: number },
  [
    accountId: number,
    iri: string,
    url: string | null,
    name: string,
    description: string,
    visibility: 'public' | 'unlisted',
  ]
>(
  'upsert_remote_collection',
  `INSERT INTO collection AS c (account_id, iri, url, name, description, visibility, fetched_at)
   VALUES ($1, $2, $3, $4, $5, $6::visibility, now())
   ON CONFLICT (iri) DO UPDATE SET url = excluded.url, name = excluded.name, description = excluded.description,
     visibility = excluded.visibility, fetched_at = now(), updated_at = now()
   WHERE c.account_id = excluded.account_id
   RETURNING id`,
);

/** Replaces the items by these, in this order, each with its note. */
export const replaceRemoteItems = statement<never, [collectionId: number, iris: string[], notes: string[]]>(
  'replace_remote_items',
  `WITH wanted AS (
     SELECT iri, note, place FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS given (iri, note, place)
   ), gone AS (
     DELETE FROM remote_collection_item WHERE collection_id = $1 AND iri <> ALL($2::text[])
   )
   INSERT INTO remote_collection_item (collection_id, iri, position, note)
   SELECT $1, iri, place, note FROM wanted ORDER BY place
   ON CONFLICT (collection_id, iri) DO UPDATE SET position = excluded.position, note = excluded.note`,
);

/** Marks the next unknown items as tried. Those that could not be fetched are tried again after a day. */
export const takeUnknownItems = statement<
  { iri: string },
  [collectionId: number, localPrefix: string, limit: number]
>(
  'take_unknown_items',
  `UPDATE remote_collection_item SET tried_at = now() WHERE id IN (
     SELECT r.id FROM remote_collection_item r
     WHERE r.collection_id = $1 AND NOT starts_with(r.iri, $2)
       AND (r.tried_at IS NULL OR r.tried_at < now() - interval '1 day')
       AND NOT EXISTS (SELECT 1 FROM eventable e WHERE e.iri = r.iri)
     ORDER BY r.position, r.id LIMIT $3)
   RETURNING iri`,
);

/** A collection of this account, and whether a member follows it. */
export const selectRemoteCollection = statement<
  { id: number; followed: boolean },
  [iri: string, accountId: number]
>(
  'select_remote_collection',
  `SELECT c.id, EXISTS (SELECT 1 FROM collection_follow f WHERE f.collection_id = c.id) AS followed
   FROM collection c WHERE c.iri = $1 AND c.account_id = $2`,
);

/** Without an account, whatever its owner. */
export const deleteRemoteCollectionRow = statement<{ id: number }, [iri: string, accountId: number | null]>(
  'delete_remote_collection_row',
  `DELETE FROM collection WHERE iri = $1 AND account_id = coalesce($2, account_id) RETURNING id`,
);

/** Those that nobody follows, a week after they were looked up. */
export const pruneRemoteCollections = statement<never, []>(
  'prune_remote_collections',
  `DELETE FROM collection c WHERE c.iri IS NOT NULL AND c.followers_count = 0 AND c.fetched_at < now() - interval '7 days'`,
);
