/** Ingredients and steps of recipes as objects. */
import type { Step, StepLink } from '../../domain/items/eventable.ts';
import { toDuration } from '../../lib/duration.ts';
import { textOf } from '../../lib/html/html.ts';
import type { IngredientDraft, Rational, StepDraft, StepLinkDraft } from '../../recipe-import/draft.ts';
import { parseDuration } from '../../recipe-import/duration.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { readIngredients } from '../../recipe-import/ingredient-list.ts';
import { fromNumber, rational } from '../../recipe-import/quantity.ts';
import { readSteps } from '../../recipe-import/step-list.ts';
import {
  booleanOf,
  firstOf,
  iriOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  numberOf,
  stringOf,
  typesOf,
} from '../json-ld/json.ts';
import { readSource, toSource } from './common-fields.ts';
import { limits } from './remote-object.ts';

// Converts ingredients to and from schema.org supplies, with exact amounts in our own terms

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

// Converts steps to and from schema.org HowToStep, with links and ingredient positions in our own terms

export const toInstruction = (step: Step, index: number): JsonObject => {
  const links = step.links.filter((link) => link.iri !== null).map(toLink);
  return {
    type: 'HowToStep',
    position: index + 1,
    ...(step.name !== '' && { name: step.name }),
    text: textOf(step.contentHtml),
    source: toSource(step.content),
    ...(step.duration !== null && { timeRequired: toDuration(step.duration) }),
    ...(step.ingredientPositions.length > 0 && { ingredientPositions: step.ingredientPositions }),
    ...(links.length > 0 && { isBasedOn: links }),
  };
};

const toLink = (link: StepLink): JsonObject => ({
  type: 'CreativeWork',
  id: link.iri,
  ...(link.name !== '' && { name: link.name }),
  ...(link.serving !== null && { serving: link.serving }),
});

/** Reads steps of Potluck servers exactly, and others in any form that schema.org allows. */
export function readStepList(object: JsonObject, ingredientCount: number): StepDraft[] {
  const entries = listOf(member(object, 'recipeInstructions'));
  const exact = entries.filter((step) => isObject(step) && readSource(step) !== null);
  if (entries.length === 0 || exact.length < entries.length) return readSteps(entries.map(withSchemaNames), []);

  return exact
    .filter(isObject)
    .slice(0, limits.steps)
    .map((step) => readExact(step, ingredientCount));
}

function readExact(step: JsonObject, ingredientCount: number): StepDraft {
  const positions = listOf(member(step, 'ingredientPositions'))
    .map(numberOf)
    .filter((position) => position !== null && Number.isInteger(position) && position < ingredientCount);

  return {
    name: stringOf(member(step, 'name'), limits.name) ?? '',
    content: readSource(step, limits.step) ?? '',
    duration: parseDuration(stringOf(member(step, 'timeRequired'), 100)),
    ingredientPositions: positions as number[],
    links: listOf(member(step, 'isBasedOn'))
      .map(readLink)
      .filter((link) => link !== null)
      .slice(0, limits.links),
  };
}

function readLink(link: unknown): StepLinkDraft | null {
  const iri = iriOf(link);
  const serving = isObject(link) ? readServingCount(member(link, 'serving')) : null;
  return iri === null ? null : { target: { iri }, serving };
}

/** Returns an integer from 1 to 2³¹ − 1, or null. */
export function readServingCount(value: unknown): number | null {
  const count = numberOf(value);
  return count !== null && Number.isInteger(count) && count > 0 && count <= 2 ** 31 - 1 ? count : null;
}

const withSchemaNames = (step: unknown): unknown => (isObject(step) ? { ...step, '@type': typesOf(step) } : step);
