/** Records imported recipes. */
import { statement } from '../../statement.ts';

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
