/** Converts ingredients to and from schema.org supplies, with exact amounts in our own terms. */
import type { IngredientDraft, Rational } from '../../recipe-import/draft.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { readIngredients } from '../../recipe-import/ingredient-list.ts';
import { fromNumber, rational } from '../../recipe-import/quantity.ts';
import {
  booleanOf,
  firstOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  numberOf,
  stringOf,
} from '../json-ld/json.ts';
import { limits } from './remote-object.ts';

/** Leaves out defaults: null, `scalable` true and `optional` false. */
export function toSupply(ingredient: IngredientDraft): JsonObject {
  const { quantity, quantityMax, unit } = ingredient;
  const amount = {
    ...(quantity && { value: quantity.numerator / quantity.denominator, ...quantity }),
    ...(quantityMax && {
      maxValue: quantityMax.numerator / quantityMax.denominator,
      maxNumerator: quantityMax.numerator,
      maxDenominator: quantityMax.denominator,
    }),
    ...(unit !== null && { unitText: unit }),
  };

  return {
    type: 'HowToSupply',
    name: ingredient.name,
    ...(Object.keys(amount).length > 0 && { requiredQuantity: { type: 'QuantitativeValue', ...amount } }),
    ...(ingredient.note !== null && { note: ingredient.note }),
    ...(ingredient.group !== null && { group: ingredient.group }),
    ...(ingredient.optional && { optional: true }),
    ...(!ingredient.scalable && { scalable: false }),
    ...(ingredient.originalText !== null && { originalText: ingredient.originalText }),
  };
}

/** Reads `supply` if its entries have names, else the lines of `recipeIngredient`. */
export function readIngredientList(object: JsonObject): IngredientDraft[] {
  const supplies = listOf(member(object, 'supply'))
    .slice(0, limits.ingredients)
    .map(readSupply)
    .filter((ingredient) => ingredient !== null);
  if (supplies.length > 0) return supplies;

  const lines = listOf(member(object, 'recipeIngredient'))
    .map((line) => stringOf(isObject(line) ? member(line, 'name') : line, limits.line))
    .filter((line) => line !== null);
  return readIngredients(lines.slice(0, limits.ingredients), []);
}

function readSupply(supply: unknown): IngredientDraft | null {
  if (!isObject(supply)) {
    const line = stringOf(supply, limits.line)?.trim();
    return line ? parseIngredientLine(line) : null;
  }

  const name = stringOf(member(supply, 'name'), limits.word);
  if (!name) return null;

  const amount = firstOf(member(supply, 'requiredQuantity'));
  return {
    name,
    quantity: readRational(amount, 'numerator', 'denominator', 'value'),
    quantityMax: readRational(amount, 'maxNumerator', 'maxDenominator', 'maxValue'),
    unit: stringOf(member(amount, 'unitText'), limits.word) || null,
    note: stringOf(member(supply, 'note'), limits.line) || null,
    group: stringOf(member(supply, 'group'), limits.word) || null,
    optional: booleanOf(member(supply, 'optional')) ?? false,
    scalable: booleanOf(member(supply, 'scalable')) ?? true,
    originalText: stringOf(member(supply, 'originalText'), limits.line) || null,
  };
}

/** Returns the exact fraction, or the nearest one to a decimal value. */
function readRational(amount: unknown, top: string, bottom: string, value: string): Rational | null {
  const numerator = numberOf(member(amount, top));
  const denominator = numberOf(member(amount, bottom));
  if (Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator)) {
    return rational(numerator!, denominator!);
  }

  const number = numberOf(isObject(amount) ? member(amount, value) : amount);
  return number === null ? null : fromNumber(number);
}
