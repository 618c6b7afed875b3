/** Statements on who follows which collection. */
import { statement } from '../../statement.ts';
import { unblocked } from '../items/visibility.ts';
import { collectionColumns, isCollectionVisible } from './columns.ts';

/** One follower per inbox on other servers, because a delivery to a shared inbox reaches all of its followers. */
export const listRemoteFollowers = statement<{ id: number }, [collectionId: number]>(
  'list_remote_collection_followers',
  `SELECT DISTINCT ON (coalesce(a.shared_inbox, a.inbox, a.iri)) a.id
   FROM collection_follow f JOIN account a ON a.id = f.account_id
   WHERE f.collection_id = $1 AND a.host <> '' AND a.suspended_at IS NULL AND a.deleted_at IS NULL
   ORDER BY coalesce(a.shared_inbox, a.inbox, a.iri), a.id`,
);

export const countFollowedCollections = statement<{ count: number }, [accountId: number]>(
  'count_followed_collections',
  `SELECT count(*) AS count FROM collection_follow WHERE account_id = $1`,
);

/** Returns no row if the account follows it already, or may not see it. Nobody follows an own collection. */
export const insertCollectionFollow = statement<
  { id: number },
  [accountId: number, collectionId: number, iri: string | null, sentAt: Date | null]
>(
  'insert_collection_follow',
  `INSERT INTO collection_follow (collection_id, account_id, iri, sent_at)
   SELECT c.id, $1, $3, $4 FROM collection c JOIN account a ON a.id = c.account_id
   WHERE c.id = $2 AND c.account_id <> $1 AND c.visibility IN ('public', 'unlisted')
     AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND ${unblocked('c.account_id')}
   ON CONFLICT DO NOTHING RETURNING id`,
);

/** Remembers the newest Follow of an account that followed before. Returns no row if it does not follow. */
export const renewCollectionFollow = statement<
  { id: number },
  [accountId: number, collectionId: number, iri: string, sentAt: Date]
>(
  'renew_collection_follow',
  `UPDATE collection_follow SET iri = CASE WHEN sent_at > $4 THEN iri ELSE $3 END, sent_at = greatest(sent_at, $4)
   WHERE account_id = $1 AND collection_id = $2 RETURNING id`,
);

export const deleteCollectionFollow = statement<
  { iri: string | null },
  [accountId: number, collectionId: number]
>(
  'delete_collection_follow',
  `DELETE FROM collection_follow WHERE account_id = $1 AND collection_id = $2 RETURNING iri`,
);

export const deleteCollectionFollows = statement<never, [collectionId: number]>(
  'delete_collection_follows',
  `DELETE FROM collection_follow WHERE collection_id = $1`,
);

/** Ends the follow that began with this Follow, or any follow of the collection that was sent before its Undo. */
export const undoCollectionFollow = statement<
  { id: number },
  [accountId: number, iri: string, collectionId: number | null, sentAt: Date]
>(
  'undo_collection_follow',
  `DELETE FROM collection_follow
   WHERE account_id = $1 AND (iri = $2 OR (collection_id = $3 AND sent_at <= $4)) RETURNING id`,
);

/** Ends the follow of a local account that the owner rejects, by the IRI of the Follow or by the pair. */
export const rejectCollectionFollow = statement<
  { id: number },
  [ownerId: number, followIri: string | null, followerIri: string | null, collectionIri: string | null]
>(
  'reject_collection_follow',
  `DELETE FROM collection_follow f USING collection c, account a
   WHERE c.id = f.collection_id AND c.account_id = $1 AND a.id = f.account_id AND a.host = ''
     AND (f.iri = $2 OR (a.iri = $3 AND c.iri = $4)) RETURNING f.id`,
);

/** The collection of the account that the Follow with this IRI is about. */
export const selectAnsweredFollow = statement<{ iri: string | null }, [ownerId: number, followIri: string]>(
  'select_answered_collection_follow',
  `SELECT c.iri FROM collection_follow f JOIN collection c ON c.id = f.collection_id
   WHERE c.account_id = $1 AND f.iri = $2`,
);

const followed = (direction: 'ASC' | 'DESC') => `
  SELECT f.id AS "followId", ${collectionColumns('member')}
  FROM collection_follow f JOIN collection c ON c.id = f.collection_id JOIN account a ON a.id = c.account_id
  WHERE f.account_id = $1 AND f.id > $3 AND f.id < $4 AND ${isCollectionVisible('member')}
  ORDER BY f.id ${direction} LIMIT $5`;

type Row = Record<string, unknown>;
type Followed = [accountId: number, host: null, above: number, below: number, limit: number];

export const listFollowedCollections = statement<Row, Followed>('list_followed_collections', followed('ASC'));
export const listFollowedCollectionsDescending = statement<Row, Followed>(
  'list_followed_collections_descending',
  followed('DESC'),
);
