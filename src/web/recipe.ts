/** The recipe page. */
import { Hono } from 'hono';
import { html } from 'hono/html';
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
import { addressOf } from './components/account.ts';
import { itemContext, pathOf } from './components/actions.ts';
import { itemHead, mayIndex } from './components/item-page.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { getRecipeFromPath } from './item-from-path.ts';
import { type RecipeView, recipeArticle } from './recipe/article.ts';
import { jsonLdElement, recipeJsonLd } from './recipe/json.ts';
import { readDisplayOptions } from './recipe/method.ts';
import { maxReviews } from './recipe/reviews.ts';
import { sharePictureTags } from './share-picture.ts';

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
    more: html`${jsonLd}<script type="module" src="${assetPaths.recipe}"></script>`,
  });
  const context = await itemContext(visitor, found);
  const body = recipeArticle(found, { ...related, display, path, context });
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
