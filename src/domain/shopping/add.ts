/** Adds recipes and a member's own lines to the shopping list. */
import { takeQuota } from '../../db/sql/access.ts';
import { insertShoppingRecipe } from '../../db/sql/shopping.ts';
import { type BeforeCommit, type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { getAccount, type Viewer } from '../accounts/account.ts';
import type { Recipe } from '../items/eventable.ts';
import { getOfType } from '../items/read.ts';
import { scalingOf } from '../recipes/display.ts';
import { scaleBy } from '../recipes/measures.ts';
import type { Pans } from '../recipes/pans.ts';
import { foodOf, type LineDraft, openList } from './shopping.ts';

const maxLines = 1_000;
const maxRecipes = 50;

export interface WantedRecipe {
  id: number;
  /** Undefined means as many as the recipe is written for. */
  serving?: number | undefined;
  /** Counts instead of the servings. */
  pans?: Pans | undefined;
}

/**
 * Copies the ingredients of the recipes, scaled. Adding a recipe again replaces its lines. Returns the id of the list.
 * Throws not_found for a recipe that the member cannot see, validation_failed beyond the limits.
 */
export async function addRecipes(
  viewer: Viewer & { accountId: number },
  wanted: WantedRecipe[],
  beforeCommit?: BeforeCommit<number>,
): Promise<number> {
  const recipes: Recipe[] = [];
  for (const { id, serving, pans } of wanted) {
    const recipe = await getOfType('recipe', id, viewer);
    recipes.push(scaleBy(recipe, scalingOf(recipe, { serving, pans, units: null })));
  }
  return transactWithPrisma(async (tx) => {
    const { id: listId } = await openList(tx, viewer.accountId);
    for (const recipe of recipes) {
      const { id, name, serving, servingType } = recipe;
      await insertShoppingRecipe(tx, listId, id, name, serving, servingType);
      await insertLines(tx, listId, id, linesOf(recipe));
    }
    await checkSize(tx, listId);
    return listId;
  }, beforeCommit);
}

/** As long as a device keeps what it could not send. */
const changeTtlSeconds = 30 * 86_400;

/**
 * Reads the line as an ingredient: "2 l milk". Returns the id of the list. Throws validation_failed beyond the limit.
 * `changeId` is of a device, which sends the line again if it has not heard the answer: it is added once.
 */
export async function addLine(
  accountId: number,
  text: string,
  beforeCommit?: BeforeCommit<number>,
  changeId: string | null = null,
): Promise<number> {
  const { locale } = await getAccount(accountId);
  const line = { ...parseIngredientLine(text), locale, checked: false };
  return transactWithPrisma(async (tx) => {
    const { id: listId } = await openList(tx, accountId);
    const key = JSON.stringify(['shopping-line', accountId, changeId]);
    if (changeId !== null && (await takeQuota(tx, key, 1, changeTtlSeconds)).length === 0) return listId;
    await insertLines(tx, listId, null, [line]);
    await checkSize(tx, listId);
    return listId;
  }, beforeCommit);
}

/** Adds the lines to an empty list, and none to another. */
export async function restoreShoppingList(accountId: number, lines: LineDraft[]): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const { id: listId } = await openList(tx, accountId);
    if ((await countLines(tx, listId)) === 0) await insertLines(tx, listId, null, lines);
  });
}

const linesOf = ({ ingredients, locale }: Recipe): LineDraft[] =>
  ingredients.map((ingredient) => ({ ...ingredient, locale, checked: false }));

async function insertLines(tx: PrismaTx, listId: number, recipeId: number | null, lines: LineDraft[]): Promise<void> {
  const rows = lines.map((line) => ({
    listId,
    recipeId,
    name: line.name,
    quantityNum: line.quantity?.numerator,
    quantityDen: line.quantity?.denominator,
    quantityMaxNum: line.quantityMax?.numerator,
    quantityMaxDen: line.quantityMax?.denominator,
    unit: line.unit,
    optional: line.optional,
    locale: line.locale,
    ...foodOf(line),
    checked: line.checked,
  }));
  if (rows.length > 0) await tx.prisma.shoppingListLine.createMany({ data: rows });
}

const countLines = (tx: PrismaTx, listId: number) => tx.prisma.shoppingListLine.count({ where: { listId } });

async function checkSize(tx: PrismaTx, listId: number): Promise<void> {
  const recipes = await tx.prisma.shoppingListRecipe.count({ where: { listId } });
  if (recipes > maxRecipes) throw invalid('base', t('errors.too-many-recipes-on-shopping-list', { maxRecipes }));
  if ((await countLines(tx, listId)) > maxLines)
    throw invalid('base', t('errors.too-many-ingredients-on-shopping-list', { maxLines }));
}
