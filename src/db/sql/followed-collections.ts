/** Statements on collections of other servers, and on follows of collections. */
import { type Direction, inBothDirections, statement } from '../statement.ts';
import { collectionColumns, isCollectionVisible } from './collections.ts';
import { blocksHost, unblocked } from './visibility.ts';

// Statements on who follows which collection

/** One follower per inbox on other servers, because a delivery to a shared inbox reaches all of its followers. */
export const listRemoteFollowers = statement(
  'list_remote_collection_followers',
  ['collectionId'],
  `SELECT DISTINCT ON (coalesce(a.shared_inbox, a.inbox, a.iri)) a.id
   FROM collection_follow f JOIN account a ON a.id = f.account_id
   WHERE f.collection_id = $1 AND f.sent_at IS NOT NULL
     AND a.host <> '' AND a.suspended_at IS NULL AND a.deleted_at IS NULL
   ORDER BY coalesce(a.shared_inbox, a.inbox, a.iri), a.id`,
);

/** Only Follows of other servers state when they were sent. */
export const selectHasRemoteFollower = statement(
  'select_has_remote_collection_follower',
  ['collectionId'],
  `SELECT EXISTS (SELECT 1 FROM collection_follow WHERE collection_id = $1 AND sent_at IS NOT NULL) AS found`,
  { notNull: ['found'] },
);

/** Stops counting at the limit. */
export const countCollectionFollows = statement(
  'count_collection_follows',
  ['collectionId', 'limit'],
  `SELECT count(*) AS count FROM (SELECT 1 FROM collection_follow WHERE collection_id = $1 LIMIT $2) AS few`,
  { notNull: ['count'] },
);

export const countFollowedCollections = statement(
  'count_followed_collections',
  ['accountId'],
  `SELECT count(*) AS count FROM collection_follow WHERE account_id = $1`,
  { notNull: ['count'] },
);

/**
 * Returns no row if the account follows it already, may not see it, or one of the two blocks the other or its server.
 * Nobody follows an own collection.
 */
export const insertCollectionFollow = statement(
  'insert_collection_follow',
  ['accountId', 'collectionId', 'iri?', 'sentAt?'],
  `INSERT INTO collection_follow (collection_id, account_id, iri, sent_at)
   SELECT c.id, $1, $3, $4 FROM collection c JOIN account a ON a.id = c.account_id JOIN account f ON f.id = $1
   WHERE c.id = $2 AND c.account_id <> $1 AND c.visibility IN ('public', 'unlisted')
     AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND ${unblocked('c.account_id')}
     AND NOT ${blocksHost('$1', 'a.host')} AND NOT ${blocksHost('c.account_id', 'f.host')}
   ON CONFLICT DO NOTHING RETURNING id`,
);

export const selectBlocksHost = statement(
  'select_blocks_host',
  ['accountId', 'host'],
  `SELECT ${blocksHost('$1', '$2::text')} AS blocks`,
  { notNull: ['blocks'] },
);

/**
 * Ends follows of collections between a member and accounts of a host, while the member blocks it. `iri` is null where
 * the follower is the remote account, which is not told.
 */
export const endCollectionFollowsWithHost = statement(
  'end_collection_follows_with_host',
  ['accountId', 'host', 'limit'],
  `DELETE FROM collection_follow f USING collection c
   WHERE c.id = f.collection_id AND f.id = ANY(ARRAY(
     SELECT own.id FROM collection_follow own JOIN collection oc ON oc.id = own.collection_id
       JOIN account a ON a.id = oc.account_id
     WHERE own.account_id = $1 AND a.host = $2 AND ${blocksHost('$1', '$2')}
     UNION ALL
     SELECT theirs.id FROM collection mc JOIN collection_follow theirs ON theirs.collection_id = mc.id
       JOIN account a ON a.id = theirs.account_id
     WHERE mc.account_id = $1 AND a.host = $2 AND ${blocksHost('$1', '$2')}
     LIMIT $3))
   RETURNING c.account_id AS owner_id, c.iri AS collection_iri, CASE WHEN f.account_id = $1 THEN f.iri END AS iri`,
);

/** Remembers the newest Follow of an account that followed before. Returns no row if it does not follow. */
export const renewCollectionFollow = statement(
  'renew_collection_follow',
  ['accountId', 'collectionId', 'iri', 'sentAt'],
  `UPDATE collection_follow SET iri = CASE WHEN sent_at > $4 THEN iri ELSE $3 END, sent_at = greatest(sent_at, $4)
   WHERE account_id = $1 AND collection_id = $2 RETURNING id`,
);

export const deleteCollectionFollow = statement(
  'delete_collection_follow',
  ['accountId', 'collectionId'],
  `DELETE FROM collection_follow WHERE account_id = $1 AND collection_id = $2 RETURNING iri`,
);

/** At most `limit`. Returns how many. */
export const deleteCollectionFollows = statement(
  'delete_collection_follows',
  ['collectionId', 'limit'],
  `WITH gone AS (
     DELETE FROM collection_follow WHERE id = ANY(ARRAY(SELECT id FROM collection_follow WHERE collection_id = $1
       LIMIT $2))
     RETURNING id
   )
   SELECT count(*) AS ended FROM gone`,
  { notNull: ['ended'] },
);

