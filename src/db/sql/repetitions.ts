/** Statements on activities that say what another said before. */
import { statement } from '../statement.ts';

export type DeedType = 'Announce' | 'Block' | 'EmojiReact' | 'Follow' | 'Like';

/** Of one deed: its type, whose it is, and the account or the item it is about. */
type Deed = [type: DeedType, accountId: number, targetId: number | null, eventableId: number | null];

const ofDeed = `
  type = $1::deed_type AND account_id = $2
  AND target_id IS NOT DISTINCT FROM $3 AND eventable_id IS NOT DISTINCT FROM $4`;

/** SQL: what `lockSayings` locks. */
export const sayingsKey = (account: string): string => `hashtextextended('sayings ' || ${account}, 0)`;

/** What an account says again, and what it undoes, waits for one another. */
export const lockSayings = statement<never, [accountId: number]>(
  'lock_sayings',
  `SELECT pg_advisory_xact_lock(${sayingsKey('$1::bigint')})`,
);

/** `most` of one deed are kept, which is more than anybody means. */
export const insertRepetition = statement<
  never,
  [...Deed, iri: string, endedBy: string | null, most: number]
>(
  'insert_repetition',
  `INSERT INTO repetition (type, account_id, target_id, eventable_id, iri, ended_by)
   SELECT $1::deed_type, $2, $3, $4, $5, $6
   WHERE (SELECT count(*) FROM repetition WHERE ${ofDeed}) < $7
   ON CONFLICT DO NOTHING`,
);

/** In the order they came. */
export const listRepetitions = statement<{ iri: string }, Deed>(
  'list_repetitions',
  `SELECT iri FROM repetition WHERE ${ofDeed} AND ended_by IS NULL ORDER BY created_at, iri`,
);

export const listEndedBy = statement<{ iri: string }, [...Deed, endedBy: string]>(
  'list_ended_by',
  `SELECT iri FROM repetition WHERE ${ofDeed} AND ended_by = $5 ORDER BY created_at, iri`,
);

export const takeRepetition = statement<{ iri: string }, Deed>(
  'take_repetition',
  `DELETE FROM repetition WHERE iri = (
     SELECT iri FROM repetition WHERE ${ofDeed} AND ended_by IS NULL ORDER BY created_at, iri LIMIT 1
   ) RETURNING iri`,
);

export const deleteRepetition = statement<{ iri: string }, [iri: string, accountId: number]>(
  'delete_repetition',
  `DELETE FROM repetition WHERE iri = $1 AND account_id = $2 RETURNING iri`,
);

export const deleteRepetitions = statement<never, Deed>(
  'delete_repetitions',
  `DELETE FROM repetition WHERE ${ofDeed}`,
);
