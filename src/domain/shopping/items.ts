/** Merges the lines of a shopping list to the items that it shows, by aisle. */

import type { IngredientDraft } from '../../recipe-import/draft.ts';
import { type Aisle, type CanonicalFood, canonicalFood } from '../../recipe-import/foods/foods.ts';
import { amountText } from '../recipes/amount-text.ts';
import type { Amount } from '../recipes/measurement-systems.ts';
import { sumAmounts } from './sum-amounts.ts';

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

export type LineDraft = Pick<IngredientDraft, 'name' | 'quantity' | 'quantityMax' | 'unit' | 'optional'> & {
  locale: string;
  checked: boolean;
};

export interface ShoppingLine extends LineDraft {
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
  amounts: Amount[];
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

/** Example: "2 + 300 g". Empty without an amount. */
export const amountsText = ({ amounts }: Pick<ShoppingItem, 'amounts'>): string =>
  amounts.map(amountText).join(' + ');

/** By aisle, and within it in the order in which they were added. */
export function mergeLines(lines: ShoppingLine[]): ShoppingItem[] {
  const byFood = Map.groupBy(lines, ({ food, checked }) => `${checked ? 1 : 0} ${food}`);
  const items = [...byFood.values()].map(toItem);
  return items.sort((a, b) => aisles.indexOf(a.aisle) - aisles.indexOf(b.aisle) || a.id - b.id);
}

function toItem(lines: ShoppingLine[]): ShoppingItem {
  const [first] = lines;
  const { id, food, aisle, checked } = first!;
  const isExact = !food.startsWith('=');
  const canonical: CanonicalFood = { key: food, aisle: aisle as Aisle, isKnown: isExact, isExact };
  return {
    ...{ id, checked },
    name: lines.reduce((best, line) => (isBetterName(line, best) ? line : best)).name,
    aisle: aisles.find((known) => known === aisle) ?? 'other',
    amounts: sumAmounts(lines, canonical),
    optional: lines.every(({ optional }) => optional),
    recipeIds: [...new Set(lines.flatMap(({ recipeId }) => recipeId ?? []))],
  };
}

const wordsIn = (name: string) => name.split(' ').length;
const numberOf = ({ quantity }: ShoppingLine) => (quantity ? quantity.numerator / quantity.denominator : 0);

/** "onions" of "1 onion", "2 onions" and "3 small onions": few words, and plural if there are several. */
function isBetterName(one: ShoppingLine, other: ShoppingLine): boolean {
  const difference = wordsIn(one.name) - wordsIn(other.name);
  return difference < 0 || (difference === 0 && numberOf(one) > numberOf(other));
}
