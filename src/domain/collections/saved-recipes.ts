/** Lists the recipes that a member has saved, so that a device can keep them for reading without a connection. */
import { selectSavedRecipes } from '../../db/sql/collections.ts';
import { db } from '../../db/statement.ts';

export interface SavedRecipe {
  id: number;
  type: 'recipe';
  url: string | null;
  iri: string | null;
  slug: string | null;
  account: { handle: string | null; host: string };
  /** When its author last edited or published it. */
  changedAt: Date;
}

/** Those that were saved last come first. */
export async function listSavedRecipes(accountId: number, limit: number): Promise<SavedRecipe[]> {
  const rows = await selectSavedRecipes(db, accountId, null, limit);
  return rows.map(({ handle, host, ...recipe }) => ({
    ...recipe,
    type: 'recipe',
    account: { handle, host },
  }));
}
