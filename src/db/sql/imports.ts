/** Statements on what is imported; those that members ask for name the owner, for nobody else has any business there. */
import { statement } from '../statement.ts';

type Visibility = 'public' | 'unlisted' | 'private' | 'direct';

export interface ImportRow {
  id: number;
  account_id: number;
  key: string;
  name: string;
  format: string;
  source_url: string | null;
  preview: unknown;
  visibility: Visibility | null;
  done: number;
  total: number;
  confirmed_at: Date | null;
  finished_at: Date | null;
  created_at: Date;
}

export const insertImport = statement<
  { id: number },
  [
    accountId: number,
    key: string,
    name: string,
    format: string,
    sourceUrl: string | null,
    preview: string,
    total: number,
  ]
>(
  'insert_import',
  `INSERT INTO import (account_id, key, name, format, source_url, preview, total)
   VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7) RETURNING id`,
);

const columns = `id, account_id, key, name, format, source_url, preview, visibility, done, total, confirmed_at,
  finished_at, created_at`;

/** For a day. */
export const selectImport = statement<ImportRow, [accountId: number, id: number]>(
  'select_import',
  `SELECT ${columns} FROM import
   WHERE account_id = $1 AND id = $2 AND created_at > now() - interval '24 hours'`,
);

/** For who works on it, as long as it is there. */
export const selectConfirmed = statement<ImportRow, [id: number]>(
  'select_confirmed_import',
  `SELECT ${columns} FROM import WHERE id = $1 AND confirmed_at IS NOT NULL AND finished_at IS NULL`,
);

/** Nothing comes back of one that is finished. What was said of it first holds. */
export const confirmImport = statement<
  { id: number },
  [accountId: number, id: number, visibility: Visibility | null]
>(
  'confirm_import',
  `UPDATE import SET
     visibility = CASE WHEN confirmed_at IS NULL THEN $3::visibility ELSE visibility END,
     confirmed_at = coalesce(confirmed_at, now())
   WHERE account_id = $1 AND id = $2 AND finished_at IS NULL RETURNING id`,
);

export const noteProgress = statement<never, [id: number, done: number]>(
  'note_import_progress',
  `UPDATE import SET done = $2 WHERE id = $1`,
);

/** What was made of it so far is kept in the preview's place. */
export const keepResults = statement<never, [id: number, done: number, preview: string, finished: boolean]>(
  'keep_import_results',
  `UPDATE import SET done = $2, preview = $3::jsonb, finished_at = CASE WHEN $4 THEN now() END WHERE id = $1`,
);

/** Nothing comes back when the same came before. */
export const insertImportedRecipe = statement<
  { eventable_id: number },
  [accountId: number, digest: Buffer, eventableId: number]
>(
  'insert_imported_recipe',
  `INSERT INTO imported_recipe (account_id, digest, eventable_id) VALUES ($1, $2, $3)
   ON CONFLICT DO NOTHING RETURNING eventable_id`,
);

/** The owner's recipes that are these already: by what was in them, or by where they come from. */
export const selectAlreadyHere = statement<
  { digest: string | null; source_url: string | null; name: string; id: number },
  [accountId: number, digests: string[], sourceUrls: string[]]
>(
  'select_already_here',
  `SELECT encode(i.digest, 'hex') AS digest, NULL AS source_url, e.name, e.id
   FROM imported_recipe i JOIN eventable e ON e.id = i.eventable_id
   WHERE i.account_id = $1 AND i.digest = ANY (SELECT decode(d, 'hex') FROM unnest($2::text[]) d)
   UNION ALL
   SELECT NULL, e.source_url, e.name, e.id FROM eventable e
   WHERE e.account_id = $1 AND e.type = 'recipe' AND e.source_url = ANY ($3::text[])`,
);

export const pruneImports = statement<never, []>(
  'prune_imports',
  `DELETE FROM import WHERE created_at < now() - interval '24 hours'`,
);
