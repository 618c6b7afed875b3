/** Statements on the archive of an account. */
import { statement } from '../statement.ts';
import { isLive } from './ledger.ts';
import { visible } from './visibility.ts';

/** Replaces the previous export. Returns no row while one is being built, for at most an hour. */
export const beginExport = statement(
  'begin_export',
  ['accountId', 'key'],
  `WITH former AS (SELECT key FROM export WHERE account_id = $1)
   INSERT INTO export AS e (account_id, key) VALUES ($1, $2)
   ON CONFLICT (account_id) DO UPDATE SET
     key = excluded.key, done = 0, total = 0, bytes = 0, created_at = now(), finished_at = NULL
   WHERE e.finished_at IS NOT NULL OR e.created_at < now() - interval '1 hour'
   RETURNING (SELECT key FROM former) AS former_key`,
);

/** The stored files are deleted later as orphans. */
export const pruneExports = statement(
  'prune_exports',
  [],
  `DELETE FROM export WHERE coalesce(finished_at, created_at) < now() - interval '7 days'`,
);

/** Reserves an id for an item by its IRI on the old server. A deleted item gets a new id. */
export const reserveItemId = statement(
  'reserve_item_id',
  ['accountId', 'origin'],
  `INSERT INTO imported_item AS i (account_id, origin, eventable_id) VALUES ($1, $2, nextval('eventable_id_seq'))
   ON CONFLICT (account_id, origin) DO UPDATE SET
     eventable_id = CASE WHEN i.finished_at IS NOT NULL AND NOT EXISTS (SELECT FROM eventable e
       WHERE e.id = i.eventable_id)
       THEN excluded.eventable_id ELSE i.eventable_id END,
     finished_at = CASE WHEN EXISTS (SELECT FROM eventable e WHERE e.id = i.eventable_id) THEN i.finished_at END
   RETURNING eventable_id`,
);

/** Finds restored items that still exist by their IRIs on the old server. */
export const selectImportedItems = statement(
  'select_imported_items',
  ['accountId', 'origins'],
  `SELECT i.origin, i.eventable_id FROM imported_item i JOIN eventable e ON e.id = i.eventable_id
   WHERE i.account_id = $1 AND i.origin = ANY($2::text[]) AND i.finished_at IS NOT NULL`,
);

/** Handles of the accounts that the account follows or asked to follow. Handles of local accounts have no host. */
export const listFollowedHandles = statement(
  'list_followed_handles',
  ['accountId', 'above', 'limit'],
  `SELECT a.id, a.handle, NOT EXISTS (SELECT FROM follow f WHERE f.follower_id = $1 AND f.followee_id = a.id
    AND NOT f.shows_boosts)
     AND NOT EXISTS (SELECT FROM follow_request r WHERE r.requester_id = $1 AND r.target_id = a.id
       AND NOT r.shows_boosts) AS shows_boosts
   FROM account a
   WHERE a.id > $2 AND a.handle IS NOT NULL AND a.deleted_at IS NULL AND (
     EXISTS (SELECT FROM follow f WHERE f.follower_id = $1 AND f.followee_id = a.id)
     OR EXISTS (SELECT FROM follow_request r WHERE r.requester_id = $1 AND r.target_id = a.id))
   ORDER BY a.id LIMIT $3`,
  { notNull: ['handle', 'shows_boosts'] },
);

export const listBoosts = statement(
  'list_boosts',
  ['accountId', 'above', 'limit'],
  `SELECT b.id, s.id AS source_id FROM boost b JOIN source_activity s
     ON s.account_id = b.account_id AND s.eventable_id = b.eventable_id AND s.type = 'boost' AND ${isLive('s')}
   WHERE b.account_id = $1 AND b.id > $2 ORDER BY b.id LIMIT $3`,
);

/** IRIs of published items in collections of the account that it may see. */
export const listSavedIris = statement(
  'list_saved_iris',
  ['accountId', 'host?', 'above', 'limit'],
  `SELECT e.id, e.iri FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id > $3 AND e.iri IS NOT NULL AND e.publication = 'published' AND ${visible()}
     AND EXISTS (SELECT FROM collection c JOIN collection_item i ON i.collection_id = c.id
       WHERE c.account_id = $1 AND i.eventable_id = e.id)
   ORDER BY e.id LIMIT $4`,
  { notNull: ['iri'] },
);
