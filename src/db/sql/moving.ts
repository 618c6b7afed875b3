/** Statements on accounts that are carried from one server to another in a file. */
import { statement } from '../statement.ts';

export interface ExportRow {
  key: string;
  done: number;
  total: number;
  bytes: number;
  created_at: Date;
  finished_at: Date | null;
}

/** The one before comes to an end; nothing comes back while it is being made, for at most an hour. */
export const beginExport = statement<{ former_key: string | null }, [accountId: number, key: string]>(
  'begin_export',
  `WITH former AS (SELECT key FROM export WHERE account_id = $1)
   INSERT INTO export AS e (account_id, key) VALUES ($1, $2)
   ON CONFLICT (account_id) DO UPDATE SET
     key = excluded.key, done = 0, total = 0, bytes = 0, created_at = now(), finished_at = NULL
   WHERE e.finished_at IS NOT NULL OR e.created_at < now() - interval '1 hour'
   RETURNING (SELECT key FROM former) AS former_key`,
);

/** For a week. */
export const selectExport = statement<ExportRow, [accountId: number]>(
  'select_export',
  `SELECT key, done, total, bytes, created_at, finished_at FROM export
   WHERE account_id = $1 AND coalesce(finished_at, now()) > now() - interval '7 days'`,
);

/** Nothing comes back when it is wanted no more. */
export const noteExported = statement<{ key: string }, [key: string, done: number, total: number]>(
  'note_exported',
  `UPDATE export SET done = $2, total = $3 WHERE key = $1 AND finished_at IS NULL RETURNING key`,
);

export const finishExport = statement<{ key: string }, [key: string, bytes: number]>(
  'finish_export',
  `UPDATE export SET bytes = $2, finished_at = now() WHERE key = $1 AND finished_at IS NULL RETURNING key`,
);

/** Their files go as strays. */
export const pruneExports = statement<never, []>(
  'prune_exports',
  `DELETE FROM export WHERE coalesce(finished_at, created_at) < now() - interval '7 days'`,
);

/** An id for what bore one of these names elsewhere, the same for each of them from now on. */
export const reserveItem = statement<
  { eventable_id: number; made: boolean },
  [accountId: number, origin: string]
>(
  'reserve_item',
  `INSERT INTO imported_item AS i (account_id, origin, eventable_id) VALUES ($1, $2, nextval('eventable_id_seq'))
   ON CONFLICT (account_id, origin) DO UPDATE SET
     eventable_id = CASE WHEN i.made_at IS NOT NULL AND NOT EXISTS (SELECT FROM eventable e WHERE e.id = i.eventable_id)
       THEN excluded.eventable_id ELSE i.eventable_id END,
     made_at = CASE WHEN EXISTS (SELECT FROM eventable e WHERE e.id = i.eventable_id) THEN i.made_at END
   RETURNING eventable_id, made_at IS NOT NULL AS made`,
);

/** Items of the account that bear one of these names, here or where they came from. */
export const selectItemsNamed = statement<
  { origin: string; eventable_id: number },
  [accountId: number, origins: string[]]
>(
  'select_items_named',
  `SELECT i.origin, i.eventable_id FROM imported_item i JOIN eventable e ON e.id = i.eventable_id
   WHERE i.account_id = $1 AND i.origin = ANY($2::text[]) AND i.made_at IS NOT NULL`,
);

export const markItemMade = statement<never, [accountId: number, origin: string]>(
  'mark_item_made',
  `UPDATE imported_item SET made_at = now() WHERE account_id = $1 AND origin = $2`,
);

export const selectOrigins = statement<
  { origin: string; eventable_id: number },
  [accountId: number, ids: number[]]
>(
  'select_origins',
  `SELECT origin, eventable_id FROM imported_item
   WHERE account_id = $1 AND eventable_id = ANY($2::bigint[]) AND made_at IS NOT NULL ORDER BY origin LIMIT 1000`,
);

type Window = [accountId: number, above: number, limit: number];

/** Whom the account follows or asked to, as `name@host`; of those here the host is empty. */
export const listFollowedNames = statement<{ id: number; handle: string }, Window>(
  'list_followed_names',
  `SELECT a.id, a.handle FROM account a
   WHERE a.id > $2 AND a.handle IS NOT NULL AND a.deleted_at IS NULL AND (
     EXISTS (SELECT FROM follow f WHERE f.follower_id = $1 AND f.followee_id = a.id)
     OR EXISTS (SELECT FROM follow_request r WHERE r.requester_id = $1 AND r.target_id = a.id))
   ORDER BY a.id LIMIT $3`,
);

export const listBlockedNames = statement<{ id: number; handle: string }, Window>(
  'list_blocked_names',
  `SELECT a.id, a.handle FROM block b JOIN account a ON a.id = b.blocked_id
   WHERE b.blocker_id = $1 AND a.id > $2 AND a.handle IS NOT NULL ORDER BY a.id LIMIT $3`,
);

export const listLikedIris = statement<{ id: number; iri: string }, Window>(
  'list_liked_iris',
  `SELECT l.id, e.iri FROM "like" l JOIN eventable e ON e.id = l.eventable_id
   WHERE l.account_id = $1 AND l.id > $2 AND e.iri IS NOT NULL ORDER BY l.id LIMIT $3`,
);

export const listBoosts = statement<{ id: number; iri: string }, Window>(
  'list_boosts',
  `SELECT id, iri FROM boost WHERE account_id = $1 AND id > $2 AND iri IS NOT NULL ORDER BY id LIMIT $3`,
);

export const countItems = statement<{ total: number }, [accountId: number]>(
  'count_items',
  `SELECT count(*) AS total FROM eventable WHERE account_id = $1`,
);

export const listShelfItems = statement<
  {
    id: number;
    iri: string | null;
    eventable_id: number;
    type: 'recipe' | 'preparation' | 'baking' | 'status';
    own: boolean;
  },
  [accountId: number, collectionId: number, above: number, limit: number]
>(
  'list_shelf_items',
  `SELECT i.id, e.iri, e.id AS eventable_id, e.type, e.account_id = $1 AS own
   FROM collection_item i JOIN collection c ON c.id = i.collection_id JOIN eventable e ON e.id = i.eventable_id
   WHERE c.account_id = $1 AND c.id = $2 AND i.id > $3 ORDER BY i.id LIMIT $4`,
);
