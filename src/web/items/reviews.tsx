/** The page with all reviews of a recipe. */
import { Hono } from 'hono';
import { applyFilters } from '../../domain/filters/filters.ts';
import { listReviews } from '../../domain/recipes/related.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { actionContext, pathOf } from '../components/actions.tsx';
import { Empty, Pager, requestedPage, withNeighbours } from '../components/elements.tsx';
import { ItemEntries } from '../components/item-lists.tsx';
import { filteredList } from '../components/item-parts.tsx';
import { headTags } from '../components/layout.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { richText } from '../components/texts.tsx';
import { getRecipeFromPath } from './item-from-path.ts';
import { RatingLine } from './review-parts.tsx';

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
      <p>
        <RatingLine ratings={recipe} reviews={[]} />
      </p>
      <p class="hint">{t('reviews.hint')}</p>
      {items.length > 0 ? (
        filteredList(items, filters, (shown) => (
          <ItemEntries items={shown} context={actionContext(visitor)} filters={filters} />
        ))
      ) : (
        <Empty>{t('reviews.empty')}</Empty>
      )}
      <Pager newer={newer} older={older} />
    </>
  );
  const head = headTags({ title, canonical: `${config.baseUrl}${path}`, index: false });
  return { title, body, layout: { width: 'text' as const, head } };
}
