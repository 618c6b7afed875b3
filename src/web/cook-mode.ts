/** Cook mode: a recipe with large steps to check off, timers, and a screen that stays on. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Step } from '../domain/items/eventable.ts';
import { displayRecipe } from '../domain/recipes/display.ts';
import { groupIngredients } from '../domain/recipes/ingredient-groups.ts';
import { servingText } from '../domain/recipes/schema-org.ts';
import { durationText } from '../lib/duration.ts';
import { assetPaths } from './assets.ts';
import { headTags } from './components/head.ts';
import { lang } from './components/item-cards.ts';
import { pathOf } from './components/item-link.ts';
import { canonicalUrl } from './components/item-page.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { getRecipeFromPath } from './item-from-path.ts';
import { readDisplayOptions } from './recipe/display-options.ts';
import { ingredientLine, isShownAsWritten } from './recipe/ingredients.ts';
import { linkTo } from './recipe/steps.ts';
import { withTimes } from './recipe/timers.ts';

export const cookMode = new Hono().get('/:name{@[^/]+}/recipes/:slug/cook', pageHandler(show));

async function show(visitor: Visitor) {
  const found = await getRecipeFromPath(visitor);
  const display = readDisplayOptions(visitor.c);
  const recipe = displayRecipe(found, display);
  const path = pathOf(found);
  const asWritten = isShownAsWritten(found, display);
  const checkbox = (id: string, label: unknown) =>
    html`<input type="checkbox" id="${id}"><label for="${id}">${label}</label>`;
  const body = html`<p><a href="${path}">← Back to the recipe</a></p>
<h1${lang(found.locale)}>${found.name}</h1><p class="hint">${servingText(recipe.serving, recipe.servingType)} · <span id="awake"></span></p>
<div id="timer-status" role="status" class="visually-hidden"></div>
<details class="linked" open><summary>Ingredients</summary><div${lang(found.locale)}>${groupIngredients(
    recipe.ingredients,
  ).map(
    (group) =>
      html`${group[0]!.group ? html`<p class="cook-group">${group[0]!.group}</p>` : ''}<ul class="cook-needs">${group.map(
        (each) => html`<li>${checkbox(`need-${each.position}`, ingredientLine(each, asWritten))}</li>`,
      )}</ul>`,
  )}</div></details>
<ol class="steps cook-steps"${lang(found.locale)}>${recipe.steps.map((step) => html`<li>${stepBody(step, found.locale)}<p class="check">${checkbox(`done-${step.position}`, 'Done')}</p></li>`)}</ol>`;
  const head = html`${headTags({
    title: found.name,
    canonical: canonicalUrl(found, path),
    index: false,
  })}<script type="module" src="${assetPaths.cook}"></script>`;
  return {
    title: `Cooking ${found.name}`,
    body,
    layout: { width: 'text' as const, head },
  };
}

const stepBody = ({ name, contentHtml, duration: seconds, links }: Step, locale: string) =>
  html`${name && html`<h2>${name}</h2>`}<div class="prose">${raw(withTimes(contentHtml, locale))}</div>${links.map(linkTo)}${
    seconds ? html`<p class="timer" data-seconds="${seconds}">${durationText(seconds)}</p>` : ''
  }`;
