/** Statements on imports and uploads. */
import { type Json, statement } from '../statement.ts';
import type { ImportAction, ImportListKind, ImportOutcome, ImportRecordKind, ImportState } from '../vocabulary.ts';

// Records imported recipes

/** Returns no row if the account imported the same recipe before. */
export const insertImportedRecipe = statement<
  { eventable_id: number },
  [accountId: number, digest: Buffer, eventableId: number]
>(
  'insert_imported_recipe',
  `INSERT INTO imported_recipe (account_id, digest, eventable_id) VALUES ($1, $2, $3)
   ON CONFLICT DO NOTHING RETURNING eventable_id`,
);

/** Replaces the texts of earlier imports of this recipe. Returns no row if the account imported the new text before. */
export const replaceImportedRecipe = statement<
  { eventable_id: number },
  [accountId: number, digest: Buffer, eventableId: number]
>(
  'replace_imported_recipe',
  `WITH earlier AS (DELETE FROM imported_recipe WHERE eventable_id = $3)
   INSERT INTO imported_recipe (account_id, digest, eventable_id) VALUES ($1, $2, $3)
   ON CONFLICT DO NOTHING RETURNING eventable_id`,
);

export const pruneImports = statement<never, []>(
  'prune_imports',
  `DELETE FROM import
   WHERE created_at < now() - CASE WHEN confirmed_at IS NULL THEN interval '24 hours' ELSE interval '7 days' END`,
);

// Stores the entries of lists and what became of each

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
  kind: ImportListKind;
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

// Stores what is read from the source of an import, and what became of it

export interface NewRecord {
  position: number;
  kind: ImportRecordKind;
  name: string;
  origin: string | null;
  preview: object;
  content: object | null;
  state: ImportState;
  action: ImportAction;
  outcome: 'failed' | null;
  reason: string;
  eventable_id: number | null;
}

/** Changes nothing where a record is stored already. */
export const insertImportRecords = statement<never, [importId: number, records: Json<NewRecord[]>]>(
  'insert_import_records',
  `INSERT INTO import_record (import_id, position, kind, name, origin, preview, content, state, action, outcome, reason, eventable_id)
   SELECT $1, r.position, r.kind, r.name, r.origin, r.preview, r.content, r.state, r.action, r.outcome, r.reason, r.eventable_id
   FROM jsonb_to_recordset($2::jsonb) AS r (position int, kind import_record_kind, name text, origin text, preview jsonb,
     content jsonb, state import_state, action import_action, outcome import_outcome, reason text, eventable_id bigint)
   ON CONFLICT DO NOTHING`,
);

export interface NewPicture {
  key: string;
  position: number;
  name: string;
  bytes: number;
}

/** Returns the keys of the pictures that are new. */
export const insertImportPictures = statement<{ key: string }, [importId: number, pictures: Json<NewPicture[]>]>(
  'insert_import_pictures',
  `INSERT INTO import_picture (key, import_id, position, name, bytes)
   SELECT p.key, $1, p.position, p.name, p.bytes
   FROM jsonb_to_recordset($2::jsonb) AS p (key text, position int, name text, bytes bigint)
   WHERE EXISTS (SELECT FROM import_record r WHERE r.import_id = $1 AND r.position = p.position)
   ON CONFLICT DO NOTHING RETURNING key`,
);

/** Begins or continues to read. A reader that began earlier stops. Returns no row once the source is read. */
export const claimReading = statement<{ id: number }, [importId: number, cursor: string]>(
  'claim_reading',
  `UPDATE import SET cursor = $2::jsonb WHERE id = $1 AND read_at IS NULL RETURNING id`,
);

/** Returns no row if another reader has begun. */
export const moveCursor = statement<
  { id: number },
  [importId: number, run: string, cursor: string, added: number, preview: string, format: string]
>(
  'move_import_cursor',
  `UPDATE import SET cursor = $3::jsonb, total = total + $4, preview = $5::jsonb, format = $6
   WHERE id = $1 AND read_at IS NULL AND cursor ->> 'run' = $2 RETURNING id`,
);

/** Records of pages that several recipes of the import share, which were compared by their address alone. */
export const selectSharedChanges = statement<
  { position: number; name: string; origin: string; digest: string },
  [importId: number]