/** Ends the follow that began with this Follow, or any follow of the collection that was sent before its Undo. */
export const undoCollectionFollow = statement(
  'undo_collection_follow',
  ['accountId', 'iri', 'collectionId?', 'sentAt'],
  `DELETE FROM collection_follow
   WHERE account_id = $1 AND (iri = $2 OR (collection_id = $3 AND sent_at <= $4)) RETURNING id`,
);

/** Ends the follow of a local account that the owner rejects, by the IRI of the Follow or by the pair. */
export const rejectCollectionFollow = statement(
  'reject_collection_follow',
  ['ownerId', 'followIri?', 'followerIri?', 'collectionIri?'],
  `DELETE FROM collection_follow f USING collection c, account a
   WHERE c.id = f.collection_id AND c.account_id = $1 AND a.id = f.account_id AND a.host = ''
     AND (f.iri = $2 OR (a.iri = $3 AND c.iri = $4)) RETURNING f.id`,
);

/** The collection of the account that the Follow with this IRI is about. */
export const selectAnsweredFollow = statement(
  'select_answered_collection_follow',
  ['ownerId', 'followIri'],
  `SELECT c.iri FROM collection_follow f JOIN collection c ON c.id = f.collection_id
   WHERE c.account_id = $1 AND f.iri = $2`,
);

const followed = (direction: Direction) => `
  SELECT f.id AS "followId", ${collectionColumns('member')}
  FROM collection_follow f JOIN collection c ON c.id = f.collection_id JOIN account a ON a.id = c.account_id
  WHERE f.account_id = $1 AND f.id > $3 AND f.id < $4 AND ${isCollectionVisible('member')}
  ORDER BY f.id ${direction} LIMIT $5`;

export const listFollowedCollections = inBothDirections(
  'list_followed_collections',
  ['accountId', 'host?', 'above', 'below', 'limit'],
  followed,
);

// Stores the collections of other servers

/** Returns no row if another account had the collection before. */
export const upsertRemoteCollection = statement(
  'upsert_remote_collection',
  ['accountId', 'iri', 'url?', 'name', 'description', 'visibility'],
  `INSERT INTO collection AS c (account_id, iri, url, name, description, visibility, fetched_at)
   VALUES ($1, $2, $3, $4, $5, $6::visibility, now())
   ON CONFLICT (iri) DO UPDATE SET url = excluded.url, name = excluded.name, description = excluded.description,
     visibility = excluded.visibility, fetched_at = now(), updated_at = now()
   WHERE c.account_id = excluded.account_id
   RETURNING id`,
);

/** Replaces the items by these, in this order, each with its note. */
export const replaceRemoteItems = statement(
  'replace_remote_items',
  ['collectionId', 'iris', 'notes'],
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
export const takeUnknownItems = statement(
  'take_unknown_items',
  ['collectionId', 'localPrefix', 'limit'],
  `UPDATE remote_collection_item SET tried_at = now() WHERE id IN (
     SELECT r.id FROM remote_collection_item r
     WHERE r.collection_id = $1 AND NOT starts_with(r.iri, $2)
       AND (r.tried_at IS NULL OR r.tried_at < now() - interval '1 day')
       AND NOT EXISTS (SELECT 1 FROM eventable e WHERE e.iri = r.iri)
     ORDER BY r.position, r.id LIMIT $3)
   RETURNING iri`,
);

/** A collection of this account, and whether a member follows it. */
export const selectRemoteCollection = statement(
  'select_remote_collection',
  ['iri', 'accountId'],
  `SELECT c.id, EXISTS (SELECT 1 FROM collection_follow f WHERE f.collection_id = c.id) AS followed
   FROM collection c WHERE c.iri = $1 AND c.account_id = $2`,
  { notNull: ['followed'] },
);

/** Without an account, whatever its owner. */
export const lockRemoteCollection = statement(
  'lock_remote_collection',
  ['iri', 'accountId?'],
  `SELECT id FROM collection WHERE iri = $1 AND account_id = coalesce($2, account_id) FOR UPDATE`,
);

/** Those that nobody follows, a week after they were looked up. */
export const pruneRemoteCollections = statement(
  'prune_remote_collections',
  [],
  `DELETE FROM collection c WHERE c.iri IS NOT NULL AND c.followers_count = 0
    AND c.fetched_at < now() - interval '7 days'`,
);

// Stores where another server has the cover of its collection

/** Deletes the cover unless it has this URL. */
export const deleteOtherCover = statement(
  'delete_other_cover',
  ['collectionId', 'url?'],
  `DELETE FROM medium m USING collection c
   WHERE c.id = $1 AND m.id = c.cover_id AND m.remote_url IS DISTINCT FROM $2 RETURNING m.key, m.state`,
);

/** Describes the cover again if it is stored. Call it after `deleteOtherCover`. */
export const upsertRemoteCover = statement(
  'upsert_remote_cover',
  ['collectionId', 'key', 'url', 'description', 'contentType', 'width', 'height', 'blurhash?'],
  `WITH known AS (
     UPDATE medium m SET description = $4 FROM collection c WHERE c.id = $1 AND m.id = c.cover_id RETURNING m.id
   ), made AS (
     INSERT INTO medium (account_id, key, remote_url, description, content_type, width, height, blurhash)
     SELECT c.account_id, $2, $3, $4, $5, $6, $7, $8 FROM collection c JOIN account a ON a.id = c.account_id
     WHERE c.id = $1 AND NOT a.media_rejected AND NOT EXISTS (SELECT 1 FROM known) RETURNING id
   )
   UPDATE collection SET cover_id = made.id FROM made WHERE collection.id = $1`,
);
