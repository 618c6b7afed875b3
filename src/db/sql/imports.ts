/** Statements on imports and uploads. */
import { type RowOf, statement } from '../statement.ts';
import type { ImportAction, ImportRecordKind, ImportState } from '../vocabulary.ts';

// Records imported recipes

/** Returns no row if the account imported the same recipe before. */
export const insertImportedRecipe = statement(
  'insert_imported_recipe',
  ['accountId', 'digest', 'eventableId'],
  `INSERT INTO imported_recipe (account_id, digest, eventable_id) VALUES ($1, $2, $3)
   ON CONFLICT DO NOTHING RETURNING eventable_id`,
);

/** Replaces the texts of earlier imports of this recipe. Returns no row if the account imported the new text before. */
export const replaceImportedRecipe = statement(
  'replace_imported_recipe',
  ['accountId', 'digest', 'eventableId'],
  `WITH earlier AS (DELETE FROM imported_recipe WHERE eventable_id = $3)
   INSERT INTO imported_recipe (account_id, digest, eventable_id) VALUES ($1, $2, $3)
   ON CONFLICT DO NOTHING RETURNING eventable_id`,
);

export const pruneImports = statement(
  'prune_imports',
  [],
  `DELETE FROM import
   WHERE created_at < now() - CASE WHEN confirmed_at IS NULL THEN interval '24 hours' ELSE interval '7 days' END`,
);

// Stores the entries of lists and what became of each

/** Changes nothing if the entries are stored already. */
export const insertImportEntries = statement(
  'insert_import_entries',
  ['importId', 'entries'],
  `INSERT INTO import_entry (import_id, position, kind, value, option)
   SELECT $1, e.position, e.kind, e.value, e.option
   FROM jsonb_to_recordset($2::jsonb) AS e (position int, kind import_list_kind, value text, option boolean)
   ON CONFLICT DO NOTHING`,
);

export type DueEntry = RowOf<typeof selectDueEntries>;

/**
 * Takes a few of each server, so that a large or dead one does not keep the others waiting.
 * `host`: Its server.
 */
export const selectDueEntries = statement(
  'select_due_entries',
  ['importId', 'perHost', 'limit'],
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
  { notNull: ['host'] },
);

export type EntryCounts = RowOf<typeof countImportEntries>;

/** `next_at`: When the next entry is due. Null if none is left. */
export const countImportEntries = statement(
  'count_import_entries',
  ['importId'],
  `SELECT count(*)::int AS total,
     count(*) FILTER (WHERE outcome = 'added')::int AS added,
     count(*) FILTER (WHERE outcome = 'existing')::int AS existing,
     count(*) FILTER (WHERE outcome = 'failed')::int AS failed,
     min(due_at) FILTER (WHERE outcome IS NULL) AS next_at
   FROM import_entry WHERE import_id = $1`,
  { notNull: ['total', 'added', 'existing', 'failed'] },
);

