/** Ingredients as schema.org supplies, with the exact amounts in terms of ours. */
import type { IngredientDraft, Rational } from '../../domain/eventables/draft.ts';
import { fromNumber, rational } from '../../domain/recipes/quantity.ts';
import { parseIngredientLine } from '../../domain/recipes/reading/ingredient-line.ts';
import { readIngredients } from '../../domain/recipes/reading/ingredient-list.ts';
import {
  booleanOf,
  firstOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  numberOf,
  stringOf,
} from '../json.ts';
import { caps } from './remote-object.ts';

/** What is not said is null, true for `scalable`, false for `optional`. */
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

/** From `supply` where it is given with names, else from the lines of `recipeIngredient`. */
export function readIngredientList(object: JsonObject): IngredientDraft[] {
  const supplies = listOf(member(object, 'supply'))
    .slice(0, caps.ingredients)
    .map(readSupply)
    .filter((ingredient) => ingredient !== null);
  if (supplies.length > 0) return supplies;

  const lines = listOf(member(object, 'recipeIngredient'))
    .map((line) => stringOf(isObject(line) ? member(line, 'name') : line, caps.line))
    .filter((line) => line !== null);
  return readIngredients(lines.slice(0, caps.ingredients), []);
}

function readSupply(supply: unknown): IngredientDraft | null {
  if (!isObject(supply)) {
    const line = stringOf(supply, caps.line)?.trim();
    return line ? parseIngredientLine(line) : null;
  }

  const name = stringOf(member(supply, 'name'), caps.word);
  if (!name) return null;

  const amount = firstOf(member(supply, 'requiredQuantity'));
  return {
    name,
    quantity: readRational(amount, 'numerator', 'denominator', 'value'),
    quantityMax: readRational(amount, 'maxNumerator', 'maxDenominator', 'maxValue'),
    unit: stringOf(member(amount, 'unitText'), caps.word) || null,
    note: stringOf(member(supply, 'note'), caps.line) || null,
    group: stringOf(member(supply, 'group'), caps.word) || null,
    optional: booleanOf(member(supply, 'optional')) ?? false,
    scalable: booleanOf(member(supply, 'scalable')) ?? true,
    originalText: stringOf(member(supply, 'originalText'), caps.line) || null,
  };
}

/** Exact where numerator and denominator are given, else the nearest fraction to the value. */
function readRational(amount: unknown, top: string, bottom: string, value: string): Rational | null {
  const numerator = numberOf(member(amount, top));
  const denominator = numberOf(member(amount, bottom));
  if (Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator)) {
    return rational(numerator!, denominator!);
  }

  const number = numberOf(isObject(amount) ? member(amount, value) : amount);
  return number === null ? null : fromNumber(number);
}
