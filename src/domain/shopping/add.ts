/** Adds recipes and a member's own lines to the shopping list. */
import {
  countShoppingLines,
  insertShoppingLines,
  insertShoppingRecipe,
  openShoppingList,
} from '../../db/sql/shopping.ts';
import { toJson } from '../../db/statement.ts';
import { type BeforeCommit, type Tx, transact } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { getAccount, type Viewer } from '../accounts/account.ts';
import type { Recipe } from '../items/eventable.ts';
import { toQuantityColumns } from '../items/parts.ts';
import { getOfType } from '../items/read.ts';
import { scaleRecipe } from '../recipes/measures.ts';
import { foodOf, type LineDraft } from './shopping.ts';

const maxLines = 1_000;
const maxRecipes = 50;

export interface WantedRecipe {
  id: number;
  /** Undefined means as many as the recipe is written for. */
  serving?: number | undefined;
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
  for (const { id, serving } of wanted) recipes.push(scaleRecipe(await getOfType('recipe', id, viewer), serving));
  return transact(async (tx) => {
    const [list] = await openShoppingList(tx, viewer.accountId);
    for (const recipe of recipes) {
      const { id, name, serving, servingType } = recipe;
      await insertShoppingRecipe(tx, list!.id, id, name, serving, servingType);
      await insertLines(tx, list!.id, id, linesOf(recipe));
    }
    await checkSize(tx, list!.id);
    return list!.id;
  }, beforeCommit);
}

/**
 * Reads the line as an ingredient: "2 l milk". Returns the id of the list. Throws validation_failed beyond the limit.
 */
export async function addLine(accountId: number, text: string, beforeCommit?: BeforeCommit<number>): Promise<number> {
  const { locale } = await getAccount(accountId);
  const line = { ...parseIngredientLine(text), locale, checked: false };
  return transact(async (tx) => {
    const [list] = await openShoppingList(tx, accountId);
    await insertLines(tx, list!.id, null, [line]);
    await checkSize(tx, list!.id);
    return list!.id;
  }, beforeCommit);
}

/** Adds the lines to an empty list, and none to another. */
export async function restoreShoppingList(accountId: number, lines: LineDraft[]): Promise<void> {
  await transact(async (tx) => {
    const [list] = await openShoppingList(tx, accountId);
    const [count] = await countShoppingLines(tx, list!.id);
    if (count!.lines === 0) await insertLines(tx, list!.id, null, lines);
  });
}

const linesOf = ({ ingredients, locale }: Recipe): LineDraft[] =>
  ingredients.map((ingredient) => ({ ...ingredient, locale, checked: false }));

async function insertLines(tx: Tx, listId: number, recipeId: number | null, lines: LineDraft[]): Promise<void> {
  const rows = lines.map((line) => ({
    name: line.name,
    ...toQuantityColumns(line),
    unit: line.unit,
    optional: line.optional,
    locale: line.locale,
    ...foodOf(line),
    checked: line.checked,
  }));
  if (rows.length > 0) await insertShoppingLines(tx, listId, recipeId, toJson(rows));
}

async function checkSize(tx: Tx, listId: number): Promise<void> {
  const [count] = await countShoppingLines(tx, listId);
  if (count!.recipes > maxRecipes) throw invalid('base', t('errors.too-many-recipes-on-shopping-list', { maxRecipes }));
  if (count!.lines > maxLines) throw invalid('base', t('errors.too-many-ingredients-on-shopping-list', { maxLines }));
}
