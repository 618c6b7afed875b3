/** What members note beside recipes. Nobody else sees it, and it is never sent to other servers. */
import { deletePrivateNote, insertPrivateNote, upsertPrivateNote } from '../../db/sql/recipes.ts';
import { transact } from '../../db/transaction.ts';
import { getItemHeader } from '../items/ownership.ts';

/** Plain text. Throws not_found for a recipe that the member cannot see. */
export async function writeNote(accountId: number, recipeId: number, content: string): Promise<void> {
  await transact(async (tx) => {
    await getItemHeader(tx, accountId, recipeId, 'recipe');
    await upsertPrivateNote(tx, accountId, recipeId, content);
  });
}

/** Nothing happens without a note. Throws not_found for a recipe that the member cannot see. */
export async function deleteNote(accountId: number, recipeId: number): Promise<void> {
  await transact(async (tx) => {
    await getItemHeader(tx, accountId, recipeId, 'recipe');
    await deletePrivateNote(tx, accountId, recipeId);
  });
}

/** Keeps a note that the member has already. Throws not_found for a recipe that the member cannot see. */
export async function restoreNote(accountId: number, recipeId: number, content: string): Promise<void> {
  await transact(async (tx) => {
    await getItemHeader(tx, accountId, recipeId, 'recipe');
    await insertPrivateNote(tx, accountId, recipeId, content);
  });
}
