/** The recipe page. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Viewer } from '../domain/accounts/viewer.ts';
import type { Recipe, Status } from '../domain/items/eventable.ts';
import { listLinked } from '../domain/items/linked-items.ts';
import { findEventableByIri } from '../domain/items/read.ts';
import { type BakingMedium, listBakingMedia } from '../domain/recipes/baking-media.ts';
import { type DisplayOptions, displayRecipe } from '../domain/recipes/display.ts';
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
  const jsonLd = mayIndex(found) ? jsonLdElement(recipeJsonLd(found, url, pictures)) : '';
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
  fork: { name: string; path: string } | null;
  replies: Status[];
}

/** Runs only the queries that can have a result. */
async function loadRelated(found: Recipe, viewer: Viewer): Promise<Related> {
  const { id, steps, cookedCount, repliesCount, forkedFromIri } = found;
  // The counts leave out what only some members may see.
  const mayHave = (count: number) => count > 0 || viewer.accountId !== null;
  const [linked, cooked, fork, replies] = await Promise.all([
    steps.some(({ links }) => links.length > 0) ? listLinked('recipe', id, viewer) : [],
    mayHave(cookedCount) ? listBakingMedia(id, viewer, { ...firstPage, limit: maxCookedPhotos }) : [],
    forkedFromIri === null ? null : findEventableByIri(forkedFromIri, viewer),
    mayHave(repliesCount) ? listDescendants(id, viewer) : [],
  ]);
  return {
    linked,
    bakingMedia: cooked,
    fork: fork && { name: fork.name, path: pathOf(fork) },
    replies,
  };
}

interface RecipeView extends Related {
  display: DisplayOptions;
  path: string;
  context: ActionContext | null;
}

function recipeArticle(
  found: Recipe,
  { linked, bakingMedia: cooked, fork, replies, display, path, context }: RecipeView,
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
  return html`<article class="recipe">${originNote(found)}
<header class="recipe-head"><div><h1${langAttribute}>${found.name}</h1>${byline(found.account, html`${addressOf(found.account)} · ${day(found.publishedAt)}${itemMarks(found)}`)}
<div class="prose recipe-about"${langAttribute}>${raw(found.contentHtml)}</div>${recipeFacts(found)}${tagChips(found.tags)}${actionsOrCounts(found, context)}${sourceLinks(found, fork)}</div>${mainPictures(found.media)}</header>
<div class="recipe-body"><section id="ingredients" aria-labelledby="ingredients-title"><h2 id="ingredients-title">Ingredients</h2>${displayControls(shown, display, path)}${addToShoppingList(shown, context)}<div${langAttribute}>${ingredientList(shown.ingredients, isShownAsWritten(found, display))}</div></section>
<section id="steps" aria-labelledby="steps-title"><h2 id="steps-title">Method</h2><p class="no-print"><a class="button small" href="${path}/cook${toQueryString(display)}" rel="nofollow">Start cooking</a></p><div${langAttribute}>${stepList(shown.steps, stepContext)}</div></section></div>
${privateNoteSection(found, context)}${nutritionTable(found.details.nutrition)}${downloadLinks(path)}${cookedPhotos(found, cooked)}${replySection(replies, context)}</article>`;
}
