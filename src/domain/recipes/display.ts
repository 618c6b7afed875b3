/** Shows a recipe at another number of servings and in other units: ingredients, their notes and the text of steps. */
import { canonicalFood } from '../../recipe-import/foods/foods.ts';
import type { Recipe } from '../items/eventable.ts';
import { convertAmount, type MeasurementSystem } from './measurement-systems.ts';
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
    ingredients: scaled.ingredients.map((ingredient) => {
      const shown = units === null ? ingredient : convertAmount(ingredient, units, locale);
      return { ...shown, note: shown.note && changeText(shown.note, change) };
    }),
    steps: scaled.steps.map((step) => ({
      ...step,
      content: changeText(step.content, change),
      contentHtml: editHtmlText(step.contentHtml, (text) => changeText(text, change)),
    })),
  };
}
