/** Statements that find local accounts whose followers should get a forwarded activity. */
import { statement } from '../../statement.ts';

export interface Forwarder {
  id: number;
  /** True: to all followers. False: only to hosts that got the earlier activity. */
  addressed: boolean;
}

/** How many parents up a local item is looked for. */
const maxDistance = 8;

/**
 * Local authors of the items `$2`, of their parents, or of items that activity `$3` liked or boosted, if their followers
 * are addressed (`$4`) or got `$3` before. Leaves out blocks in both directions, items of others under the IRI `$3`, and
 * everything when the actor deleted one of `$5`.
 */
export const selectForwarders = statement<
  Forwarder,
  [
    actorId: number,
    itemIris: string[],
    formerly: string | null,
    addressedOwnerIds: number[],
    notDeletedIris: string[],
    actorIri: string,
  ]
>(
  'select_forwarders',
  `WITH RECURSIVE seed AS (
     SELECT id FROM eventable WHERE iri = ANY($2::text[])
     UNION SELECT eventable_id FROM source_activity WHERE account_id = $1 AND iri = $3
   ), chain AS (
     SELECT e.account_id, e.in_reply_to_id, e.visibility, 0 AS distance FROM seed JOIN eventable e USING (id)
     UNION
     SELECT e.account_id, e.in_reply_to_id, e.visibility, chain.distance + 1
     FROM chain JOIN eventable e ON e.id = chain.in_reply_to_id WHERE chain.distance < ${maxDistance}
   )
   SELECT DISTINCT owner.id, owner.id = ANY($4::bigint[]) AS addressed
   FROM chain JOIN account owner ON owner.id = chain.account_id
   WHERE owner.host = '' AND owner.deleted_at IS NULL AND owner.suspended_at IS NULL AND chain.visibility <> 'direct'
     AND NOT EXISTS (
       SELECT 1 FROM block WHERE (blocker_id = $1 AND blocked_id = owner.id) OR (blocked_id = $1 AND blocker_id = owner.id))
     AND NOT EXISTS (SELECT 1 FROM eventable WHERE iri = $3 AND account_id <> $1)
     AND NOT EXISTS (SELECT 1 FROM tombstone WHERE iri = ANY($5::text[]) AND actor_iri = $6)
     AND NOT EXISTS (
       SELECT 1 FROM source_activity WHERE account_id = $1 AND iri = ANY($5::text[]) AND undone_at IS NOT NULL)
     AND (owner.id = ANY($4::bigint[]) OR EXISTS (
       SELECT 1 FROM activity WHERE account_id = owner.id AND (object_iri = $3 OR activity.iri = $3)))
   LIMIT 3`,
);
