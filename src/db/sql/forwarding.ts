/** Statements on what concerns items of ours and is passed on to their authors' followers. */
import { statement } from '../statement.ts';

export interface Forwarder {
  id: number;
  /** To all followers; else to those servers alone that heard of it before. */
  addressed: boolean;
}

/** How far up a conversation an item of ours is looked for. */
const farthest = 8;

/**
 * Members whose items are among `$2`, or are what these answer in turn, or were liked or boosted by the activity `$3`, and
 * whose followers are addressed (`$4`) or heard from them of `$3` before. None that a block stands between; none where
 * `$3` is another's than the actor's `$1`, or one of `$5` was ended by the actor.
 */
export const listForwarders = statement<
  Forwarder,
  [
    actorId: number,
    concerned: string[],
    formerly: string | null,
    addressedOwnerIds: number[],
    notEnded: string[],
    actorIri: string,
  ]
>(
  'list_forwarders',
  `WITH RECURSIVE seed AS (
     SELECT id FROM eventable WHERE iri = ANY($2::text[])
     UNION SELECT eventable_id FROM "like" WHERE account_id = $1 AND (iri = $3 OR reaction_iri = $3)
     UNION SELECT eventable_id FROM boost WHERE account_id = $1 AND iri = $3
   ), chain AS (
     SELECT e.account_id, e.in_reply_to_id, e.visibility, 0 AS distance FROM seed JOIN eventable e USING (id)
     UNION
     SELECT e.account_id, e.in_reply_to_id, e.visibility, chain.distance + 1
     FROM chain JOIN eventable e ON e.id = chain.in_reply_to_id WHERE chain.distance < ${farthest}
   )
   SELECT DISTINCT owner.id, owner.id = ANY($4::bigint[]) AS addressed
   FROM chain JOIN account owner ON owner.id = chain.account_id
   WHERE owner.host = '' AND owner.deleted_at IS NULL AND owner.suspended_at IS NULL AND chain.visibility <> 'direct'
     AND NOT EXISTS (
       SELECT 1 FROM block WHERE (blocker_id = $1 AND blocked_id = owner.id) OR (blocked_id = $1 AND blocker_id = owner.id))
     AND NOT EXISTS (SELECT 1 FROM eventable WHERE iri = $3 AND account_id <> $1)
     AND NOT EXISTS (SELECT 1 FROM tombstone WHERE iri = ANY($5::text[]) AND actor_iri = $6)
     AND (owner.id = ANY($4::bigint[]) OR EXISTS (
       SELECT 1 FROM activity WHERE account_id = owner.id AND (object_iri = $3 OR activity.iri = $3)))
   LIMIT 3`,
);
