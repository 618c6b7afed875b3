/** Statements on follows, requests, blocks and boosts: unique constraints are their idempotence. */
import { statement } from '../statement.ts';

export const insertFollow = statement<
  { id: number },
  [followerId: number, followeeId: number, iri: string | null]
>(
  'insert_follow',
  `INSERT INTO follow (follower_id, followee_id, iri) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id`,
);

export const deleteFollow = statement<{ iri: string | null }, [followerId: number, followeeId: number]>(
  'delete_follow',
  `DELETE FROM follow WHERE follower_id = $1 AND followee_id = $2 RETURNING iri`,
);

export const insertRequest = statement<
  { id: number },
  [requesterId: number, targetId: number, iri: string | null]
>(
  'insert_request',
  `INSERT INTO follow_request (requester_id, target_id, iri) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id`,
);

export const deleteRequest = statement<{ iri: string | null }, [requesterId: number, targetId: number]>(
  'delete_request',
  `DELETE FROM follow_request WHERE requester_id = $1 AND target_id = $2 RETURNING iri`,
);

/** It rests on another Follow activity from now on; a request or a follow. */
export const rebaseFollow = statement<never, [followerId: number, followeeId: number, iri: string]>(
  'rebase_follow',
  `WITH followed AS (UPDATE follow SET iri = $3 WHERE follower_id = $1 AND followee_id = $2)
   UPDATE follow_request SET iri = $3 WHERE requester_id = $1 AND target_id = $2`,
);

/** Who asked whom by this Follow activity; a request or a follow. */
export const selectFollowByIri = statement<{ follower_id: number; followee_id: number }, [iri: string]>(
  'select_follow_by_iri',
  `SELECT follower_id, followee_id FROM follow WHERE iri = $1
   UNION ALL SELECT requester_id, target_id FROM follow_request WHERE iri = $1 LIMIT 1`,
);

export const selectFollow = statement<{ iri: string | null }, [followerId: number, followeeId: number]>(
  'select_follow',
  `SELECT iri FROM follow WHERE follower_id = $1 AND followee_id = $2`,
);

/** A block between the two, either way. */
export const selectBlock = statement<{ blocker_id: number }, [one: number, other: number]>(
  'select_block',
  `SELECT blocker_id FROM block WHERE (blocker_id = $1 AND blocked_id = $2)
   UNION ALL SELECT blocker_id FROM block WHERE (blocker_id = $2 AND blocked_id = $1) LIMIT 1`,
);

export interface RelationshipRow {
  id: number;
  following: boolean;
  followed: boolean;
  following_requested: boolean;
  follower_requested: boolean;
  blocking: boolean;
}

/** In the order asked; unknown accounts are left out. */
export const selectRelationships = statement<RelationshipRow, [viewer: number, ids: number[]]>(
  'select_relationships',
  `SELECT a.id,
     EXISTS (SELECT 1 FROM follow WHERE follower_id = $1 AND followee_id = a.id) AS following,
     EXISTS (SELECT 1 FROM follow WHERE follower_id = a.id AND followee_id = $1) AS followed,
     EXISTS (SELECT 1 FROM follow_request WHERE requester_id = $1 AND target_id = a.id) AS following_requested,
     EXISTS (SELECT 1 FROM follow_request WHERE requester_id = a.id AND target_id = $1) AS follower_requested,
     EXISTS (SELECT 1 FROM block WHERE blocker_id = $1 AND blocked_id = a.id) AS blocking
   FROM unnest($2::bigint[]) WITH ORDINALITY AS asked(id, place) JOIN account a ON a.id = asked.id
   WHERE a.deleted_at IS NULL ORDER BY asked.place`,
);

/** The counter changes only with the row that won; nothing happens to an item that is gone or a draft by now. */
export const insertBoost = statement<
  { id: number },
  [accountId: number, eventableId: number, iri: string, visibility: string, at: Date]
>(
  'insert_boost',
  `WITH item AS (
     SELECT id FROM eventable WHERE id = $2 AND publication = 'published' FOR KEY SHARE
   ), won AS (
     INSERT INTO boost (account_id, eventable_id, iri, visibility, created_at)
     SELECT $1, id, $3, $4::visibility, $5 FROM item
     ON CONFLICT DO NOTHING RETURNING id
   ), counted AS (
     UPDATE eventable SET boosts_count = boosts_count + 1 WHERE id = $2 AND EXISTS (SELECT 1 FROM won)
   ) SELECT id FROM won`,
);

export const deleteBoost = statement<
  { iri: string | null; visibility: 'public' | 'unlisted' | 'private' | 'direct' },
  [accountId: number, eventableId: number]
>(
  'delete_boost',
  `WITH gone AS (
     DELETE FROM boost WHERE account_id = $1 AND eventable_id = $2 RETURNING iri, visibility
   ), counted AS (
     UPDATE eventable SET boosts_count = greatest(0, boosts_count - 1) WHERE id = $2 AND EXISTS (SELECT 1 FROM gone)
   ) SELECT iri, visibility FROM gone`,
);

export const selectBoostIri = statement<{ iri: string | null }, [accountId: number, eventableId: number]>(
  'select_boost_iri',
  `SELECT iri FROM boost WHERE account_id = $1 AND eventable_id = $2`,
);

/** It rests on another Announce from now on. */
export const rebaseBoost = statement<never, [accountId: number, eventableId: number, iri: string]>(
  'rebase_boost',
  `UPDATE boost SET iri = $3 WHERE account_id = $1 AND eventable_id = $2`,
);

export const selectBoostByIri = statement<{ account_id: number; eventable_id: number }, [iri: string]>(
  'select_boost_by_iri',
  `SELECT account_id, eventable_id FROM boost WHERE iri = $1`,
);

/** The IRI of a request that is still open. */
export const selectRequest = statement<{ iri: string | null }, [requesterId: number, targetId: number]>(
  'select_request',
  `SELECT iri FROM follow_request WHERE requester_id = $1 AND target_id = $2 FOR UPDATE`,
);

/** Who waits to follow the account, in order of their ids, above `after`. */
export const listWaiting = statement<{ id: number }, [targetId: number, after: number, limit: number]>(
  'list_waiting',
  `SELECT a.id FROM follow_request r JOIN account a ON a.id = r.requester_id
   WHERE r.target_id = $1 AND a.id > $2 AND a.deleted_at IS NULL AND a.suspended_at IS NULL ORDER BY a.id LIMIT $3`,
);
