/** A dish on a table: a preparation or baking, its pictures, and what it was made after. */

import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Cooked, CookedType } from '../../domain/eventables/eventable.ts';
import { getEventable } from '../../domain/eventables/read.ts';
import { servingText } from '../../domain/recipes/schema-org.ts';
import { answersTo } from '../../domain/threads.ts';
import { findItem } from './find-item.ts';
import { actsOf, withPins } from './parts/acts.ts';
import { answers, counts, itemHead, origin } from './parts/around.ts';
import { tagChips } from './parts/blocks.ts';
import { lang } from './parts/card.ts';
import { pathOf } from './parts/item.ts';
import { addressOf, byline, nameOf } from './parts/person.ts';
import { pictures } from './parts/pictures.ts';
import { day } from './parts/time.ts';
import { ingredientList } from './recipe/ingredients.ts';
import { stepList } from './recipe/steps.ts';
import { showing, type Visitor } from './show.ts';

export const cooked = new Hono()
  .get(
    '/:name{@[^/]+}/bakings/:id',
    showing((visitor) => show(visitor, 'baking')),
  )
  .get(
    '/:name{@[^/]+}/preparations/:id',
    showing((visitor) => show(visitor, 'preparation')),
  );

async function show(visitor: Visitor, type: CookedType) {
  const found: Cooked = await findItem(visitor, type);
  const { viewer } = visitor;
  const [recipe, replies] = await Promise.all([
    found.recipeId === null ? null : getEventable(found.recipeId, viewer),
    found.repliesCount > 0 ? answersTo(found.id, viewer) : [],
  ]);
  const { head, headers } = itemHead(found, {
    title: found.name,
    description: found.contentHtml,
    path: pathOf(found),
    picture: found.media[0],
  });
  const acts = await withPins(actsOf(visitor), found);
  const after = recipe
    ? html`<p>Made after <a href="${pathOf(recipe)}">${recipe.name}</a> by ${nameOf(recipe.account)}, for ${servingText(found.serving, found.servingType)}.</p>`
    : '';
  const body = html`<article>${origin(found)}<h1${lang(found.locale)}>${found.name}</h1>
${byline(found.account, html`${addressOf(found.account)} · ${day(found.preparedAt)}`)}
${pictures(found.media)}<div class="prose recipe-about"${lang(found.locale)}>${raw(found.contentHtml)}</div>
${after}${tagChips(found.tags)}${counts(found, acts)}${parts(found)}${answers(replies, acts)}</article>`;
  return {
    title: `${found.name} by ${addressOf(found.account)}`,
    body,
    frame: { width: 'text' as const, head },
    headers,
  };
}

function parts({ ingredients, steps, locale }: Cooked) {
  if (ingredients.length === 0 && steps.length === 0) return '';
  const reading = { measures: null, asWritten: false };
  const kitchen = {
    ingredients,
    linked: new Map(),
    factor: 1,
    reading,
    anchors: true,
    unfolded: new Set<number>(),
  };
  return html`<details class="linked"><summary>What went into it, and how</summary><div${lang(locale)}>${ingredientList(ingredients, reading)}${stepList(steps, kitchen)}</div></details>`;
}
