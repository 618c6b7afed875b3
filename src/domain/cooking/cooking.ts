/** Preparations and bakings. */
import { nextEventableId } from '../../db/sql/items.ts';
import { listCooked, lockVisibleRecipe } from '../../db/sql/recipes.ts';
import { readPage } from '../../db/statement.ts';
import { type BeforeCommit, type Tx, transact } from '../../db/transaction.ts';
import type { Visibility } from '../../db/vocabulary.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import type { Page } from '../../lib/page.ts';
import type { IngredientDraft, StepDraft } from '../../recipe-import/draft.ts';
import { getAccount, viewerOf } from '../accounts/account.ts';
import {
  type Cooked,
  type CookedType,
  defaultVisibility,
  findCeiling,
  lockOwnItem,
  type Recipe,
  type Step,
  toIngredientDraft,
} from '../items/eventable.ts';
import { toSharedColumns, validateParts } from '../items/parts.ts';
import { deleteItem } from '../items/publish.ts';
import { getEventable, toEventables } from '../items/read.ts';
import {
  type ChangedRow,
  editColumns,
  initialColumns,
  type NewRow,
  type OwnColumns,
  saveItems,
} from '../items/save.ts';
import { scaleRecipe } from '../recipes/display.ts';

// Reads the recipe of a cooked item and copies its ingredients and steps

/** Locks the recipe against deletion. Throws validation_failed unless it is a recipe that the account may see. */
async function lockRecipeToCook(tx: Tx, accountId: number, recipeId: number): Promise<Recipe> {
  await requireVisibleRecipe(tx, accountId, recipeId);
  return (await getEventable(recipeId, viewerOf(accountId), tx)) as Recipe;
}

/** Locks and throws as `lockRecipeToCook` does, without reading the recipe. */
async function requireVisibleRecipe(tx: Tx, accountId: number, recipeId: number): Promise<void> {
  const [found] = await lockVisibleRecipe(tx, accountId, null, recipeId);
  if (!found) throw invalid('recipe_id', t('errors.must-be-visible-recipe'));
}

/** Scales the ingredients exactly to the number of servings. */
function copyIngredients(recipe: Recipe, serving: number): IngredientDraft[] {
  return scaleRecipe(recipe, { serving }).ingredients.map(toIngredientDraft);
}

/** Includes only links that the account may see. */
const copySteps = (recipe: Recipe): StepDraft[] =>
  recipe.steps.map(({ name, content, duration, ingredientPositions, links }) => ({
    name,
    content,
    duration,
    ingredientPositions,
    links: links.flatMap((link) => toLinkDraft(link) ?? []),
  }));

function toLinkDraft({ id, type, iri, serving }: Step['links'][number]): StepDraft['links'][number] | null {
  if (id !== null && type !== null) return { target: { id, type }, serving };
  return iri === null ? null : { target: { iri }, serving };
}

// Defines the input for preparations and bakings

export interface CookedDraft {
  name: string;
  preparedAt: Date;
  /** The recipe cooked. */
  recipeId: number | null;
  /** Integer > 0. */
  serving: number;
  /** Lower-case slug of at most 30 characters; null takes the recipe's. */
  servingType: string | null;
  /** Stars, 1 to 5. */
  rating?: number | null;
  /** Markdown. */
  description: string;
  /** BCP 47, or null to let the server decide. */
  locale: string | null;
  /** Null takes the recipe's. */
  visibility: Visibility | null;
  /** Null copies the recipe's ingredients, scaled; likewise the steps. */
  ingredients: IngredientDraft[] | null;
  steps: StepDraft[] | null;
  tags: string[];
  /** Uploaded pictures, in display order. */
  mediaIds?: number[];
}

/** Missing keys stay unchanged. */
export type CookedChanges = Partial<
  Omit<CookedDraft, 'ingredients' | 'steps' | 'visibility'> & {
    ingredients: IngredientDraft[];
    steps: StepDraft[];
    visibility: Visibility;
  }
>;

// Lists an account's own preparations and bakings, including drafts