>(
  'select_shared_changes',
  `SELECT position, name, origin, preview ->> 'digest' AS digest FROM import_record
   WHERE import_id = $1 AND state = 'changed' AND origin IN (
     SELECT origin FROM import_record WHERE import_id = $1 AND kind = 'recipe' GROUP BY origin HAVING count(*) > 1)
   ORDER BY position`,
);

export const markRecordNew = statement<never, [importId: number, position: number]>(
  'mark_record_new',
  `UPDATE import_record SET state = 'new', action = 'create', preview = preview - 'earlier'
   WHERE import_id = $1 AND position = $2 AND outcome IS NULL`,
);

export interface DueRecord {
  position: number;
  kind: 'recipe' | 'item' | 'other';
  name: string;
  origin: string | null;
  content: object;
  state: ImportState;
  action: 'create' | 'update';
  is_shared: boolean;
}

/** Returns the next records in their order. */
export const selectDueRecords = statement<DueRecord, [importId: number, limit: number]>(
  'select_due_records',
  `SELECT r.position, r.kind, r.name, r.origin, r.content, r.state, r.action,
     r.kind = 'recipe' AND EXISTS (SELECT FROM import_record o
       WHERE o.import_id = r.import_id AND o.origin = r.origin AND o.position <> r.position) AS is_shared
   FROM import_record r WHERE r.import_id = $1 AND r.outcome IS NULL AND r.content IS NOT NULL
   ORDER BY r.position LIMIT $2`,
);

/** Settles what its owner left out or has already. */
export const settleSkippedRecords = statement<never, [importId: number]>(
  'settle_skipped_records',
  `WITH settled AS (
     UPDATE import_record SET outcome = CASE state WHEN 'existing' THEN 'existing' ELSE 'skipped' END::import_outcome
     WHERE import_id = $1 AND outcome IS NULL AND action = 'skip' RETURNING position)
   UPDATE import SET done = done + (SELECT count(*) FROM settled) WHERE id = $1`,
);

/** Returns no row if it was settled before. */
export const settleImportRecord = statement<
  { position: number },
  [importId: number, position: number, outcome: string, reason: string, eventableId: number | null]
>(
  'settle_import_record',
  `WITH settled AS (
     UPDATE import_record SET outcome = $3::import_outcome, reason = $4, eventable_id = coalesce($5, eventable_id)
     WHERE import_id = $1 AND position = $2 AND outcome IS NULL RETURNING position),
   counted AS (UPDATE import SET done = done + 1 WHERE id = $1 AND EXISTS (SELECT FROM settled))
   SELECT position FROM settled`,
);

/** Finishes an import of which every record is settled. Returns no row otherwise. */
export const finishImport = statement<{ id: number }, [importId: number]>(
  'finish_import',
  `UPDATE import SET finished_at = now()
   WHERE id = $1 AND finished_at IS NULL AND read_at IS NOT NULL
     AND NOT EXISTS (SELECT FROM import_record WHERE import_id = $1 AND outcome IS NULL)
   RETURNING id`,
);

/** Chooses what to do with records that nothing was done with yet. Returns the positions. */
export const chooseActions = statement<
  { position: number },
  [importId: number, choices: Json<{ position: number; action: string }[]>]
>(
  'choose_import_actions',
  `UPDATE import_record r SET action = c.action
   FROM jsonb_to_recordset($2::jsonb) AS c (position int, action import_action)
   WHERE r.import_id = $1 AND r.position = c.position AND r.kind = 'recipe' AND r.outcome IS NULL
   RETURNING r.position`,
);

export interface RecordRow {
  position: number;
  kind: ImportRecordKind;
  name: string;
  origin: string | null;
  preview: object;
  state: ImportState;
  action: ImportAction;
  outcome: ImportOutcome | null;
  reason: string;
  eventable_id: number | null;
}

export const listRecipeRecords = statement<RecordRow, [importId: number, from: number, limit: number]>(
  'list_recipe_records',
  `SELECT position, kind, name, origin, preview, state, action, outcome, reason, eventable_id FROM import_record
   WHERE import_id = $1 AND position >= $2 AND kind = 'recipe' ORDER BY position LIMIT $3`,
);

/** Records that failed, or of which something is missing. */
export const listRecordProblems = statement<
  { position: number; kind: string; name: string; outcome: string; reason: string },
  [importId: number, above: number, limit: number]
