/** Renders what one can do with a recipe: cook it first, then quiet icons, and the rest in a menu. */

import { html } from 'hono/html';
import type { Recipe } from '../../domain/items/eventable.ts';
import { t } from '../../lib/language/text.ts';
import type { ActionContext } from '../components/action-buttons.ts';
import { icons } from '../components/icons.ts';
import { itemMenu, mayBoost, saveButton } from '../components/item-actions.ts';
import { actionsOrCounts } from '../components/item-page.ts';
import { menuLink, moreMenu } from '../components/menu.ts';
import { boostToggle, likeToggle, toggleButton } from '../components/toggle.ts';
import { printAndDownloads } from './downloads.ts';

interface ActionOptions {
  path: string;
  /** Query of the servings and units that are shown. */
  query: string;
  context: ActionContext | null;
}

export function recipeActions(recipe: Recipe, { path, query, context }: ActionOptions) {
  const { name, steps, forksCount } = recipe;
  const cook =
    steps.length > 0
      ? html`<a class="button" href="${path}/cook${query}" rel="nofollow">${icons.pot}${t('recipe.start-cooking')}</a>`
      : '';
  const further = [
    forksCount > 0 ? menuLink(`${path}/forks`, t('recipe.see-versions'), name) : '',
    ...printAndDownloads(path, name),
  ];
  if (context)
    return html`<div class="recipe-actions no-print">${cook}${memberActions(recipe, context)}<div class="recipe-menu">${itemMenu(recipe, context, further)}</div></div>`;
  return html`<div class="recipe-actions no-print">${cook}<div class="recipe-menu">${moreMenu(name, further)}</div></div>${actionsOrCounts(recipe)}`;
}

function memberActions(recipe: Recipe, context: ActionContext) {
  const { id, name } = recipe;
  const fragment = `#item-${id}`;
  const of = html`<span class="visually-hidden"> ${name}</span>`;
  return html`<a class="button quiet" href="/write/cooked?recipe=${id}">${t('recipe.i-cooked-this')}${of}</a>
<div class="recipe-icons">${toggleButton(likeToggle(recipe, name), context, { icon: icons.like, fragment, shortcut: 'l' })}
${mayBoost(recipe, context) ? toggleButton(boostToggle(recipe, name), context, { icon: icons.boost, fragment, shortcut: 'b' }) : ''}
<a class="button icon-only" href="#reply" aria-keyshortcuts="r">${icons.reply}<span class="visually-hidden">${t('recipe.reply', { name })}</span></a>
${saveButton(recipe, name)}</div>`;
}
