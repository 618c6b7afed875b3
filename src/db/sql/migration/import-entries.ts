/** Stores the entries of lists and what became of each. */
import { type Json, statement } from '../../statement.ts';

interface NewEntry {
  position: number;
  kind: string;
  value: string;
  option: boolean;
}

/** Changes nothing if the entries are stored already. */
export const insertImportEntries = statement<never, [importId: number, entries: Json<NewEntry[]>]>(
  'insert_import_entries',
  `INSERT INTO import_entry (import_id, position, kind, value, option)
   SELECT $1, e.position, e.kind, e.value, e.option
   FROM jsonb_to_recordset($2::jsonb) AS e (position int, kind import_list_kind, value text, option boolean)
   ON CONFLICT DO NOTHING`,
);

/** Sets the kind of the entries from a position to before another one. */
export const setEntryKind = statement<never, [importId: number, from: number, to: number, kind: string]>(
  'set_entry_kind',
  `UPDATE import_entry SET kind = $4::import_list_kind
   WHERE import_id = $1 AND position >= $2 AND position < $3 AND kind <> $4::import_list_kind`,
);

export const deleteEntries = statement<never, [importId: number, from: number, to: number]>(
  'delete_entries',
  `DELETE FROM import_entry WHERE import_id = $1 AND position >= $2 AND position < $3`,
);

export interface DueEntry {
  position: number;
  kind: 'follow' | 'block' | 'mute' | 'domain' | 'bookmark';
  value: string;
  option: boolean;
  tries: number;
  /** Its server. */
  host: string;
}

/** Takes a few of each server, so that a large or dead one does not keep the others waiting. */
export const selectDueEntries = statement<DueEntry, [importId: number, perHost: number, limit: number]>(
  'select_due_entries',
  `SELECT position, kind, value, option, tries, host
   FROM (
     SELECT due.*, row_number() OVER (PARTITION BY host ORDER BY tries, position) AS place
     FROM (
       SELECT position, kind, value, option, tries,
         CASE kind WHEN 'domain' THEN value
           WHEN 'bookmark' THEN split_part(value, '/', 3)
           ELSE split_part(value, '@', 2) END AS host
       FROM import_entry WHERE import_id = $1 AND outcome IS NULL AND due_at <= now()) AS due
   ) AS placed
   WHERE place <= $2 ORDER BY place, position LIMIT $3`,
);

export const settleImportEntry = statement<
  never,
  [importId: number, position: number, outcome: string, reason: string]
>(
  'settle_import_entry',
  `UPDATE import_entry SET outcome = $3::import_outcome, reason = $4 WHERE import_id = $1 AND position = $2`,
);

export const postponeImportEntry = statement<never, [importId: number, position: number, seconds: number]>(
  'postpone_import_entry',
  `UPDATE import_entry SET tries = tries + 1, due_at = now() + make_interval(secs => $3)
   WHERE import_id = $1 AND position = $2`,
);

export interface EntryCounts {
  total: number;
  added: number;
  existing: number;
  failed: number;
  /** When the next entry is due. Null if none is left. */
  next_at: Date | null;
}

export const countImportEntries = statement<EntryCounts, [importId: number]>(
  'count_import_entries',
  `SELECT count(*)::int AS total,
     count(*) FILTER (WHERE outcome = 'added')::int AS added,
     count(*) FILTER (WHERE outcome = 'existing')::int AS existing,
     count(*) FILTER (WHERE outcome = 'failed')::int AS failed,
     min(due_at) FILTER (WHERE outcome IS NULL) AS next_at
   FROM import_entry WHERE import_id = $1`,
);

export const listFailedEntries = statement<
  { position: number; value: string; reason: string },
  [importId: number, above: number, limit: number]
>(
  'list_failed_entries',
  `SELECT position, value, reason FROM import_entry
   WHERE import_id = $1 AND outcome = 'failed' AND position > $2 ORDER BY position LIMIT $3`,
);

/** Imports of lists that an account has confirmed and that are not finished. */
export const countRunningLists = statement<{ count: number }, [accountId: number]>(
  'count_running_lists',
  `SELECT count(*)::int AS count FROM import
   WHERE account_id = $1 AND confirmed_at IS NOT NULL AND finished_at IS NULL AND preview ? 'lists'`,
);
