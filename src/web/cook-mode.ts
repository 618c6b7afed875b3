/** Cook mode: one step at a time in large type, with its ingredients, timers, and a screen that stays on. */

import { Hono } from 'hono';
import { html } from 'hono/html';
import { displayRecipe } from '../domain/recipes/write.ts';
import { t } from '../lib/language/text.ts';
import { assetPaths } from './assets.ts';
import { headTags } from './components/head.ts';
import { lang } from './components/item-cards.ts';
import { pathOf } from './components/item-link.ts';
import { canonicalUrl } from './components/item-page.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { richText } from './components/rich-text.ts';
import { cookPanels } from './cook-mode/panels.ts';
import { timerTexts } from './cook-mode/timer-texts.ts';
import { getRecipeFromPath } from './item-from-path.ts';
import { isShownAsWritten, readDisplayOptions, toQueryString } from './recipe/method.ts';

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
