/** Preparations and bakings of ours: drafts are made, changed, deleted. */
import { countCooked } from '../../db/sql/cooked.ts';
import { insertEventable, nextEventableId, updateEventable } from '../../db/sql/eventables.ts';
import { transact } from '../../db/transaction.ts';
import { type Account, getAccount } from '../accounts/account.ts';
import { dishRow } from '../eventables/dish-row.ts';
import type { CookedType } from '../eventables/eventable.ts';
import { lockOwned } from '../eventables/own.ts';
import { changeParts, createParts } from '../eventables/parts-of-ours.ts';
import { announceChange, remove } from '../eventables/publish.ts';
import { replaceMedia } from '../media/attach.ts';
import { notifyOfItem } from '../notifications.ts';
import type { CookedChanges, CookedDraft } from './draft.ts';
import { checkCookable, copyIngredients, copySteps, getCookable } from './recipe.ts';

/** A draft, its owner's alone. Throws validation_failed on a recipe or step links that the cook may not see. */
export async function createCooked(type: CookedType, accountId: number, draft: CookedDraft): Promise<number> {
  return transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    const recipe = draft.recipeId === null ? null : await getCookable(tx, accountId, draft.recipeId);
    const [{ id } = { id: 0 }] = await nextEventableId(tx);
    const now = new Date();

    const row = {
      ...toRow({ ...draft, servingType: draft.servingType ?? recipe?.servingType ?? null }, account),
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

/** A list given replaces the list. Whoever knows a published one is told. */
export async function updateCooked(
  type: CookedType,
  accountId: number,
  id: number,
  changes: CookedChanges,
): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwned(tx, accountId, type, id);
    if (Object.keys(changes).length === 0) return;
    const account = await getAccount(accountId, tx);
    const { recipeId } = changes;
    if (recipeId) await checkCookable(tx, accountId, recipeId);

    await updateEventable(tx, id, JSON.stringify({ ...toRow(changes, account), updated_at: new Date() }));
    await changeParts(tx, accountId, id, changes);
    if (changes.mediaIds) await replaceMedia(tx, accountId, id, changes.mediaIds);
    if (recipeId !== undefined && recipeId !== item.recipe_id && item.publication === 'published') {
      await countCooked(tx, item.recipe_id, -1);
      await countCooked(tx, recipeId, 1);
    }
    await announceChange(tx, item, changes.visibility);
    await notifyOfItem(tx, id);
  });
}

/** For good, with its pictures. */
export async function deleteCooked(type: CookedType, accountId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwned(tx, accountId, type, id);
    if (item.publication === 'published') await countCooked(tx, item.recipe_id, -1);
    await remove(tx, item);
  });
}

const toRow = (draft: CookedChanges | CookedDraft, account: Account) => ({
  ...dishRow(draft, account),
  prepared_at: draft.preparedAt,
  recipe_id: draft.recipeId,
});