>(
  'list_record_problems',
  `SELECT position, kind, name, outcome, reason FROM import_record
   WHERE import_id = $1 AND position > $2 AND reason <> '' AND outcome IS NOT NULL ORDER BY position LIMIT $3`,
);

export interface RecordCount {
  kind: ImportRecordKind;
  state: ImportState;
  action: ImportAction;
  outcome: ImportOutcome | null;
  count: number;
  with_picture: number;
}

export const countImportRecords = statement<RecordCount, [importId: number]>(
  'count_import_records',
  `SELECT kind, state, action, outcome, count(*)::int AS count,
     count(*) FILTER (WHERE preview -> 'picture' = 'true')::int AS with_picture
   FROM import_record WHERE import_id = $1 GROUP BY kind, state, action, outcome`,
);

export const selectItemType = statement<{ type: string }, [importId: number, origin: string]>(
  'select_import_item_type',
  `SELECT content -> 'item' ->> 'type' AS type FROM import_record
   WHERE import_id = $1 AND origin = $2 AND kind = 'item' LIMIT 1`,
);

export const selectImportPicture = statement<{ key: string }, [importId: number, position: number, name: string]>(
  'select_import_picture',
  `SELECT key FROM import_picture WHERE import_id = $1 AND position = $2 AND name = $3`,
);

/** The item has it from now on. Returns no row if another one has it. */
export const releaseImportPicture = statement<{ key: string }, [key: string]>(
  'release_import_picture',
  `DELETE FROM import_picture WHERE key = $1 RETURNING key`,
);

/** Pictures that no item needs, when the import ends. */
export const deleteImportPictures = statement<{ key: string }, [importId: number, limit: number]>(
  'delete_import_pictures',
  `DELETE FROM import_picture WHERE key IN (SELECT key FROM import_picture WHERE import_id = $1 LIMIT $2) RETURNING key`,
);

/** The import of an account that was confirmed and is not finished, apart from lists. */
export const selectRunningImport = statement<{ id: number }, [accountId: number]>(
  'select_running_import',
  `SELECT id FROM import
   WHERE account_id = $1 AND confirmed_at IS NOT NULL AND finished_at IS NULL AND NOT preview ? 'lists'
     AND created_at > now() - interval '7 days' LIMIT 1`,
);

/** Stores a source for at most one day. Returns no row if the account would have too many bytes of them. */
export const insertImport = statement<
  { id: number },
  [
    accountId: number,
    key: string,
    name: string,
    sourceUrl: string | null,
    bytes: number,
    chunks: string[],
    maxBytes: number,
  ]
>(
  'insert_import',
  `INSERT INTO import (account_id, key, name, source_url, preview, bytes, chunks)
   SELECT $1, $2, $3, $4, '{"problems": []}', $5, $6::text[]
   WHERE (SELECT coalesce(sum(bytes), 0) FROM import WHERE account_id = $1 AND finished_at IS NULL) + $5::bigint <= $7
   RETURNING id`,
);

// Stores files for imports that arrive in chunks

/** Uploads of one account begin one after another, so that their limits hold. */
export const lockUploads = statement<never, [accountId: number]>(
  'lock_uploads',
  `SELECT id FROM account WHERE id = $1 FOR NO KEY UPDATE`,
);

/** Returns no row if the account would have too many unfinished uploads, or too large ones. */
export const insertUpload = statement<
  { id: number },
  [accountId: number, key: string, name: string, bytes: number, maxOpen: number, maxOpenBytes: number]
>(
  'insert_upload',
  `INSERT INTO import_upload (account_id, key, name, bytes, chunks)
   SELECT $1, $2, $3, $4, '{}'
   FROM (SELECT count(*) AS open, coalesce(sum(bytes), 0) AS bytes FROM import_upload WHERE account_id = $1) held
   WHERE held.open < $5 AND held.bytes + $4::bigint <= $6
   RETURNING id`,
);

/** Returns no row if another chunk came first. */
export const appendUploadChunk = statement<{ id: number }, [id: number, offset: number, length: number, chunk: string]>(
  'append_upload_chunk',
  `UPDATE import_upload SET received = received + $3, chunks = chunks || $4::text
   WHERE id = $1 AND received = $2 RETURNING id`,
);

/** Their files are deleted as files without a row. */
export const pruneUploads = statement<never, []>(
  'prune_uploads',
  `DELETE FROM import_upload WHERE created_at < now() - interval '24 hours'`,
);
