/** The versions (forks) of a recipe as a tree, and the comparison of a fork with its original. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Recipe } from '../domain/items/eventable.ts';
import { compareVisibleRecipes, type Fork, getForkTree } from '../domain/recipes/related.ts';
import { readId } from '../http/pagination.ts';
import { notFound } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { addressOf } from './components/account.ts';
import { pathOf } from './components/actions.ts';
import { empty, factLine } from './components/elements.ts';
import { lang } from './components/item-lists.ts';
import { canonicalUrl } from './components/item-page.ts';
import { type Html, headTags } from './components/layout.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { day, richText, visuallyHidden } from './components/texts.ts';
import { getRecipeFromPath } from './item-from-path.ts';
import { differenceLegend, differenceView } from './recipe/difference.ts';

export const recipeForks = new Hono()
  .get('/:name{@[^/]+}/recipes/:slug/forks', pageHandler(tree))
  .get('/:name{@[^/]+}/recipes/:slug/difference', pageHandler(compare));

async function tree(visitor: Visitor) {
  const found = await getRecipeFromPath(visitor);
  const { ancestors, recipe, descendants } = await getForkTree(found.id, visitor.viewer);
  const isAlone = ancestors.length === 0 && descendants.length === 0;
  const member = visitor.session !== null;
  const body = html`<p><a href="${pathOf(found)}">${t('history.back')}</a></p><h1>${t('forks.title')}</h1>
<p class="hint">${richText('forks.about', { name: html`<bdi${lang(found.locale)}>${found.name}</bdi>` })}</p>
${isAlone ? empty(t('forks.empty')) : treeList([...ancestors, recipe, ...descendants], recipe.id)}
${member ? html`<p><a class="button" href="/write/recipe?from=${found.id}">${t('forks.make')}</a></p>` : ''}`;
  return contentOf(found, t('forks.page-title', { name: found.name }), body);
}

/** The first recipe is the root. */
function treeList(recipes: Fork[], currentId: number): Html {
  const forksOf = Map.groupBy(recipes.slice(1), ({ forkedFromId }) => forkedFromId);
  const node = (recipe: Fork): Html => {
    const forks = forksOf.get(recipe.id) ?? [];
    const isCurrent = recipe.id === currentId;
    return html`<li><a href="${pathOf(recipe)}"${isCurrent ? html` aria-current="true"` : ''}${lang(recipe.locale)}>${recipe.name}</a> <span class="hint">${factLine(
      [
        html`<bdi>${addressOf(recipe.account)}</bdi>`,
        day(recipe.publishedAt),
        recipe.forkedFromId !== null &&
          html`<a href="${pathOf(recipe)}/difference?from=${recipe.forkedFromId}" rel="nofollow">${richText('forks.compare', { name: recipe.name, hidden: visuallyHidden })}</a>`,
      ],
    )}</span>${forks.length > 0 ? html`<ul>${forks.map(node)}</ul>` : ''}</li>`;
  };
  return html`<ul class="fork-tree">${node(recipes[0]!)}</ul>`;
}

const recipeLink = (recipe: Pick<Recipe, 'name' | 'locale'> & Parameters<typeof pathOf>[0]) =>
  html`<a href="${pathOf(recipe)}"${lang(recipe.locale)}>${recipe.name}</a>`;

/** Compares with the original, unless `from` names another recipe. */
async function compare(visitor: Visitor) {
  const found = await getRecipeFromPath(visitor);
  const given = visitor.c.req.query('from');
  const fromId = given === undefined ? found.forkedFromId : readId(given);
  if (fromId === null) throw notFound();
  const { from, difference } = await compareVisibleRecipes(found.id, fromId, visitor.viewer);
  const body = html`<p><a href="${pathOf(found)}">${t('history.back')}</a></p><h1>${t('difference.title')}</h1>
<p class="hint">${richText('difference.about', { recipe: recipeLink(found), cook: addressOf(found.account), other: recipeLink(from), otherCook: addressOf(from.account) })} ${differenceLegend()}</p>
${differenceView(difference, found.locale)}`;
  return contentOf(found, t('difference.page-title', { name: found.name, other: from.name }), body);
}

const contentOf = (recipe: Recipe, title: string, body: Html) => ({
  title,
  body,
  layout: {
    width: 'text' as const,
    head: headTags({ title, canonical: canonicalUrl(recipe, pathOf(recipe)), index: false }),
  },
});
