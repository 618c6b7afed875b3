/** Renders steps with their time, ingredients and linked recipes. */

import { html, raw } from 'hono/html';
import type { Ingredient, Recipe, Step, StepLink } from '../../domain/items/eventable.ts';
import type { MeasurementSystem } from '../../domain/recipes/measures.ts';
import { servingsText } from '../../domain/recipes/text.ts';
import { displayRecipe } from '../../domain/recipes/write.ts';
import { durationText } from '../../lib/duration.ts';
import { t } from '../../lib/language/text.ts';
import { icons } from '../components/icons.ts';
import { lang } from '../components/item-cards.ts';
import { pathOf } from '../components/item-link.ts';
import type { Html } from '../components/layout.ts';
import { webUrl } from '../components/web-url.ts';
import { ingredientList, isShownAsWritten, shortIngredient } from './ingredients.ts';
import { withTimes } from './timers.ts';

export interface StepContext {
  ingredients: Ingredient[];
  /** Linked recipes that the viewer may see, by id. */
  linked: Map<number, Recipe>;
  /** Scaling factor. */
  factor: number;
  units: MeasurementSystem | null;
  /** BCP 47. */
  locale: string;
  /** True if steps get ids that links can point to. */
  anchors: boolean;
  /** Ids of linked recipes that are already on the page. Each is rendered once. */
  renderedIds: Set<number>;
}

export function stepList(steps: Step[], context: StepContext): Html {
  return html`<ol class="steps">${steps.map(
    (step) =>
      html`<li${context.anchors ? html` id="step-${step.position + 1}"` : ''}>${stepBody(step, context)}</li>`,
  )}</ol>`;
}

function stepBody(
  { name, contentHtml, duration: seconds, ingredientPositions, links }: Step,
  context: StepContext,
): Html {
  const { ingredients, locale } = context;
  const used = ingredients.filter(({ position }) => ingredientPositions.includes(position));
  return html`${name && html`<h3>${name}</h3>`}<div class="prose">${raw(withTimes(contentHtml, locale))}</div>${
    seconds !== null || used.length > 0
      ? html`<ul class="step-facts">${seconds !== null ? html`<li class="timer" data-seconds="${seconds}">${icons.clock}<span>${durationText(seconds)}</span></li>` : ''}${used.map((each) => html`<li>${shortIngredient(each)}</li>`)}</ul>`
      : ''
  }${links.map((link) => linkedItem(link, context))}`;
}

/** Renders a known recipe in place, at its first link. */
function linkedItem(link: StepLink, { linked, factor, units, renderedIds }: StepContext): Html | string {
  const recipe = link.id === null ? undefined : linked.get(link.id);
  if (!recipe || renderedIds.has(recipe.id)) return linkTo(link);
  renderedIds.add(recipe.id);

  const serving = Math.max(1, Math.round((link.serving ?? recipe.serving) * factor));
  const shown = displayRecipe(recipe, { serving, units });
  const asWritten = isShownAsWritten(recipe, { serving, units });
  const inner = {
    ingredients: shown.ingredients,
    linked: new Map(),
    factor: 1,
    units,
    locale: recipe.locale,
    anchors: false,
    renderedIds,
  };
  return html`<details class="linked"${lang(recipe.locale)}><summary>${recipe.name} <span class="hint">${servingsText(serving, recipe.servingType)}</span></summary><div>${ingredientList(shown.ingredients, asWritten)}${stepList(shown.steps, inner)}<p><a href="${pathOf(recipe)}">${t('recipe.view-linked')}</a></p></div></details>`;
}

/** Links to the original page of an item. */
export function linkTo({ name, url, iri }: StepLink) {
  const href = webUrl(url) ?? webUrl(iri);
  if (!href) return '';
  return html`<p class="linked"><a href="${href}" rel="nofollow noopener noreferrer">${name || href}</a></p>`;
}
