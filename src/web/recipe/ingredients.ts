/** Renders ingredients by group, with readable amounts. */
import { html } from 'hono/html';
import type { Ingredient, Recipe } from '../../domain/items/eventable.ts';
import { groupIngredients } from '../../domain/recipes/ingredient-groups.ts';
import { convertAmount, type MeasurementSystem } from '../../domain/recipes/measurement-systems.ts';
import { amountText } from '../components/amount-text.ts';

export interface IngredientFormat {
  measures: MeasurementSystem | null;
  asWritten: boolean;
}

/** Shows the original text if nothing is converted and the language is not English, because units are only known in English. */
export const ingredientFormat = (
  scaled: Recipe,
  original: Recipe,
  measures: MeasurementSystem | null,
): IngredientFormat => ({
  measures,
  asWritten: scaled.serving === original.serving && measures === null && !/^(en|und)/.test(original.locale),
});

export function ingredientList(ingredients: Ingredient[], format: IngredientFormat) {
  return groupIngredients(ingredients).map(
    (group) =>
      html`${group[0]!.group ? html`<h3>${group[0]!.group}</h3>` : ''}<ul class="ingredients">${group.map(
        (ingredient) => html`<li>${ingredientLine(ingredient, format)}</li>`,
      )}</ul>`,
  );
}

/** Renders one line of the list. */
export function ingredientLine(ingredient: Ingredient, { measures, asWritten }: IngredientFormat) {
  const { name, note, optional, originalText } = ingredient;
  if (asWritten && originalText) return originalText;
  const amount = amountText(convertAmount(ingredient, measures));
  return html`${amount && html`<strong class="amount">${amount}</strong> `}${name}${note ? html`<span class="hint">, ${note}</span>` : ''}${optional ? html` <span class="hint">(optional)</span>` : ''}`;
}

/** Renders an ingredient in a step: amount and name only. */
export const shortIngredient = (ingredient: Ingredient, measures: MeasurementSystem | null): string =>
  [amountText(convertAmount(ingredient, measures)), ingredient.name].filter(Boolean).join(' ');
