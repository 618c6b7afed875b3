/** A recipe while hands are full of flour: big steps to tick off, timers, a screen that stays on. */

import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Step } from '../../domain/eventables/eventable.ts';
import { groupsOf } from '../../domain/recipes/groups.ts';
import { scaleTo } from '../../domain/recipes/scaling.ts';
import { servingText } from '../../domain/recipes/schema-org.ts';
import { assetPaths } from '../assets.ts';
import { findRecipe } from './find-item.ts';
import { pageHeaders } from './layout.ts';
import { canonicalOf } from './parts/around.ts';
import { lang } from './parts/card.ts';
import { headOf } from './parts/head.ts';
import { pathOf } from './parts/item.ts';
import { duration } from './parts/time.ts';
import { readDisplay } from './recipe/display.ts';
import { line, readingOf } from './recipe/ingredients.ts';
import { linkTo } from './recipe/steps.ts';
import { showing, type Visitor } from './show.ts';

const withScript = pageHeaders['content-security-policy']!.replace('; ', "; script-src 'self'; ");

export const cook = new Hono().get('/:name{@[^/]+}/recipes/:slug/cook', showing(show));

async function show(visitor: Visitor) {
  const found = await findRecipe(visitor);
  const { serving, measures } = readDisplay(visitor.c);
  const shown = scaleTo(found, serving);
  const path = pathOf(found);
  const reading = readingOf(shown, found, measures);
  const tick = (id: string, label: unknown) =>
    html`<input type="checkbox" id="${id}"><label for="${id}">${label}</label>`;
  const body = html`<p><a href="${path}">← Back to the recipe</a></p>
<h1${lang(found.locale)}>${found.name}</h1><p class="hint">${servingText(shown.serving, shown.servingType)} · <span id="awake"></span></p>
<div id="timer-says" role="status" class="visually-hidden"></div>
<details class="linked" open><summary>What you need</summary><div${lang(found.locale)}>${groupsOf(
    shown.ingredients,
  ).map(
    (group) =>
      html`${group[0]!.group ? html`<p class="cook-group">${group[0]!.group}</p>` : ''}<ul class="cook-needs">${group.map(
        (each) => html`<li>${tick(`need-${each.position}`, line(each, reading))}</li>`,
      )}</ul>`,
  )}</div></details>
<ol class="steps cook-steps"${lang(found.locale)}>${shown.steps.map((step) => html`<li>${stepBody(step)}<p class="check">${tick(`done-${step.position}`, 'Done')}</p></li>`)}</ol>`;
  const head = html`${headOf({
    title: found.name,
    canonical: canonicalOf(found, path),
    index: false,
  })}<script type="module" src="${assetPaths.cook}"></script>`;
  return {
    title: `Cooking ${found.name}`,
    body,
    frame: { width: 'text' as const, head },
    headers: { 'content-security-policy': withScript },
  };
}

const stepBody = ({ name, contentHtml, duration: seconds, links }: Step) =>
  html`${name && html`<h2>${name}</h2>`}<div class="prose">${raw(contentHtml)}</div>${links.map(linkTo)}${
    seconds ? html`<p class="timer" data-seconds="${seconds}">${duration(seconds)}</p>` : ''
  }`;
