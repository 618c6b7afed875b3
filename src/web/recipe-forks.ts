/** The versions (forks) of a recipe as a tree, and the comparison of a fork with its original. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Recipe } from '../domain/items/eventable.ts';
import { compareVisibleRecipes, type Fork, getForkTree } from '../domain/recipes/forks.ts';
import { readId } from '../http/ids.ts';
import { notFound } from '../lib/errors.ts';
import { addressOf } from './components/account.ts';
import { day } from './components/date-text.ts';
import { empty } from './components/elements.ts';
import { headTags } from './components/head.ts';
import { lang } from './components/item-cards.ts';
import { pathOf } from './components/item-link.ts';
import { canonicalUrl } from './components/item-page.ts';
import type { Html } from './components/layout.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { getRecipeFromPath } from './item-from-path.ts';
import { differenceView } from './recipe/difference.ts';

export const recipeForks = new Hono()
  .get('/:name{@[^/]+}/recipes/:slug/forks', pageHandler(tree))
  .get('/:name{@[^/]+}/recipes/:slug/difference', pageHandler(compare));

async function tree(visitor: Visitor) {
  const found = await getRecipeFromPath(visitor);
  const { ancestors, recipe, descendants } = await getForkTree(found.id, visitor.viewer);
  const isAlone = ancestors.length === 0 && descendants.length === 0;
  const member = visitor.session !== null;
  const body = html`<p><a href="${pathOf(found)}">← Back to the recipe</a></p><h1>Versions</h1>
<p class="hint">Versions that other cooks made of <bdi${lang(found.locale)}>${found.name}</bdi>, as far as this server knows them.</p>
${isAlone ? empty('Nobody has made a version of this recipe yet.') : treeList([...ancestors, recipe, ...descendants], recipe.id)}
${member ? html`<p><a class="button" href="/write/recipe?from=${found.id}">Make your own version</a></p>` : ''}`;
  return contentOf(found, `Versions of ${found.name}`, body);
}

/** The first recipe is the root. */
function treeList(recipes: Fork[], currentId: number): Html {
  const forksOf = Map.groupBy(recipes.slice(1), ({ forkedFromId }) => forkedFromId);
  const node = (recipe: Fork): Html => {
    const forks = forksOf.get(recipe.id) ?? [];
    const isCurrent = recipe.id === currentId;
    return html`<li><a href="${pathOf(recipe)}"${isCurrent ? html` aria-current="true"` : ''}${lang(recipe.locale)}>${recipe.name}</a> <span class="hint">${addressOf(recipe.account)} · ${day(recipe.publishedAt)}${
      recipe.forkedFromId === null
        ? ''
        : html` · <a href="${pathOf(recipe)}/difference?from=${recipe.forkedFromId}" rel="nofollow">Compare<span class="visually-hidden"> ${recipe.name} with its original</span></a>`
    }</span>${forks.length > 0 ? html`<ul>${forks.map(node)}</ul>` : ''}</li>`;
  };
  return html`<ul class="fork-tree">${node(recipes[0]!)}</ul>`;
}

/** Compares with the original, unless `from` names another recipe. */
async function compare(visitor: Visitor) {
  const found = await getRecipeFromPath(visitor);
  const given = visitor.c.req.query('from');
  const fromId = given === undefined ? found.forkedFromId : readId(given);
  if (fromId === null) throw notFound();
  const { from, difference } = await compareVisibleRecipes(found.id, fromId, visitor.viewer);
  const body = html`<p><a href="${pathOf(found)}">← Back to the recipe</a></p><h1>What differs</h1>
<p class="hint"><a href="${pathOf(found)}"${lang(found.locale)}>${found.name}</a> by ${addressOf(found.account)}, compared with <a href="${pathOf(from)}"${lang(from.locale)}>${from.name}</a> by ${addressOf(from.account)}. <ins>New words</ins> are underlined, <del>removed words</del> are struck through.</p>
${differenceView(difference, found.locale)}`;
  return contentOf(found, `${found.name} compared with ${from.name}`, body);
}

const contentOf = (recipe: Recipe, title: string, body: Html) => ({
  ...{ title, body },
  layout: {
    width: 'text' as const,
    head: headTags({ title, canonical: canonicalUrl(recipe, pathOf(recipe)), index: false }),
  },
});
