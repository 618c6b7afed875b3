/** The page with all reviews of a recipe. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { listReviews } from '../domain/recipes/reviews.ts';
import { config } from '../lib/config.ts';
import { actionContext } from './components/action-buttons.ts';
import { empty, pager } from './components/elements.ts';
import { headTags } from './components/head.ts';
import { itemEntries } from './components/item-entry.ts';
import { pathOf } from './components/item-link.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { requestedPage, withNeighbours } from './components/pagination.ts';
import { getRecipeFromPath } from './item-from-path.ts';
import { ratingLine } from './recipe/reviews.ts';

const perPage = 20;

export const reviews = new Hono().get('/:name{@[^/]+}/recipes/:slug/reviews', pageHandler(show));

async function show(visitor: Visitor) {
  const recipe = await getRecipeFromPath(visitor);
  const page = requestedPage(visitor.c, perPage);
  const path = `${pathOf(recipe)}/reviews`;
  const found = await listReviews(recipe.id, visitor.viewer, page);
  const { items, newer, older } = withNeighbours(found, page, path);
  const title = `Reviews of ${recipe.name}`;
  const body = html`<h1>Reviews of <a href="${pathOf(recipe)}">${recipe.name}</a></h1><p>${ratingLine(recipe, [])}</p><p class="hint">Each cook counts once, with the newest public rating.</p>
${items.length > 0 ? itemEntries(items, actionContext(visitor)) : empty('No reviews yet.')}${pager({ newer, older })}`;
  const head = headTags({ title, canonical: `${config.baseUrl}${path}`, index: false });
  return { title, body, layout: { width: 'text' as const, head } };
}
