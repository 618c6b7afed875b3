/** Shows a recipe at another number of servings and in other units: ingredients, their notes and the text of steps. */
import { canonicalFood } from '../../recipe-import/foods/foods.ts';
import { scale } from '../../recipe-import/quantity.ts';
import type { Ingredient, Recipe } from '../items/eventable.ts';
import { amountText } from './amount-text.ts';
import { convertAmount, isCommonUnit, type MeasurementSystem } from './measurement-systems.ts';
import { readOtherMeasure } from './other-measure.ts';
import { scaleRecipe } from './scaling.ts';
import { changeText, type TextChange } from './text-amounts.ts';
import { editHtmlText } from './text-edits.ts';

export interface DisplayOptions {
  /** An integer > 0. Undefined means as written by the author. */
  serving?: number | undefined;
  /** Null means the author's own units. */
  units: MeasurementSystem | null;
}

/** Converted amounts are rounded for the kitchen; scaled amounts stay exact. */
export function displayRecipe(recipe: Recipe, { serving, units }: DisplayOptions): Recipe {
  const scaled = scaleRecipe(recipe, serving);
  if (scaled === recipe && units === null) return recipe;

  const { locale } = recipe;
  const scalable = recipe.ingredients.filter((each) => each.scalable && each.quantity !== null);
  const change: TextChange = {
    from: recipe.serving,
    to: scaled.serving,
    system: units,
    locale,
    foods: new Set(scalable.map(({ name }) => canonicalFood(name, locale).key)),
  };
  return {
    ...scaled,
    ingredients: recipe.ingredients.map((written, at) => {
      const shown = displayIngredient(written, scaled.ingredients[at]!, change);
      return { ...shown, note: shown.note && changeText(shown.note, change) };
    }),
    steps: scaled.steps.map((step) => ({
      ...step,
      content: changeText(step.content, change),
      contentHtml: editHtmlText(step.contentHtml, (text) => changeText(text, change)),
    })),
  };
}

/** Prefers the author's own second measure to a converted one: "1 cup (120 g) flour" is 120 g. */
function displayIngredient(written: Ingredient, scaled: Ingredient, change: TextChange): Ingredient {
  const { from, to, system, locale } = change;
  const food = canonicalFood(written.name, locale);
  const shown = system ? { ...scaled, ...convertAmount(scaled, system, food, locale) } : scaled;
  const other = readOtherMeasure(written, food.key, locale);
  if (!other) return shown;

  const { quantity, quantityMax, unit } = other.amount;
  const scaledOther = written.scalable
    ? {
        quantity: quantity && scale(quantity, from, to),
        quantityMax: quantityMax && scale(quantityMax, from, to),
        unit,
      }
    : other.amount;
  if (system && shown.unit !== scaled.unit && isCommonUnit(unit, system)) {
    return { ...shown, ...scaledOther, note: [...other.before, ...other.after].join(', ') || null };
  }
  if (from === to || !written.scalable) return shown;
  return { ...shown, note: [...other.before, amountText(scaledOther), ...other.after].join(', ') };
}