/** Imports of lists that an account has confirmed and that are not finished. */
export const countRunningLists = statement(
  'count_running_lists',
  ['accountId'],
  `SELECT count(*)::int AS count FROM import
   WHERE account_id = $1 AND confirmed_at IS NOT NULL AND finished_at IS NULL AND preview ? 'lists'`,
  { notNull: ['count'] },
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
export const insertImportRecords = statement(
  'insert_import_records',
  ['importId', 'records'],
  `INSERT INTO import_record (import_id, position, kind, name, origin, preview, content, state, action, outcome,
    reason, eventable_id)
   SELECT $1, r.position, r.kind, r.name, r.origin, r.preview, r.content, r.state, r.action, r.outcome, r.reason,
     r.eventable_id
   FROM jsonb_to_recordset($2::jsonb) AS r (position int, kind import_record_kind, name text, origin text,
     preview jsonb,
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
export const insertImportPictures = statement(
  'insert_import_pictures',
  ['importId', 'pictures'],
  `INSERT INTO import_picture (key, import_id, position, name, bytes)
   SELECT p.key, $1, p.position, p.name, p.bytes
   FROM jsonb_to_recordset($2::jsonb) AS p (key text, position int, name text, bytes bigint)
   WHERE EXISTS (SELECT FROM import_record r WHERE r.import_id = $1 AND r.position = p.position)
   ON CONFLICT DO NOTHING RETURNING key`,
);

/** Begins or continues to read. A reader that began earlier stops. Returns no row once the source is read. */
export const claimReading = statement(
  'claim_reading',
  ['importId', 'cursor'],
  `UPDATE import SET cursor = $2::jsonb WHERE id = $1 AND read_at IS NULL RETURNING id`,
);

/** Returns no row if another reader has begun. */
export const moveCursor = statement(
  'move_import_cursor',
  ['importId', 'run', 'cursor', 'added', 'preview', 'format'],
  `UPDATE import SET cursor = $3::jsonb, total = total + $4, preview = $5::jsonb, format = $6
   WHERE id = $1 AND read_at IS NULL AND cursor ->> 'run' = $2 RETURNING id`,
);

/** Records of pages that several recipes of the import share, which were compared by their address alone. */
export const selectSharedChanges = statement(
  'select_shared_changes',
  ['importId'],
  `SELECT position, name, origin, preview ->> 'digest' AS digest FROM import_record
   WHERE import_id = $1 AND state = 'changed' AND origin IN (
     SELECT origin FROM import_record WHERE import_id = $1 AND kind = 'recipe' GROUP BY origin HAVING count(*) > 1)
   ORDER BY position`,
  { notNull: ['origin', 'digest'] },
);

export const markRecordNew = statement(
  'mark_record_new',
  ['importId', 'position'],
  `UPDATE import_record SET state = 'new', action = 'create', preview = preview - 'earlier'
   WHERE import_id = $1 AND position = $2 AND outcome IS NULL`,
);

export type DueRecord = RowOf<typeof selectDueRecords>;

/** Returns the next records in their order, or the one at a position. */
export const selectDueRecords = statement<'select_due_records', { content: object }>(
  'select_due_records',
  ['importId', 'limit', 'position?'],
  `SELECT r.position, r.kind, r.name, r.origin, r.content, r.state, r.action,
     r.kind = 'recipe' AND EXISTS (SELECT FROM import_record o
       WHERE o.import_id = r.import_id AND o.origin = r.origin AND o.position <> r.position) AS is_shared
   FROM import_record r WHERE r.import_id = $1 AND r.outcome IS NULL AND r.content IS NOT NULL
     AND ($3::int IS NULL OR r.position = $3)
   ORDER BY r.position LIMIT $2`,
  { notNull: ['is_shared'] },
);

/** Settles what its owner left out or has already. */
export const settleSkippedRecords = statement(
  'settle_skipped_records',
  ['importId'],
  `WITH settled AS (
     UPDATE import_record SET outcome = CASE state WHEN 'existing' THEN 'existing' ELSE 'skipped' END::import_outcome
     WHERE import_id = $1 AND outcome IS NULL AND action = 'skip' RETURNING position)
   UPDATE import SET done = done + (SELECT count(*) FROM settled) WHERE id = $1`,
);

/** Returns no row if it was settled before. */
export const settleImportRecord = statement(
  'settle_import_record',
  ['importId', 'position', 'outcome', 'reason', 'eventableId?'],
  `WITH settled AS (
     UPDATE import_record SET outcome = $3::import_outcome, reason = $4, eventable_id = coalesce($5, eventable_id)
     WHERE import_id = $1 AND position = $2 AND outcome IS NULL RETURNING position),
   counted AS (UPDATE import SET done = done + 1 WHERE id = $1 AND EXISTS (SELECT FROM settled))
   SELECT position FROM settled`,
);

/** Finishes an import of which every record is settled. Returns no row otherwise. */
export const finishImport = statement(
  'finish_import',
  ['importId'],
  `UPDATE import SET finished_at = now()
   WHERE id = $1 AND finished_at IS NULL AND read_at IS NOT NULL
     AND NOT EXISTS (SELECT FROM import_record WHERE import_id = $1 AND outcome IS NULL)
   RETURNING id`,
);

/** Chooses what to do with records that nothing was done with yet. Returns the positions. */
export const chooseActions = statement(
  'choose_import_actions',
  ['importId', 'choices'],
  `UPDATE import_record r SET action = c.action
   FROM jsonb_to_recordset($2::jsonb) AS c (position int, action import_action)
   WHERE r.import_id = $1 AND r.position = c.position AND r.kind = 'recipe' AND r.outcome IS NULL
   RETURNING r.position`,
);

export type RecordCount = RowOf<typeof countImportRecords>;

export const countImportRecords = statement(
  'count_import_records',
  ['importId'],
  `SELECT kind, state, action, outcome, count(*)::int AS count,
     count(*) FILTER (WHERE preview -> 'picture' = 'true')::int AS with_picture
   FROM import_record WHERE import_id = $1 GROUP BY kind, state, action, outcome`,
  { notNull: ['count', 'with_picture'] },
);

export const selectItemType = statement(
  'select_import_item_type',
  ['importId', 'origin'],
  `SELECT content -> 'item' ->> 'type' AS type FROM import_record
   WHERE import_id = $1 AND origin = $2 AND kind = 'item' LIMIT 1`,
  { notNull: ['type'] },
);

/** The item has it from now on. Returns no row if another one has it. */
export const releaseImportPicture = statement(
  'release_import_picture',
  ['key'],
  `DELETE FROM import_picture WHERE key = $1 RETURNING key`,
);

/** Pictures that no item needs, when the import ends. */
export const deleteImportPictures = statement(
  'delete_import_pictures',
  ['importId', 'limit'],
  `DELETE FROM import_picture WHERE key IN (SELECT key FROM import_picture WHERE import_id = $1 LIMIT $2)
    RETURNING key`,
);

/** The import of an account that was confirmed and is not finished, apart from lists. */
export const selectRunningImport = statement(
  'select_running_import',
  ['accountId'],
  `SELECT id FROM import
   WHERE account_id = $1 AND confirmed_at IS NOT NULL AND finished_at IS NULL AND NOT preview ? 'lists'
     AND created_at > now() - interval '7 days' LIMIT 1`,
);

/** Stores a source for at most one day. Returns no row if the account would have too many bytes of them. */
export const insertImport = statement(
  'insert_import',
  ['accountId', 'key', 'name', 'sourceUrl?', 'bytes', 'chunks', 'maxBytes'],
  `INSERT INTO import (account_id, key, name, source_url, preview, bytes, chunks)
   SELECT $1, $2, $3, $4, '{"problems": []}', $5, $6::text[]
   WHERE (SELECT coalesce(sum(bytes), 0) FROM import WHERE account_id = $1 AND finished_at IS NULL) + $5::bigint <= $7
   RETURNING id`,
);

// Stores files for imports that arrive in chunks

/** Uploads of one account begin one after another, so that their limits hold. */
export const lockUploads = statement(
  'lock_uploads',
  ['accountId'],
  `SELECT id FROM account WHERE id = $1 FOR NO KEY UPDATE`,
);

/** Returns no row if the account would have too many unfinished uploads, or too large ones. */
export const insertUpload = statement(
  'insert_upload',
  ['accountId', 'key', 'name', 'bytes', 'maxOpen', 'maxOpenBytes'],
  `INSERT INTO import_upload (account_id, key, name, bytes, chunks)
   SELECT $1, $2, $3, $4, '{}'
   FROM (SELECT count(*) AS open, coalesce(sum(bytes), 0) AS bytes FROM import_upload WHERE account_id = $1) held
   WHERE held.open < $5 AND held.bytes + $4::bigint <= $6
   RETURNING id`,
);

/** Returns no row if another chunk came first. */
export const appendUploadChunk = statement(
  'append_upload_chunk',
  ['id', 'offset', 'length', 'chunk'],
  `UPDATE import_upload SET received = received + $3, chunks = chunks || $4::text
   WHERE id = $1 AND received = $2 RETURNING id`,
);

/** Their files are deleted as files without a row. */
export const pruneUploads = statement(
  'prune_uploads',
  [],
  `DELETE FROM import_upload WHERE created_at < now() - interval '24 hours'`,
);
