/** Creates, updates and deletes local preparations and bakings. */
import { addToCookedCount } from '../../db/sql/cooking/cooked.ts';
import { insertEventable, nextEventableId, updateEventable } from '../../db/sql/items/eventables.ts';
import { transact } from '../../db/transaction.ts';
import { type Account, getAccount } from '../accounts/account.ts';
import { notifyOfItem } from '../accounts/notify.ts';
import { toSharedColumns } from '../items/draft-columns.ts';
import { editColumns } from '../items/edit.ts';
import type { CookedType } from '../items/eventable.ts';
import { changeParts, createParts } from '../items/local-parts.ts';
import { lockOwnItem } from '../items/ownership.ts';
import { announceChange, deleteItem } from '../items/publish.ts';
import { replaceMedia } from '../media/attach.ts';
import { copyIngredients, copySteps, lockRecipeToCook, requireVisibleRecipe } from './cooked-recipe.ts';
import type { CookedChanges, CookedDraft } from './draft.ts';

/** Creates a draft. Throws validation_failed for a recipe or step links that the account may not see. */
export async function createCooked(type: CookedType, accountId: number, draft: CookedDraft): Promise<number> {
  return transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    const recipe = draft.recipeId === null ? null : await lockRecipeToCook(tx, accountId, draft.recipeId);
    const [{ id } = { id: 0 }] = await nextEventableId(tx);
    const now = new Date();

    const row = {
      ...(await toRow({ ...draft, servingType: draft.servingType ?? recipe?.servingType ?? null }, account)),
      type,
      account_id: accountId,
      publication: 'draft',
      sensitive: false,
      spoiler_text: '',
      created_at: now,
      published_at: now,
      updated_at: now,
    };
    await insertEventable(tx, id, JSON.stringify(row));
    await createParts(tx, accountId, id, {
      ingredients: draft.ingredients ?? (recipe ? copyIngredients(recipe, draft.serving) : []),
      steps: draft.steps ?? (recipe ? copySteps(recipe) : []),
    });
    await replaceMedia(tx, accountId, id, draft.mediaIds ?? []);
    return id;
  });
}

/** Replaces the lists that are given, and announces the change if the item is published. */
export async function updateCooked(
  type: CookedType,
  accountId: number,
  id: number,
  changes: CookedChanges,
): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    if (Object.keys(changes).length === 0) return;
    const account = await getAccount(accountId, tx);
    const { recipeId } = changes;
    if (recipeId) await requireVisibleRecipe(tx, accountId, recipeId);

    await updateEventable(tx, id, JSON.stringify({ ...(await toRow(changes, account)), ...editColumns() }));
    await changeParts(tx, accountId, id, changes);
    if (changes.mediaIds) await replaceMedia(tx, accountId, id, changes.mediaIds);
    if (recipeId !== undefined && recipeId !== item.recipe_id && item.publication === 'published') {
      await addToCookedCount(tx, item.recipe_id, -1);
      await addToCookedCount(tx, recipeId, 1);
    }
    await announceChange(tx, item, changes.visibility);
    await notifyOfItem(tx, id);
  });
}

/** Deletes the item permanently, with its pictures. */
export async function deleteCooked(type: CookedType, accountId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    if (item.publication === 'published') await addToCookedCount(tx, item.recipe_id, -1);
    await deleteItem(tx, item);
  });
}

const toRow = async (draft: CookedChanges | CookedDraft, account: Account) => ({
  ...(await toSharedColumns(draft, account)),
  prepared_at: draft.preparedAt,
  recipe_id: draft.recipeId,
});
