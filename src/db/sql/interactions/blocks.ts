/** Statements on blocks. */
import { type Json, statement } from '../../statement.ts';

export interface BlockJson {
  place: number;
  blocker_id: number;
  blocked_id: number;
}

const given = `given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (place int, blocker_id bigint, blocked_id bigint))`;

/** Inserts those of `given` whose accounts both exist. Returns the places of those that are new. */
export const insertBlocks = statement<
  { place: number; refusal: 'not_found' | null; begun: boolean },
  [given: Json<BlockJson[]>]
>(
  'insert_blocks',
  `WITH ${given}, judged AS MATERIALIZED (
     SELECT g.*, CASE WHEN blocker.deleted_at IS NOT NULL OR blocked.deleted_at IS NOT NULL THEN 'not_found' END AS refusal
     FROM given g JOIN account blocker ON blocker.id = g.blocker_id JOIN account blocked ON blocked.id = g.blocked_id
   ), made AS (
     INSERT INTO block (blocker_id, blocked_id)
     SELECT blocker_id, blocked_id FROM judged WHERE refusal IS NULL ORDER BY place
     ON CONFLICT DO NOTHING RETURNING blocker_id, blocked_id
   )
   SELECT place, refusal, made.blocker_id IS NOT NULL AS begun
   FROM judged LEFT JOIN made USING (blocker_id, blocked_id) ORDER BY place`,
);

export const deleteBlocks = statement<never, [given: Json<BlockJson[]>]>(
  'delete_blocks',
  `WITH ${given}
   DELETE FROM block WHERE id = ANY(ARRAY(
     SELECT (SELECT b.id FROM block b WHERE b.blocker_id = g.blocker_id AND b.blocked_id = g.blocked_id) FROM given g))`,
);

/** A block between the two accounts, in either direction. */
export const selectBlock = statement<{ blocker_id: number }, [one: number, other: number]>(
  'select_block',
  `SELECT blocker_id FROM block WHERE (blocker_id = $1 AND blocked_id = $2)
   UNION ALL SELECT blocker_id FROM block WHERE (blocker_id = $2 AND blocked_id = $1) LIMIT 1`,
);
