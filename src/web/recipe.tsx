/** The recipe page. */
import { Hono } from 'hono';
import type { Viewer } from '../domain/accounts/account.ts';
import { applyFilters } from '../domain/filters/filters.ts';
import type { Recipe } from '../domain/items/eventable.ts';
import { findEventableByIri, listLinked } from '../domain/items/read.ts';
import { listCookedMedia, listReviews } from '../domain/recipes/related.ts';
import { listDescendants } from '../domain/statuses/statuses.ts';
import { config } from '../lib/config.ts';
import { t } from '../lib/language/text.ts';
import { firstPage } from '../lib/page.ts';
import { assetPaths } from './assets.ts';
import { addressOf } from './components/account.tsx';
import { itemContext, pathOf } from './components/actions.tsx';
import { itemHead, mayIndex } from './components/item-page.tsx';
import { pageHandler, type Visitor } from './components/page-handler.tsx';
import { getRecipeFromPath } from './item-from-path.ts';
import { RecipeArticle, type RecipeView } from './recipe/article.tsx';
import { jsonLdElement, recipeJsonLd } from './recipe/json.tsx';
import { readDisplayOptions } from './recipe/method.tsx';
import { maxReviews } from './recipe/reviews.tsx';
import { sharePictureTags } from './share-picture.tsx';

const maxCookedPhotos = 12;

export const recipe = new Hono().get('/:name{@[^/]+}/recipes/:slug', pageHandler(show));

async function show(visitor: Visitor) {
  const { c, viewer } = visitor;
  const found = await getRecipeFromPath(visitor);
  const related = await loadRelated(found, viewer);
  const display = readDisplayOptions(c);
  const path = pathOf(found);
  const url = `${config.baseUrl}${path}`;

  const pictures = found.media.length > 0 ? found.media : related.cookedMedia;
  const jsonLd = mayIndex(found) ? jsonLdElement(recipeJsonLd(found, url, pictures, related.reviews)) : '';
  const { head, headers } = itemHead(found, {
    title: found.name,
    description: found.contentHtml,
    path,
    picture: pictures[0],
    fallback: pictures.length > 0 ? '' : await sharePictureTags(found),
    more: (
      <>
        {jsonLd}
        <script type="module" src={assetPaths.recipe} />
      </>
    ),
  });
  const context = await itemContext(visitor, found);
  const body = <RecipeArticle recipe={found} {...related} display={display} path={path} context={context} />;
  return {
    title: t('recipe.page-title', { name: found.name, cook: addressOf(found.account) }),
    body,
    layout: { width: 'wide' as const, head },
    headers,
  };
}

type Related = Omit<RecipeView, 'display' | 'path' | 'context'>;

/** Runs only the queries that can have a result. */
async function loadRelated(found: Recipe, viewer: Viewer): Promise<Related> {
  const { id, steps, cookedCount, ratingCount, repliesCount, forkedFromIri } = found;
  // The counts leave out what only some members may see.
  const mayHave = (count: number) => count > 0 || viewer.accountId !== null;
  const [linked, cookedMedia, original, replies, reviews] = await Promise.all([
    steps.some(({ links }) => links.length > 0) ? listLinked('recipe', id, viewer) : [],
    mayHave(cookedCount) ? listCookedMedia(id, viewer, maxCookedPhotos) : [],
    forkedFromIri === null ? null : findEventableByIri(forkedFromIri, viewer),
    mayHave(repliesCount) ? listDescendants(id, viewer) : [],
    mayHave(ratingCount) ? listReviews(id, viewer, { ...firstPage, limit: maxReviews + 1 }) : [],
  ]);
  const filters = await applyFilters([...replies, ...reviews], viewer, 'thread');
  return {
    filters,
    linked,
    cookedMedia,
    original: original && { name: original.name, path: pathOf(original) },
    replies: filters.shown(replies),
    reviews: filters.shown(reviews),
  };
}
