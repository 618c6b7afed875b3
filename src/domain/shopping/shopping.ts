/** Shopping lists. */
import { randomBytes } from 'node:crypto';
import { prisma, withNumbers } from '../../db/client.ts';
import { takeQuota } from '../../db/sql/access.ts';
import {
  checkShoppingItem,
  deleteShoppingItem,
  insertShoppingRecipe,
  listShoppingRecipes,
} from '../../db/sql/shopping.ts';
import { db } from '../../db/statement.ts';
import { type BeforeCommit, type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { isSingular } from '../../lib/language/plural-forms.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import type { IngredientDraft, Rational } from '../../recipe-import/draft.ts';
import { type Aisle, aisleOf, type CanonicalFood, canonicalFood, foodName } from '../../recipe-import/foods/foods.ts';
import { foodLanguageOf } from '../../recipe-import/foods/word-forms.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { getAccount, type Viewer } from '../accounts/account.ts';
import type { Recipe } from '../items/eventable.ts';
import { getOfType } from '../items/read.ts';
import { type Portion, scaleRecipe } from '../recipes/display.ts';
import { type ShoppingAmount, sumAmounts } from './sums.ts';

// Merges the lines of a shopping list to the items that it shows, by aisle

/** In the order of a walk through a shop. */
export const aisles = [
  'produce',
  'bakery',
  'meat',
  'fish',
  'dairy',
  'dry goods',
  'spices',
  'drinks',
  'frozen',
  'other',
] as const satisfies Aisle[];

type LineDraft = Pick<IngredientDraft, 'name' | 'quantity' | 'quantityMax' | 'unit' | 'optional'> & {
  locale: string;
  checked: boolean;
};

interface ShoppingLine extends LineDraft {
  id: number;
  /** Null for a line that the member wrote. */
  recipeId: number | null;
  food: string;
  aisle: string;
}

/** Lines of the same food that are all ticked, or all not. */
export interface ShoppingItem {
  /** The id of its first line. */
  id: number;
  name: string;
  aisle: Aisle;
  /** Amounts that cannot be added. Empty if no line states one. */
  amounts: ShoppingAmount[];
  optional: boolean;
  checked: boolean;
  recipeIds: number[];
}

/**
 * Returns the key by which lines are merged, and the aisle. Foods that are only similar, such as almond milk and milk,
 * have different keys.
 */
export function foodOf({ name, locale }: Pick<LineDraft, 'name' | 'locale'>): { food: string; aisle: Aisle } {
  const { key, aisle, isExact } = canonicalFood(name, locale);
  return { food: isExact ? key : `=${name.toLowerCase().replaceAll(/\s+/g, ' ').trim()}`, aisle };
}

/** By aisle, and within it in the order in which they were added. Foods are named in the language of the reader. */
export function mergeLines(lines: ShoppingLine[], { language }: { language: string } = reader()): ShoppingItem[] {
  const byFood = Map.groupBy(lines, ({ food, checked }) => `${checked ? 1 : 0} ${food}`);
  const items = [...byFood.values()].map((each) => toItem(each, language));
  return items.sort((a, b) => aisles.indexOf(a.aisle) - aisles.indexOf(b.aisle) || a.id - b.id);
}

function toItem(lines: ShoppingLine[], language: string): ShoppingItem {
  const [first] = lines;
  const { id, food, checked } = first!;
  const isExact = !food.startsWith('=');
  const aisle = (isExact && aisleOf(food)) || first!.aisle;
  const canonical: CanonicalFood = { key: food, aisle: aisle as Aisle, isKnown: isExact, isExact };
  return {
    id,
    checked,
    name: nameIn(language, lines, isExact),
    aisle: aisles.find((known) => known === aisle) ?? 'other',
    amounts: sumAmounts(lines, canonical),
    optional: lines.every(({ optional }) => optional),
    recipeIds: [...new Set(lines.flatMap(({ recipeId }) => recipeId ?? []))],
  };
}

/** As the reader wrote it, or a recipe in the language of the reader. Otherwise as the food is called there. */
function nameIn(language: string, lines: ShoppingLine[], isExact: boolean): string {
  const own = lines.filter((line) => isWrittenIn(language, line));
  const { food, name } = (own.length > 0 ? own : lines).reduce((best, line) =>
    isBetterName(line, best) ? line : best,
  );
  if (own.length > 0 || !isExact) return name;
  const isSeveral = lines.length > 1 || isPlural(numberOf(lines[0]!), language);
  return foodName(food, language, isSeveral && lines.some(({ unit }) => unit === null)) ?? name;
}

function isWrittenIn(language: string, { locale, name, food }: ShoppingLine): boolean {
  const written = foodLanguageOf(locale);
  return written === null ? canonicalFood(name, language).key === food : written === foodLanguageOf(language);
}

const wordsIn = (name: string) => name.split(' ').length;
const numberOf = ({ quantity }: ShoppingLine) => (quantity ? quantity.numerator / quantity.denominator : 0);

/** In French, one and a half is singular. */
const isPlural = (count: number, language: string) => count > 1 && !isSingular(count, language);

/** "onions" of "1 onion", "2 onions" and "3 small onions": few words, and plural if there are several. */
function isBetterName(one: ShoppingLine, other: ShoppingLine): boolean {
  const difference = wordsIn(one.name) - wordsIn(other.name);
  return difference < 0 || (difference === 0 && numberOf(one) > numberOf(other));
}

// Reads the shopping list of a member

export interface ShoppingRecipe {
  id: number;
  /** As it was when it was added. */
  name: string;
  serving: number;
  servingType: string;
  /** What its page needs. Null if the recipe was deleted or is hidden from the viewer. */
  page: {
    slug: string | null;
    publication: 'draft' | 'published';
    iri: string | null;
    url: string | null;
    account: { handle: string | null; host: string };
  } | null;
}

export interface ShoppingList {
  recipes: ShoppingRecipe[];
  items: ShoppingItem[];
  /** Null while the list is not shared. */
  shareToken: string | null;
}

/** Returns an empty list for a member who has none. */
export async function getShoppingList(accountId: number): Promise<ShoppingList> {
  const list = await prisma().shoppingList.findUnique({ where: { accountId } });
  if (!list) return { recipes: [], items: [], shareToken: null };
  const listId = Number(list.id);
  const [recipes, lines] = await Promise.all([listRecipes(listId, accountId), listLines(listId)]);
  return { recipes, items: mergeLines(lines), shareToken: list.shareToken };
}

/** `viewerId` is null for somebody with the link. */
async function listRecipes(listId: number, viewerId: number | null): Promise<ShoppingRecipe[]> {
  const rows = await listShoppingRecipes(db, viewerId, null, listId);
  return rows.map(({ id, name, serving, serving_type, slug, publication, iri, url, handle, host }) => ({
    id,
    name,
    serving,
    servingType: serving_type,
    page: publication === null || host === null ? null : { slug, publication, iri, url, account: { handle, host } },
  }));
}

/** Returns no lines for a member without a list. */
export async function listLinesOf(accountId: number): Promise<ShoppingLine[]> {
  const listId = await findListId(accountId);
  return listId === null ? [] : listLines(listId);
}

async function listLines(listId: number): Promise<ShoppingLine[]> {
  const rows = await prisma().shoppingListLine.findMany({ where: { listId }, orderBy: { id: 'asc' } });
  return rows.map(({ quantityNum, quantityDen, quantityMaxNum, quantityMaxDen, ...line }) => ({
    ...withNumbers(line),
    quantity: toRational(quantityNum, quantityDen),
    quantityMax: toRational(quantityMaxNum, quantityMaxDen),
  }));
}

const toRational = (numerator: bigint | null, denominator: bigint | null): Rational | null =>
  numerator === null || denominator === null
    ? null
    : { numerator: Number(numerator), denominator: Number(denominator) };

/** Creates the member's list if there is none, and locks it, so that limits hold. */
async function openList(tx: PrismaTx, accountId: number): Promise<{ id: number; shareToken: string | null }> {
  const member = { accountId };
  return withNumbers(await tx.prisma.shoppingList.upsert({ where: member, create: member, update: member }));
}

// Adds recipes and a member's own lines

const maxLines = 1_000;
const maxRecipes = 50;

interface WantedRecipe extends Portion {
  id: number;
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
  for (const { id, ...portion } of wanted) recipes.push(scaleRecipe(await getOfType('recipe', id, viewer), portion));
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

// Ticks and removes the items of a shopping list

/** Returns null if the member has no list. */
async function findListId(accountId: number): Promise<number | null> {
  const list = await prisma().shoppingList.findUnique({ select: { id: true }, where: { accountId } });
  return list && Number(list.id);
}

export interface Tick {
  /** The id of any line of the item. */
  id: number;
  checked: boolean;
  /** How long ago it was made, for a device that had no connection then. The last tick of an item counts. */
  ageSeconds: number;
}

/** Throws not_found. */
export async function checkItem(accountId: number, tick: Tick): Promise<void> {
  const listId = await findListId(accountId);
  if (listId === null) throw notFound();
  await checkItemOf(listId, tick);
}

async function checkItemOf(listId: number, { id, checked, ageSeconds }: Tick): Promise<void> {
  const lines = await checkShoppingItem(db, listId, id, checked, ageSeconds);
  if (lines.length === 0) throw notFound();
}

/** Throws not_found. Keeps lines that were added since. */
export async function removeItem(accountId: number, itemId: number, ageSeconds = 0): Promise<void> {
  const listId = await findListId(accountId);
  const gone = listId === null ? [] : await deleteShoppingItem(db, listId, itemId, ageSeconds);
  if (gone.length === 0) throw notFound();
}

/** Removes a recipe with its lines. Nothing happens if it is not on the list. */
export async function removeRecipe(accountId: number, recipeId: number): Promise<void> {
  const listId = await findListId(accountId);
  if (listId !== null) await prisma().shoppingListRecipe.deleteMany({ where: { listId, recipeId } });
}

/** Removes ticked items, and recipes of which everything is ticked. */
export async function removeCheckedItems(accountId: number): Promise<void> {
  const listId = await findListId(accountId);
  if (listId === null) return;
  await prisma().$transaction([
    prisma().shoppingListRecipe.deleteMany({ where: { listId, lines: { none: { checked: false } } } }),
    prisma().shoppingListLine.deleteMany({ where: { listId, checked: true } }),
  ]);
}

/** Removes everything. A shared list stays shared. */
export async function clearShoppingList(accountId: number): Promise<void> {
  const listId = await findListId(accountId);
  if (listId === null) return;
  await prisma().$transaction([
    prisma().shoppingListRecipe.deleteMany({ where: { listId } }),
    prisma().shoppingListLine.deleteMany({ where: { listId } }),
  ]);
}

// Shares a shopping list by a link that cannot be guessed

const tokenBytes = 24;
const pattern = /^[A-Za-z0-9_-]{32}$/;

interface SharedList {
  id: number;
  /** Name of the member. */
  owner: string;
  items: ShoppingItem[];
  /** Only recipes that everybody may see. */
  recipes: ShoppingRecipe[];
}

/** Sharing a shared list keeps its link. Returns the id of the list. */
export async function shareList(accountId: number, beforeCommit?: BeforeCommit<number>): Promise<number> {
  return transactWithPrisma(async (tx) => {
    const { id, shareToken } = await openList(tx, accountId);
    const data = { shareToken: shareToken ?? randomBytes(tokenBytes).toString('base64url') };
    await tx.prisma.shoppingList.update({ where: { id }, data });
    return id;
  }, beforeCommit);
}

/** The link no longer works, also after the list is shared again. */
export async function unshareList(accountId: number): Promise<void> {
  await prisma().shoppingList.updateMany({ where: { accountId }, data: { shareToken: null } });
}

/** Finds no list of a suspended or deleted account. */
async function findShared(token: string): Promise<{ id: number; owner: string }> {
  const list = pattern.test(token)
    ? await prisma().shoppingList.findUnique({
        select: { id: true, account: { select: { name: true, username: true } } },
        where: { shareToken: token, account: { suspendedAt: null, deletedAt: null } },
      })
    : null;
  if (!list) throw notFound();
  return { id: Number(list.id), owner: list.account.name || list.account.username };
}

/** Throws not_found. */
export async function getSharedList(token: string): Promise<SharedList> {
  const { id, owner } = await findShared(token);
  const [lines, recipes] = await Promise.all([listLines(id), listRecipes(id, null)]);
  return { id, owner, items: mergeLines(lines), recipes: recipes.filter(({ page }) => page !== null) };
}

/** Throws not_found. */
export async function checkSharedItem(token: string, tick: Tick): Promise<void> {
  await checkItemOf((await findShared(token)).id, tick);
}
