/** Statements on what is imported; each names the owner, for nobody else has any business there. */
import { statement } from '../statement.ts';

export interface ImportRow {
  id: number;
  key: string;
  name: string;
  format: string;
  source_url: string | null;
  preview: unknown;
  confirmed_at: Date | null;
  created_at: Date;
}

export const insertImport = statement<
  { id: number },
  [accountId: number, key: string, name: string, format: string, sourceUrl: string | null, preview: string]
>(
  'insert_import',
  `INSERT INTO import (account_id, key, name, format, source_url, preview)
   VALUES ($1, $2, $3, $4, $5, $6::jsonb) RETURNING id`,
);

/** For a day. */
export const selectImport = statement<ImportRow, [accountId: number, id: number]>(
  'select_import',
  `SELECT id, key, name, format, source_url, preview, confirmed_at, created_at FROM import
   WHERE account_id = $1 AND id = $2 AND created_at > now() - interval '24 hours'`,
);

/** What was made of it is kept in the preview's place. */
export const confirmImport = statement<never, [accountId: number, id: number, preview: string]>(
  'confirm_import',
  `UPDATE import SET confirmed_at = coalesce(confirmed_at, now()), preview = $3::jsonb
   WHERE account_id = $1 AND id = $2`,
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
