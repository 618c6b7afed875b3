/** Shows a recipe at another number of servings and in other units: ingredients, their notes and the text of steps. */
import type { MeasurementSystem } from '../../lib/language/reader.ts';
import { type CanonicalFood, canonicalFood } from '../../recipe-import/foods/foods.ts';
import { type Scaling, scaleAmount } from '../../recipe-import/quantity.ts';
import type { Ingredient, Recipe } from '../items/eventable.ts';
import { amountText } from './amount-text.ts';
import { agree } from './counted-foods.ts';
import { applyEdits, applyHtmlEdits } from './edits.ts';
import { type Amount, roundForKitchen, toMeasurable, toNumber } from './kitchen-amounts.ts';
import { convertAmount, isCommonUnit, kitchenOf, readOtherMeasure } from './measures.ts';
import { type Pans, ratioOfPans } from './pans.ts';
import { findEdits, type TextChange } from './text-amounts.ts';

export interface Portion {
  /** An integer > 0. Undefined means as written by the author. */
  serving?: number | undefined;
  /** Counts instead of the servings. */
  pans?: Pans | undefined;
}

export interface DisplayOptions extends Portion {
  /** Null means the author's own units. */
  units: MeasurementSystem | null;
}

/** How much more or less is shown than the author wrote. */
export const scalingOf = (recipe: Recipe, { serving = recipe.serving, pans }: Portion): Scaling =>
  pans ? ratioOfPans(pans) : { from: recipe.serving, to: serving };

/** Quantities stay exact. For pans, the number of servings is rounded. */
export function scaleRecipe(recipe: Recipe, portion: Portion): Recipe {
  const { from, to } = scalingOf(recipe, portion);
  if (from === to) return recipe;
  const ingredients = recipe.ingredients.map((each) => (each.scalable ? scaleAmount(each, { from, to }) : each));
  const serving = from === recipe.serving ? to : Math.max(1, Math.round((recipe.serving * to) / from));
  return { ...recipe, serving, ingredients };
}

/** Whether amounts in notes and steps were scaled as well, and whether some are as the author wrote them. */
export interface TextAmounts {
  isScaled: boolean;
  isLeft: boolean;
}

/** For clients that calculate: converted amounts are rounded for the kitchen, and scaled amounts stay exact. */
export const displayRecipe = (recipe: Recipe, options: DisplayOptions): Recipe =>
  show(recipe, options, 'numbers').recipe;

/**
 * For pages: every changed amount is one that a kitchen can measure, within 3 % of the exact one. The Markdown of steps
 * stays as written.
 */
export const readableRecipe = (recipe: Recipe, options: DisplayOptions): { recipe: Recipe; textAmounts: TextAmounts } =>
  show(recipe, options, 'kitchen');

/** Ingredients that were copied from a recipe at other servings have exact amounts, too. */
export const readableIngredient = (ingredient: Ingredient, locale: string): Ingredient => ({
  ...ingredient,
  ...toMeasurable(amountOf(ingredient), kitchenOf(canonicalFood(ingredient.name, locale), locale, false)),
});

type Rounding = 'numbers' | 'kitchen';

function show(recipe: Recipe, options: DisplayOptions, rounding: Rounding) {
  const { units } = options;
  const textAmounts: TextAmounts = { isScaled: false, isLeft: false };
  const scaled = scaleRecipe(recipe, options);
  if (scaled === recipe && units === null) return { recipe, textAmounts };

  const { locale, ingredients } = recipe;
  const counted = ingredients.filter(({ quantity }) => quantity !== null);
  const foodOf = rememberFoods(locale);
  const keysOf = (list: Ingredient[]) => new Set(list.map(({ name }) => foodOf(name).key));
  const change: TextChange = {
    ...scalingOf(recipe, options),
    system: units,
    locale,
    foodOf,
    foods: keysOf(counted.filter(({ scalable }) => scalable)),
    fixedFoods: keysOf(counted.filter(({ scalable }) => !scalable)),
  };
  const editsOf = (text: string, each: TextChange) => {
    const { edits, isScaled, isLeft } = findEdits(text, each);
    textAmounts.isScaled ||= isScaled;
    textAmounts.isLeft ||= isLeft;
    return edits;
  };

  const shown = ingredients.map((written, at) => {
    const inNote = { ...change, noteOf: written };
    const editNote = (note: string) => applyEdits(note, editsOf(note, inNote));
    return showIngredient(written, scaled.ingredients[at]!, { change, rounding, editNote });
  });
  const steps = scaled.steps.map((step) => ({
    ...step,
    // Pages show the HTML only.
    content: rounding === 'kitchen' ? step.content : applyEdits(step.content, editsOf(step.content, change)),
    contentHtml: applyHtmlEdits(step.contentHtml, (text) => editsOf(text, change)),
  }));
  return { recipe: { ...scaled, ingredients: shown, steps }, textAmounts };
}

function rememberFoods(locale: string): TextChange['foodOf'] {
  const known = new Map<string, CanonicalFood>();
  return (name) => {
    const food = known.get(name) ?? canonicalFood(name, locale);
    known.set(name, food);
    return food;
  };
}

interface Showing {
  change: TextChange;
  rounding: Rounding;
  editNote: (note: string) => string;
}

/** Prefers the author's own second measure to a converted one: "1 cup (120 g) flour" is 120 g. */
function showIngredient(written: Ingredient, scaled: Ingredient, { change, rounding, editNote }: Showing): Ingredient {
  const { from, to, system, locale, foodOf } = change;
  const food = foodOf(written.name);
  const isScaled = from !== to && written.scalable;
  const readable = (amount: Amount, isConverted: boolean) =>
    rounding === 'kitchen' && (isScaled || isConverted)
      ? toMeasurable(amount, kitchenOf(food, locale, isConverted))
      : amount;

  const round = rounding === 'numbers' ? roundForKitchen : undefined;
  const converted = system ? convertAmount(scaled, system, food, locale, round) : scaled;
  const isConverted = converted.unit !== scaled.unit;
  const amount = readable(converted, isConverted);
  const count =
    rounding === 'kitchen' && isScaled && amount.unit === null ? (amount.quantityMax ?? amount.quantity) : null;
  const name = count ? agree(written.name, { value: toNumber(count), food, locale, foodOf }) : written.name;
  const shown = { ...scaled, name, ...amountOf(amount) };
  const other = readOtherMeasure(written, food.key, locale);
  if (!other || (!isConverted && !isScaled)) return { ...shown, note: written.note && editNote(written.note) };

  const second = isScaled ? scaleAmount(other.amount, { from, to }) : other.amount;
  const [before, after] = [other.before.map(editNote), other.after.map(editNote)];
  if (isConverted && system && isCommonUnit(second.unit, system))
    return { ...scaled, ...amountOf(readable(second, false)), note: [...before, ...after].join(', ') || null };
  const text = isScaled ? amountText(toMeasurable(second, kitchenOf(food, locale, false)), locale) : other.text;
  return { ...shown, note: [...before, text, ...after].join(', ') };
}

const amountOf = ({ quantity, quantityMax, unit, closeness }: Amount): Amount =>
  closeness ? { quantity, quantityMax, unit, closeness } : { quantity, quantityMax, unit };
