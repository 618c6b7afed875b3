/** The button that adds a recipe to the member's shopping list, at the servings shown. */

import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import { t } from '../../lib/language/text.ts';
import type { ActionContext } from '../components/action-buttons.ts';
import { hidden } from '../components/field.ts';

/** Takes the scaled recipe. Empty for visitors, who have no list. */
export function addToShoppingList({ id, serving, ingredients }: Recipe, context: ActionContext | null) {
  if (!context || ingredients.length === 0) return '';
  const fields = { form_token: context.formToken, serving: String(serving) };
  return html`<form class="shop no-print" method="post" action="/items/${id}/shop">${hidden(fields)}<button class="small quiet">${t('recipe.add-to-list')}</button></form>`;
}
