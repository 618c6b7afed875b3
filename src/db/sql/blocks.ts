/** Statements on blocks. */
import { statement } from '../statement.ts';

/** SQL: what `lockPair` locks. */
export const pairKey = (one: string, other: string): string =>
  `hashtextextended('pair ' || least(${one}, ${other}) || ' ' || greatest(${one}, ${other}), 0)`;

/** Whatever begins or ends between two accounts waits for the other: a follow never slips past a block. */
export const lockPair = statement<never, [one: number, other: number]>(
  'lock_pair',
  `SELECT pg_advisory_xact_lock(${pairKey('$1::bigint', '$2::bigint')})`,
);

export const insertBlock = statement<
  { id: number },
  [blockerId: number, blockedId: number, iri: string | null]
>(
  'insert_block',
  `INSERT INTO block (blocker_id, blocked_id, iri) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id`,
);

export const deleteBlock = statement<{ iri: string | null }, [blockerId: number, blockedId: number]>(
  'delete_block',
  `DELETE FROM block WHERE blocker_id = $1 AND blocked_id = $2 RETURNING iri`,
);

export const selectBlockByIri = statement<{ blocker_id: number; blocked_id: number }, [iri: string]>(
  'select_block_by_iri',
  `SELECT blocker_id, blocked_id FROM block WHERE iri = $1`,
);

export const selectBlockIri = statement<{ iri: string | null }, [blockerId: number, blockedId: number]>(
  'select_block_iri',
  `SELECT iri FROM block WHERE blocker_id = $1 AND blocked_id = $2`,
);

/** It rests on another Block activity from now on. */
export const rebaseBlock = statement<never, [blockerId: number, blockedId: number, iri: string]>(
  'rebase_block',
  `UPDATE block SET iri = $3 WHERE blocker_id = $1 AND blocked_id = $2`,
);
