/** The recipe page. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Viewer } from '../domain/accounts/viewer.ts';
import type { Recipe, Status } from '../domain/items/eventable.ts';
import { listLinked } from '../domain/items/linked-items.ts';
import { findEventableByIri } from '../domain/items/read.ts';
import { type BakingMedium, listBakingMedia } from '../domain/recipes/baking-media.ts';
import { type DisplayOptions, displayRecipe } from '../domain/recipes/display.ts';
import { listReviews, type Review } from '../domain/recipes/reviews.ts';
import { listDescendants } from '../domain/statuses/threads.ts';
import { config } from '../lib/config.ts';
import { firstPage } from '../lib/page.ts';
import { addressOf, byline } from './components/account.ts';
import { type ActionContext, actionContext, withPinnedIds } from './components/action-buttons.ts';
import { day } from './components/date-text.ts';
import { tagChips } from './components/elements.ts';
import { lang } from './components/item-cards.ts';
import { pathOf } from './components/item-link.ts';
import { itemMarks } from './components/item-marks.ts';
import { actionsOrCounts, itemHead, mayIndex, originNote, replySection } from './components/item-page.ts';
import { pageHandler, type Visitor } from './components/page-handler.ts';
import { getRecipeFromPath } from './item-from-path.ts';
import { displayControls, readDisplayOptions, toQueryString } from './recipe/display-options.ts';
import { recipeFacts, sourceLinks } from './recipe/facts.ts';
import { ingredientList, isShownAsWritten } from './recipe/ingredients.ts';
import { jsonLdElement, recipeJsonLd } from './recipe/json-ld.ts';
import { privateNoteSection } from './recipe/note.ts';
import { nutritionTable } from './recipe/nutrition.ts';
import { cookedPhotos, mainPictures } from './recipe/pictures.ts';
import { maxReviews, ratingLine, reviewSection } from './recipe/reviews.ts';
import { addToShoppingList } from './recipe/shopping.ts';
import { stepList } from './recipe/steps.ts';
import { downloadLinks } from './recipe-files.ts';
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

  const pictures = found.media.length > 0 ? found.media : related.bakingMedia;
  const jsonLd = mayIndex(found) ? jsonLdElement(recipeJsonLd(found, url, pictures, related.reviews)) : '';
  const { head, headers } = itemHead(found, {
    title: found.name,
    description: found.contentHtml,
    path,
    picture: pictures[0],
    fallback: pictures.length > 0 ? '' : await sharePictureTags(found),
    more: jsonLd,
  });
  const context = await withPinnedIds(actionContext(visitor), found);
  const body = recipeArticle(found, { ...related, display, path, context });
  return {
    title: `${found.name} by ${addressOf(found.account)}`,
    body,
    layout: { width: 'wide' as const, head },
    headers,
  };
}

interface Related {
  linked: Recipe[];
  bakingMedia: BakingMedium[];
  original: { name: string; path: string } | null;
  replies: Status[];
  /** The newest. */
  reviews: Review[];
}

/** Runs only the queries that can have a result. */
async function loadRelated(found: Recipe, viewer: Viewer): Promise<Related> {
  const { id, steps, cookedCount, ratingCount, repliesCount, forkedFromIri } = found;
  // The counts leave out what only some members may see.
  const mayHave = (count: number) => count > 0 || viewer.accountId !== null;
  const [linked, cooked, original, replies, reviews] = await Promise.all([
    steps.some(({ links }) => links.length > 0) ? listLinked('recipe', id, viewer) : [],
    mayHave(cookedCount) ? listBakingMedia(id, viewer, { ...firstPage, limit: maxCookedPhotos }) : [],
    forkedFromIri === null ? null : findEventableByIri(forkedFromIri, viewer),
    mayHave(repliesCount) ? listDescendants(id, viewer) : [],
    mayHave(ratingCount) ? listReviews(id, viewer, { ...firstPage, limit: maxReviews + 1 }) : [],
  ]);
  return {
    linked,
    bakingMedia: cooked,
    original: original && { name: original.name, path: pathOf(original) },
    replies,
    reviews,
  };
}

interface RecipeView extends Related {
  display: DisplayOptions;
  path: string;
  context: ActionContext | null;
}

function recipeArticle(
  found: Recipe,
  { linked, bakingMedia: cooked, original, replies, reviews, display, path, context }: RecipeView,
) {
  const shown = displayRecipe(found, display);
  const stepContext = {
    ingredients: shown.ingredients,
    linked: new Map(linked.map((each) => [each.id, each])),
    factor: shown.serving / found.serving,
    units: display.units,
    locale: found.locale,
    anchors: true,
    renderedIds: new Set<number>(),
  };
  const langAttribute = lang(found.locale);
  // The count leaves out what only the author may see.
  const hasHistory =
    found.revisionsCount > 0 || (found.editedAt !== null && context?.me === found.account.id);
  return html`<article class="recipe">${originNote(found)}
<header class="recipe-head"><div><h1${langAttribute}>${found.name}</h1>${byline(found.account, html`${addressOf(found.account)} · ${day(found.publishedAt)}${itemMarks(hasHistory ? { ...found, editedAt: null } : found)}`)}${ratingLine(found, reviews)}${hasHistory ? historyLink(found, path) : ''}
<div class="prose recipe-about"${langAttribute}>${raw(found.contentHtml)}</div>${recipeFacts(found)}${tagChips(found.tags)}${actionsOrCounts(found, context)}${sourceLinks(found, original, path)}</div>${mainPictures(found.media)}</header>
<div class="recipe-body"><section id="ingredients" aria-labelledby="ingredients-title"><h2 id="ingredients-title">Ingredients</h2>${displayControls(shown, display, path)}${addToShoppingList(shown, context)}<div${langAttribute}>${ingredientList(shown.ingredients, isShownAsWritten(found, display))}</div></section>
<section id="steps" aria-labelledby="steps-title"><h2 id="steps-title">Method</h2><p class="no-print"><a class="button small" href="${path}/cook${toQueryString(display)}" rel="nofollow">Start cooking</a></p><div${langAttribute}>${stepList(shown.steps, stepContext)}</div></section></div>
${privateNoteSection(found, context)}${nutritionTable(found.details.nutrition)}${downloadLinks(path)}${cookedPhotos(found, cooked)}${reviewSection(reviews, path)}${replySection(replies, context)}</article>`;
}

const historyLink = ({ editedAt }: Recipe, path: string) =>
  html`<p class="hint no-print">${editedAt && html`Edited ${day(editedAt)} · `}<a href="${path}/history" rel="nofollow">See what changed</a></p>`;
