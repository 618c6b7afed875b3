/** The page of a preparation or baking, with its photos and recipe. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { applyFilters } from '../domain/filters/filters.ts';
import type { Cooked, CookedType } from '../domain/items/eventable.ts';
import { getEventable } from '../domain/items/read.ts';
import { servingsText } from '../domain/recipes/text.ts';
import { listDescendants } from '../domain/statuses/statuses.ts';
import { t } from '../lib/language/text.ts';
import { addressOf, nameOf } from './components/account.ts';
import { itemContext, pathOf } from './components/actions.ts';
import { tagChips } from './components/elements.ts';
import { lang } from './components/item-lists.ts';
import { actionsOrCounts, itemHead, mutedThreadNote, originNote, replySection } from './components/item-page.ts';
import { entryHead, pictures, starLine } from './components/item-parts.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { day, richText } from './components/texts.ts';
import { getItemFromPath } from './item-from-path.ts';
import { ingredientList, stepList } from './recipe/method.ts';

export const cookedItem = new Hono()
  .get(
    '/:name{@[^/]+}/bakings/:id',
    pageHandler((visitor) => show(visitor, 'baking')),
  )
  .get(
    '/:name{@[^/]+}/preparations/:id',
    pageHandler((visitor) => show(visitor, 'preparation')),
  );

async function show(visitor: Visitor, type: CookedType) {
  const found: Cooked = await getItemFromPath(visitor, type);
  const { viewer } = visitor;
  const [recipe, replies] = await Promise.all([
    found.recipeId === null ? null : getEventable(found.recipeId, viewer),
    // The count leaves out what only some members may see.
    found.repliesCount > 0 || viewer.accountId !== null ? listDescendants(found.id, viewer) : [],
  ]);
  const filters = await applyFilters(replies, viewer, 'thread');
  const { head, headers } = itemHead(found, {
    title: found.name,
    description: found.contentHtml,
    path: pathOf(found),
    picture: found.media[0],
  });
  const context = await itemContext(visitor, found);
  const source = recipe
    ? html`<p>${richText('cooked.source', { recipe: html`<a href="${pathOf(recipe)}">${recipe.name}</a>`, cook: nameOf(recipe.account), servings: servingsText(found.serving, found.servingType) })}</p>`
    : '';
  const body = html`<article class="cooked-page">${originNote(found)}${mutedThreadNote(found, context)}${entryHead(found)}<h1${lang(found.locale)}>${found.name}</h1>
<p class="entry-facts">${richText('cooked.date', { date: day(found.preparedAt) })}</p>
${starLine(found.rating)}${pictures(found.media)}<div class="prose recipe-about"${lang(found.locale)}>${raw(found.contentHtml)}</div>
${source}${tagChips(found.tags)}${actionsOrCounts(found, context)}${ingredientsAndSteps(found)}${replySection(filters.shown(replies), context, filters)}</article>`;
  return {
    title: t('recipe.page-title', { name: found.name, cook: addressOf(found.account) }),
    body,
    layout: { width: 'text' as const, head },
    headers,
  };
}

function ingredientsAndSteps({ ingredients, steps, locale }: Cooked) {
  if (ingredients.length === 0 && steps.length === 0) return '';
  const stepContext = {
    ingredients,
    linked: new Map(),
    factor: 1,
    units: null,
    locale,
    anchors: true,
    renderedIds: new Set<number>(),
  };
  return html`<details class="linked"><summary>${t('cooked.ingredients-and-method')}</summary><div${lang(locale)}>${ingredientList(ingredients, false)}${stepList(steps, stepContext)}</div></details>`;
}
