/** Renders a recipe as its page shows it. Classes beginning with h-, p-, e-, dt- and u- are those of microformats.org/wiki/h-recipe. */

import { html } from 'hono/html';
import { LRUCache } from 'lru-cache';
import type { FilterResults } from '../../domain/filters/filters.ts';
import type { Recipe, Status } from '../../domain/items/eventable.ts';
import type { CookedMedium, Review } from '../../domain/recipes/related.ts';
import { type DisplayOptions, displayRecipe } from '../../domain/recipes/write.ts';
import { t } from '../../lib/language/text.ts';
import type { ActionContext } from '../components/action-buttons.ts';
import { lang } from '../components/item-cards.ts';
import { canonicalUrl, originNote, replySection } from '../components/item-page.ts';
import { mutedThreadNote } from '../components/muted-thread.ts';
import { drawQrCode, type QrDrawing, qrCode } from '../components/qr-code.ts';
import { replyForm } from '../components/reply-form.ts';
import { displayControls, toQueryString } from './display-options.ts';
import { recipeKinds } from './facts.ts';
import { recipeHeader } from './header.ts';
import { ingredientList, isShownAsWritten } from './ingredients.ts';
import { privateNoteSection } from './note.ts';
import { nutritionTable } from './nutrition.ts';
import { cookedStrip, leadPictures } from './pictures.ts';
import { reviewSection } from './reviews.ts';
import { addToShoppingList } from './shopping.ts';
import { stepList } from './steps.ts';

export interface RecipeView {
  linked: Recipe[];
  cookedMedia: CookedMedium[];
  original: { name: string; path: string } | null;
  /** Of the viewer, for the replies and reviews. */
  filters: FilterResults;
  replies: Status[];
  /** The newest. */
  reviews: Review[];
  display: DisplayOptions;
  path: string;
  context: ActionContext | null;
}

export function recipeArticle(found: Recipe, view: RecipeView) {
  const { cookedMedia, original, filters, replies, reviews, display, path, context } = view;
  const query = toQueryString(display);
  const hasCookedPhotos = cookedMedia.length > 0;
  return html`<article class="recipe h-recipe" id="item-${found.id}" data-recipe="${path}">${originNote(found)}${mutedThreadNote(found, context)}${leadPictures(found)}
${recipeHeader(found, { path, query, original, reviews, hasCookedPhotos, context })}
${cookedStrip(found, cookedMedia)}${ingredientsAndMethod(found, view)}
<div class="recipe-more">${privateNoteSection(found, context)}${recipeKinds(found)}${nutritionTable(found.details.nutrition)}</div>
${reviewSection(reviews, path, filters)}${replySection(replies, context, filters)}${context ? replyForm(found, context) : ''}</article>`;
}

function ingredientsAndMethod(found: Recipe, { linked, display, path, context }: RecipeView) {
  const shown = displayRecipe(found, display);
  const langAttribute = lang(found.locale);
  const stepContext = {
    ingredients: shown.ingredients,
    linked: new Map(linked.map((each) => [each.id, each])),
    factor: shown.serving / found.serving,
    units: display.units,
    locale: found.locale,
    anchors: true,
    renderedIds: new Set<number>(),
  };
  const ingredients = ingredientList(shown.ingredients, isShownAsWritten(found, display), {
    checkable: true,
  });
  return html`<div class="recipe-body"><section id="ingredients" aria-labelledby="ingredients-title"><h2 id="ingredients-title">${t('recipe.ingredients')}</h2>${displayControls(shown, display, path)}<div${langAttribute}>${ingredients}</div>${addToShoppingList(shown, context)}${printedAddress(canonicalUrl(found, path))}</section>
<section id="steps" aria-labelledby="steps-title"><h2 id="steps-title">${t('recipe.method')}</h2><div class="e-instructions"${langAttribute}>${stepList(shown.steps, stepContext)}</div></section></div>`;
}

const addressDrawings = new LRUCache<string, QrDrawing>({ max: 500, memoMethod: drawQrCode });

const printedAddress = (url: string) =>
  html`<div class="print-address print-only">${qrCode(addressDrawings.memo(url))}<p>${url.replace(/^https?:\/\//, '')}</p></div>`;
