/** Cook mode: one step at a time in large type, with its ingredients, timers, and a screen that stays on. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Ingredient, Recipe, Step } from '../domain/items/eventable.ts';
import { servingsText, stepIngredients } from '../domain/recipes/text.ts';
import { displayRecipe } from '../domain/recipes/write.ts';
import { durationText } from '../lib/duration.ts';
import { t } from '../lib/language/text.ts';
import { assetPaths } from './assets.ts';
import { pathOf } from './components/actions.ts';
import { lang } from './components/item-lists.ts';
import { canonicalUrl } from './components/item-page.ts';
import { type Html, headTags } from './components/layout.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { richText } from './components/texts.ts';
import { getRecipeFromPath } from './item-from-path.ts';
import {
  ingredientLine,
  ingredientList,
  isShownAsWritten,
  linkTo,
  readDisplayOptions,
  toQueryString,
  withTimes,
} from './recipe/method.ts';

// Renders the panels of cook mode: the ingredients, each step, and the end. Without script they are a list with anchors

interface PanelOptions {
  /** Of the recipe page, with the servings and units that are shown. */
  path: string;
  asWritten: boolean;
  isMember: boolean;
}

interface Neighbour {
  href: string;
  label: string;
}

/** Takes the scaled recipe. */
function cookPanels(recipe: Recipe, options: PanelOptions): Html {
  const { steps } = recipe;
  const ingredientsOf = stepIngredients(recipe.ingredients, recipe.locale);
  const first: Neighbour =
    steps.length > 0 ? { href: '#step-1', label: t('cook.start') } : { href: '#done', label: t('cook.finish') };
  return html`${panel('ready', t('cook.ingredients'), ready(recipe, options), [null, first])}${steps.map(
    (step, index) => stepPanel(step, ingredientsOf(step), index, recipe, options),
  )}${panel('done', t('cook.done'), done(recipe, options), [{ href: steps.length > 0 ? `#step-${steps.length}` : '#ready', label: t('cook.previous') }, null])}`;
}

function panel(id: string, title: Html | string, body: Html, [before, after]: (Neighbour | null)[]): Html {
  return html`<section class="cook-panel" id="${id}" aria-labelledby="${id}-title"><div class="cook-content"><h2 id="${id}-title" tabindex="-1">${title}</h2>${body}</div>
<div class="cook-nav">${before ? html`<a class="button quiet" href="${before.href}" rel="prev">${before.label}</a>` : ''}${after ? html`<a class="button" href="${after.href}" rel="next">${after.label}</a>` : ''}</div></section>`;
}

function ready(recipe: Recipe, { asWritten }: PanelOptions): Html {
  const { ingredients, serving, servingType, locale } = recipe;
  return html`<p class="cook-serving">${t('cook.for-servings', { servings: servingsText(serving, servingType) })} <span id="awake" class="hint"></span></p><div class="cook-needs"${lang(locale)}>${ingredientList(ingredients, asWritten, { checkable: true })}</div>`;
}

function stepPanel(step: Step, used: Ingredient[], index: number, recipe: Recipe, { asWritten }: PanelOptions): Html {
  const { steps, locale } = recipe;
  const { name, contentHtml, duration: seconds, links } = step;
  const text = withTimes(contentHtml, locale);
  const title = html`<span class="cook-count">${t('cook.step-of', { step: index + 1, count: steps.length })}</span>${name && html` <span class="cook-name"${lang(locale)}>${name}</span>`}`;
  const body = html`<progress max="${steps.length}" value="${index + 1}" aria-hidden="true"></progress>
<div class="cook-step"${lang(locale)}><div class="cook-text"><div class="prose">${raw(text)}</div>${
    seconds && !text.includes(`data-seconds="${seconds}"`)
      ? html`<p><span class="timer" data-seconds="${seconds}">${durationText(seconds)}</span></p>`
      : ''
  }${links.map(linkTo)}</div>${
    used.length > 0
      ? html`<ul class="cook-used">${used.map((each) => html`<li>${ingredientLine(each, asWritten)}</li>`)}</ul>`
      : ''
  }</div>`;
  const before = index === 0 ? '#ready' : `#step-${index}`;
  const isLast = index === steps.length - 1;
  return panel(`step-${index + 1}`, title, body, [
    { href: before, label: t('cook.previous') },
    isLast ? { href: '#done', label: t('cook.finish') } : { href: `#step-${index + 2}`, label: t('cook.next') },
  ]);
}

const done = ({ id }: Recipe, { path, isMember }: PanelOptions): Html =>
  html`<p>${isMember ? html`<a class="button" href="/write/cooked?recipe=${id}">${t('recipe.i-cooked-this')}</a> ` : ''}<a class="button quiet" href="${path}">${t('cook.back-to-recipe')}</a></p>`;

// Returns the texts that the script of cook mode shows. The script fills in the words in braces

const timerTexts = () => ({
  start: t('cook.timer-start', { time: '{time}' }),
  stop: t('cook.timer-stop', { left: '{left}', time: '{time}' }),
  over: t('cook.timer-over', { time: '{time}' }),
  up: t('cook.time-is-up'),
  step: t('cook.timer-step', { step: '{step}', left: '{left}' }),
  awake: t('cook.awake'),
});

// Cook mode: one step at a time in large type, with its ingredients, timers, and a screen that stays on

export const cookMode = new Hono().get('/:name{@[^/]+}/recipes/:slug/cook', pageHandler(show));

async function show(visitor: Visitor) {
  const found = await getRecipeFromPath(visitor);
  const display = readDisplayOptions(visitor.c);
  const path = pathOf(found);
  const panels = cookPanels(displayRecipe(found, display), {
    path: `${path}${toQueryString(display)}`,
    asWritten: isShownAsWritten(found, display),
    isMember: visitor.session !== null,
  });
  const body = html`<div class="cook" data-recipe="${path}" data-texts="${JSON.stringify(timerTexts())}">
<div class="cook-bar"><a class="cook-close" href="${path}${toQueryString(display)}">${richText('cook.back', { text: (text) => html`<span>${text}</span>` })}</a><h1${lang(found.locale)}>${found.name}</h1>
<ul id="running-timers" aria-label="${t('cook.timers')}" hidden></ul></div>
<div id="timer-status" role="status" class="visually-hidden"></div>
<div class="cook-panels">${panels}</div></div>`;
  const head = html`${headTags({
    title: found.name,
    canonical: canonicalUrl(found, path),
    index: false,
  })}<script type="module" src="${assetPaths.recipe}"></script><script type="module" src="${assetPaths.cook}"></script>`;
  return {
    title: t('cook.page-title', { recipe: found.name }),
    body,
    layout: { width: 'wide' as const, head },
  };
}
