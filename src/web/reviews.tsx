/** The page with all reviews of a recipe. */
import { Hono } from 'hono';
import { applyFilters } from '../domain/filters/filters.ts';
import { listReviews } from '../domain/recipes/related.ts';
import { config } from '../lib/config.ts';
import { t } from '../lib/language/text.ts';
import { actionContext, pathOf } from './components/actions.ts';
import { empty, pager, requestedPage, withNeighbours } from './components/elements.ts';
import { itemEntries } from './components/item-lists.ts';
import { filteredList } from './components/item-parts.ts';
import { headTags } from './components/layout.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { richText } from './components/texts.ts';
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
  const filters = await applyFilters(items, visitor.viewer, 'thread');
  const title = t('reviews.page-title', { recipe: recipe.name });
  const recipeLink = <a href={pathOf(recipe)}>{recipe.name}</a>;
  const body = (
    <>
      <h1>{richText('reviews.page-title', { recipe: recipeLink })}</h1>
      <p>{ratingLine(recipe, [])}</p>
      <p class="hint">{t('reviews.hint')}</p>
      {items.length > 0
        ? filteredList(items, filters, (shown) => itemEntries(shown, actionContext(visitor), filters))
        : empty(t('reviews.empty'))}
      {pager({ newer, older })}
    </>
  );
  const head = headTags({ title, canonical: `${config.baseUrl}${path}`, index: false });
  return { title, body, layout: { width: 'text' as const, head } };
}
