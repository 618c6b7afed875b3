/** Renders what one can do with a recipe: cook it first, then the buttons of a member. */
import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import type { ActionContext } from '../components/action-buttons.ts';
import { icons } from '../components/icons.ts';
import { actionsOrCounts } from '../components/item-page.ts';

interface ActionOptions {
  path: string;
  /** Query of the servings and units that are shown. */
  query: string;
  context: ActionContext | null;
}

export function recipeActions(recipe: Recipe, { path, query, context }: ActionOptions) {
  const cook =
    recipe.steps.length > 0
      ? html`<a class="button" href="${path}/cook${query}" rel="nofollow">${icons.pot}Cook</a>`
      : '';
  return html`<div class="recipe-actions no-print">${cook}${actionsOrCounts(recipe, context)}</div>`;
}