export interface CookedFilter {
  /** Prepared at this time or later. */
  from: Date | null;
  /** Prepared before this time. */
  until: Date | null;
  publications: Cooked['publication'][] | null;
}

/** Lists newest first unless the page says otherwise. */
export async function listOwnCooked<Type extends CookedType>(
  type: Type,
  accountId: number,
  { from, until, publications }: CookedFilter,
  page: Page,
): Promise<Extract<Cooked, { type: Type }>[]> {
  const rows = await readPage(listCooked, page, [accountId, null, accountId, type], from, until, publications);
  return toEventables(rows) as Extract<Cooked, { type: Type }>[];
}

// Creates, updates and deletes local preparations and bakings

/**
 * Creates a draft. Throws validation_failed for a recipe or step links that the account may not see, and for a
 * visibility that is wider than that of the recipe from which it has ingredients or steps.
 */
export async function createCooked(
  type: CookedType,
  accountId: number,
  draft: CookedDraft,
  beforeCommit?: BeforeCommit<number>,
): Promise<number> {
  return transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    const recipe = draft.recipeId === null ? null : await lockRecipeToCook(tx, accountId, draft.recipeId);
    const [{ id } = { id: 0 }] = await nextEventableId(tx);
    const servingType = draft.servingType ?? recipe?.servingType ?? null;
    const visibility = draft.visibility ?? defaultVisibility(recipe);
    const { columns, mentionedIds } = await toSharedColumns(tx, { ...draft, servingType, visibility }, account);
    const row: NewRow = {
      ...initialColumns(accountId),
      ...columns,
      ...toOwnColumns(draft),
      type,
      publication: 'draft',
    };
    const parts = await validateParts(tx, accountId, null, {
      ingredients: draft.ingredients ?? (recipe ? copyIngredients(recipe, draft.serving) : []),
      steps: draft.steps ?? (recipe ? copySteps(recipe) : []),
    });
    await saveItems(tx, [{ origin: 'local', id, row, parts, mentionedIds, mediaIds: draft.mediaIds }]);
    return id;
  }, beforeCommit);
}

/**
 * Replaces the lists that are given, and announces the change if the item is published. Throws validation_failed on
 * `visibility` like `createCooked`, and on `recipe_id` for another recipe while ingredients or steps of the one before
 * stay.
 */
export async function updateCooked(
  type: CookedType,
  accountId: number,
  id: number,
  changes: CookedChanges,
): Promise<void> {
  await transact(async (tx) => {
    const before = await lockOwnItem(tx, accountId, type, id);
    if (Object.keys(changes).length === 0) return;
    const account = await getAccount(accountId, tx);
    const { recipeId, mediaIds } = changes;
    if (recipeId) await requireVisibleRecipe(tx, accountId, recipeId);
    // Without its recipe, the copy would no longer be known as one.
    const keepsParts = changes.ingredients === undefined || changes.steps === undefined;
    const leavesRecipe = recipeId !== undefined && recipeId !== before.recipe_id;
    if (leavesRecipe && keepsParts && ((await findCeiling(tx, id)) ?? 'public') !== 'public')
      throw invalid('recipe_id', t('errors.has-parts-of-recipe'));

    const { columns, mentionedIds } = await toSharedColumns(tx, changes, account, id);
    const row: ChangedRow = { ...columns, ...toOwnColumns(changes), ...editColumns(before) };
    const parts = await validateParts(tx, accountId, id, changes);
    await saveItems(tx, [{ origin: 'local', before, row, parts, mentionedIds, mediaIds }]);
  });
}

/** Deletes the item permanently, with its pictures. */
export async function deleteCooked(type: CookedType, accountId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    await deleteItem(tx, item);
  });
}

type OwnField = 'preparedAt' | 'recipeId' | 'rating';

const toOwnColumns = ({
  preparedAt,
  recipeId,
  rating,
}: Pick<CookedChanges, OwnField>): Partial<OwnColumns[CookedType]> => ({
  prepared_at: preparedAt,
  recipe_id: recipeId,
  rating,
});
