/** Creates, updates and deletes local preparations and bakings. */
import { insertEventable, insertMentions, nextEventableId, updateEventable } from '../../db/sql/items.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { type Account, getAccount } from '../accounts/account.ts';
import { notifyOfItem } from '../accounts/notify.ts';
import { type SharedColumns, toSharedColumns } from '../items/draft-columns.ts';
import { editColumns } from '../items/edit.ts';
import type { CookedType } from '../items/eventable.ts';
import { changeParts, createParts } from '../items/local-parts.ts';
import { lockOwnItem } from '../items/ownership.ts';
import { announceChange, deleteItem } from '../items/publish.ts';
import {
  defaultVisibility,
  findCeiling,
  requireBelowCeiling,
  requireNotWidened,
} from '../items/visibility-ceiling.ts';
import { replaceMedia } from '../media/attach.ts';
import { copyIngredients, copySteps, lockRecipeToCook, requireVisibleRecipe } from './cooked-recipe.ts';
import type { CookedChanges, CookedDraft } from './draft.ts';

/**
 * Creates a draft. Throws validation_failed for a recipe or step links that the account may not see, and for a visibility that is
 * wider than that of the recipe from which it has ingredients or steps.
 */
export async function createCooked(type: CookedType, accountId: number, draft: CookedDraft): Promise<number> {
  return transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    const recipe = draft.recipeId === null ? null : await lockRecipeToCook(tx, accountId, draft.recipeId);
    const [{ id } = { id: 0 }] = await nextEventableId(tx);
    const servingType = draft.servingType ?? recipe?.servingType ?? null;
    const visibility = draft.visibility ?? defaultVisibility(recipe);
    const { columns, mentionedIds } = await toColumns(tx, { ...draft, servingType, visibility }, account);
    const now = new Date();

    const row = {
      ...columns,
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
    await requireBelowCeiling(tx, id, visibility);
    if (mentionedIds?.length) await insertMentions(tx, id, mentionedIds);
    await replaceMedia(tx, accountId, id, draft.mediaIds ?? []);
    return id;
  });
}

/**
 * Replaces the lists that are given, and announces the change if the item is published. Throws validation_failed on `visibility`
 * like `createCooked`, and on `recipe_id` for another recipe while ingredients or steps of the one before stay.
 */
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
    const before = { ceiling: await findCeiling(tx, id), visibility: item.visibility };
    // Without its recipe, the copy would no longer be known as one.
    const keepsParts = changes.ingredients === undefined || changes.steps === undefined;
    const leavesRecipe = recipeId !== undefined && recipeId !== item.recipe_id;
    if (leavesRecipe && keepsParts && before.ceiling !== null && before.ceiling !== 'public')
      throw invalid('recipe_id', t('errors.has-parts-of-recipe'));

    const { columns, mentionedIds } = await toColumns(tx, changes, account, id);
    await updateEventable(tx, id, JSON.stringify({ ...columns, ...editColumns(item) }));
    if (mentionedIds) await insertMentions(tx, id, mentionedIds);
    await changeParts(tx, accountId, id, changes);
    await requireNotWidened(tx, id, before, changes.visibility ?? item.visibility);
    if (changes.mediaIds) await replaceMedia(tx, accountId, id, changes.mediaIds);
    await announceChange(tx, item, changes.visibility);
    await notifyOfItem(tx, id);
  });
}

/** Deletes the item permanently, with its pictures. */
export async function deleteCooked(type: CookedType, accountId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    await deleteItem(tx, item);
  });
}

async function toColumns(
  tx: Tx,
  draft: Omit<CookedChanges, 'ingredients' | 'steps'>,
  account: Account,
  id?: number,
): Promise<SharedColumns> {
  const { columns, mentionedIds } = await toSharedColumns(tx, draft, account, id);
  const { preparedAt, recipeId, rating } = draft;
  return { columns: { ...columns, prepared_at: preparedAt, recipe_id: recipeId, rating }, mentionedIds };
}
