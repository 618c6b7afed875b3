/** Renders ingredients by group, with readable amounts. */

import { html } from 'hono/html';
import type { Ingredient, Recipe } from '../../domain/items/eventable.ts';
import { amountText, groupIngredients } from '../../domain/recipes/text.ts';
import type { DisplayOptions } from '../../domain/recipes/write.ts';
import { t } from '../../lib/language/text.ts';

/** True if the original text is shown: nothing is changed, and the language is not English, in which units are written. */
export const isShownAsWritten = ({ serving, locale }: Recipe, shown: DisplayOptions): boolean =>
  (shown.serving ?? serving) === serving && shown.units === null && !/^(en|und)/.test(locale);

interface ListOptions {
  /** Adds check boxes, and marks up the ingredients of the page's recipe (microformats.org/wiki/h-recipe). */
  checkable?: boolean;
}

export function ingredientList(
  ingredients: Ingredient[],
  asWritten: boolean,
  { checkable = false }: ListOptions = {},
) {
  const item = (ingredient: Ingredient) => {
    const line = ingredientLine(ingredient, asWritten);
    const id = `ingredient-${ingredient.position}`;
    return checkable
      ? html`<li class="p-ingredient"><input type="checkbox" id="${id}"><label for="${id}">${line}</label></li>`
      : html`<li>${line}</li>`;
  };
  return groupIngredients(ingredients).map(
    (group) =>
      html`${group[0]!.group ? html`<h3>${group[0]!.group}</h3>` : ''}<ul class="ingredients">${group.map(item)}</ul>`,
  );
}

/** Renders one line of the list: the amount in one column, the rest in another. */
export function ingredientLine(ingredient: Ingredient, asWritten: boolean) {
  const { name, note, optional, originalText } = ingredient;
  if (asWritten && originalText) return html`<span class="food">${originalText}</span>`;
  const amount = amountText(ingredient);
  return html`${amount && html`<strong class="amount">${amount}</strong> `}<span class="food">${name}${note ? html`<span class="hint">, ${note}</span>` : ''}${optional ? html` <span class="hint">${t('recipe.optional')}</span>` : ''}</span>`;
}

/** Renders an ingredient in a step: amount and name only. */
export const shortIngredient = (ingredient: Ingredient): string =>
  [amountText(ingredient), ingredient.name].filter(Boolean).join(' ');
