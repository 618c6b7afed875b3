/** What goes into the pot: by group, with amounts to read at a glance. */
import { html } from 'hono/html';
import type { Ingredient, Recipe } from '../../../domain/eventables/eventable.ts';
import { groupsOf } from '../../../domain/recipes/groups.ts';
import { amountOf, type Measures } from '../../../domain/recipes/measures.ts';
import { amountText } from '../parts/amount.ts';

export interface Reading {
  measures: Measures | null;
  asWritten: boolean;
}

/** The author's own words are as good as ours while nothing is computed, and better in other languages. */
export const readingOf = (shown: Recipe, found: Recipe, measures: Measures | null): Reading => ({
  measures,
  asWritten: shown.serving === found.serving && measures === null && !/^(en|und)/.test(found.locale),
});

export function ingredientList(ingredients: Ingredient[], reading: Reading) {
  return groupsOf(ingredients).map(
    (group) =>
      html`${group[0]!.group ? html`<h3>${group[0]!.group}</h3>` : ''}<ul class="ingredients">${group.map(
        (ingredient) => html`<li>${line(ingredient, reading)}</li>`,
      )}</ul>`,
  );
}

/** One of them, as it stands in the list. */
export function line(ingredient: Ingredient, { measures, asWritten }: Reading) {
  const { name, note, optional, originalText } = ingredient;
  if (asWritten && originalText) return originalText;
  const amount = amountText(amountOf(ingredient, measures));
  return html`${amount && html`<strong class="amount">${amount}</strong> `}${name}${note ? html`<span class="hint">, ${note}</span>` : ''}${optional ? html` <span class="hint">(optional)</span>` : ''}`;
}

/** In a step: without what is known from the list. */
export const short = (ingredient: Ingredient, measures: Measures | null): string =>
  [amountText(amountOf(ingredient, measures)), ingredient.name].filter(Boolean).join(' ');
