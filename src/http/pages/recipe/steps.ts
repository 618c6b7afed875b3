/** What to do, in order: each with its time, what goes in, and what must be made first. */
import { html, raw } from 'hono/html';
import type { Ingredient, Recipe, Step, StepLink } from '../../../domain/eventables/eventable.ts';
import { scaleTo } from '../../../domain/recipes/scaling.ts';
import { servingText } from '../../../domain/recipes/schema-org.ts';
import type { Html } from '../layout.ts';
import { lang } from '../parts/card.ts';
import { icons } from '../parts/icons.ts';
import { pathOf } from '../parts/item.ts';
import { duration } from '../parts/time.ts';
import { webUrl } from '../parts/web-url.ts';
import { ingredientList, type Reading, short } from './ingredients.ts';

export interface Kitchen {
  ingredients: Ingredient[];
  /** By id: recipes that steps link to, as far as the viewer may see them. */
  linked: Map<number, Recipe>;
  /** How many times as much as the author wrote. */
  factor: number;
  reading: Reading;
  /** The steps have addresses on the page. */
  anchors: boolean;
  /** Of the linked recipes, those that stand on the page already: each does once. */
  unfolded: Set<number>;
}

export function stepList(steps: Step[], kitchen: Kitchen): Html {
  return html`<ol class="steps">${steps.map(
    (step) =>
      html`<li${kitchen.anchors ? html` id="step-${step.position + 1}"` : ''}>${stepBody(step, kitchen)}</li>`,
  )}</ol>`;
}

function stepBody(
  { name, contentHtml, duration: seconds, ingredientPositions, links }: Step,
  kitchen: Kitchen,
): Html {
  const { ingredients, reading } = kitchen;
  const used = ingredients.filter(({ position }) => ingredientPositions.includes(position));
  return html`${name && html`<h3>${name}</h3>`}<div class="prose">${raw(contentHtml)}</div>${
    seconds !== null || used.length > 0
      ? html`<ul class="step-facts">${seconds !== null ? html`<li class="timer" data-seconds="${seconds}">${icons.clock}<span>${duration(seconds)}</span></li>` : ''}${used.map((each) => html`<li>${short(each, reading.measures)}</li>`)}</ul>`
      : ''
  }${links.map((link) => linkedItem(link, kitchen))}`;
}

/** A recipe known here unfolds on the spot, where it is needed first. */
function linkedItem(link: StepLink, { linked, factor, reading, unfolded }: Kitchen): Html | string {
  const recipe = link.id === null ? undefined : linked.get(link.id);
  if (!recipe || unfolded.has(recipe.id)) return linkTo(link);
  unfolded.add(recipe.id);

  const serving = Math.max(1, Math.round((link.serving ?? recipe.serving) * factor));
  const scaled = scaleTo(recipe, serving);
  const own = { ...reading, asWritten: reading.asWritten && serving === recipe.serving };
  const inner = {
    ingredients: scaled.ingredients,
    linked: new Map(),
    factor: 1,
    reading: own,
    anchors: false,
    unfolded,
  };
  return html`<details class="linked"${lang(recipe.locale)}><summary>${recipe.name} <span class="hint">${servingText(serving, recipe.servingType)}</span></summary><div>${ingredientList(scaled.ingredients, own)}${stepList(scaled.steps, inner)}<p><a href="${pathOf(recipe)}">The whole recipe</a></p></div></details>`;
}

/** To where the item is at home. */
export function linkTo({ name, url, iri }: StepLink) {
  const href = webUrl(url) ?? webUrl(iri);
  if (!href) return '';
  return html`<p class="linked"><a href="${href}" rel="nofollow noopener noreferrer">${name || href}</a></p>`;
}
