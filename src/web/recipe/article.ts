/** The recipe on its page. */
import { html, raw } from 'hono/html';
import type { FilterResults } from '../../domain/filters/filters.ts';
import type { Recipe, Status } from '../../domain/items/eventable.ts';
import type { CookedMedium, Review } from '../../domain/recipes/related.ts';
import { dietText, servingsText } from '../../domain/recipes/text.ts';
import { type DisplayOptions, displayRecipe } from '../../domain/recipes/write.ts';
import { pictureUrls } from '../../http/media.ts';
import { createCache } from '../../lib/cache.ts';
import { durationText, toDuration } from '../../lib/duration.ts';
import { dayText } from '../../lib/language/formats.ts';
import { t } from '../../lib/language/text.ts';
import { type Nutrition, nutrients, totalTimeOf } from '../../recipe-import/details.ts';
import { bandFragment, patternFor } from '../art.ts';
import { addressOf, byline, nameOf } from '../components/account.ts';
import {
  type ActionContext,
  boostToggle,
  itemMenu,
  likeToggle,
  mayBoost,
  pathOf,
  saveButton,
  toggleButton,
} from '../components/actions.ts';
import { factLine, menuLink, moreMenu, tagChips } from '../components/elements.ts';
import { field, hidden } from '../components/fields.ts';
import { icons } from '../components/icons.ts';
import { lang } from '../components/item-lists.ts';
import {
  actionsOrCounts,
  canonicalUrl,
  mutedThreadNote,
  originNote,
  replyForm,
  replySection,
} from '../components/item-page.ts';
import { itemMarks, sizeOf } from '../components/item-parts.ts';
import type { Html } from '../components/layout.ts';
import { drawQrCode, type QrDrawing, qrCode } from '../components/qr-code.ts';
import { day, richText, webUrl } from '../components/texts.ts';
import { displayControls, ingredientList, isShownAsWritten, stepList, toQueryString } from './method.ts';
import { ratingLine, reviewSection } from './reviews.ts';

// Renders the menu entries that print a recipe and download it as a file

/** The script shows the button that prints. */
const printAndDownloads = (path: string, name: string) => [
  html`<button type="button" class="small quiet" data-print hidden>${t('recipe.print')}</button>`,
  menuLink(`${path}.cook`, t('recipe.download-cooklang'), name, { download: true }),
  menuLink(`${path}.json`, t('recipe.download-json'), name, { download: true }),
];

// The button that adds a recipe to the member's shopping list, at the servings shown

/** Takes the scaled recipe. Empty for visitors, who have no list. */
function addToShoppingList({ id, serving, ingredients }: Recipe, context: ActionContext | null) {
  if (!context || ingredients.length === 0) return '';
  const fields = { form_token: context.formToken, serving: String(serving) };
  return html`<form class="shop no-print" method="post" action="/items/${id}/shop">${hidden(fields)}<button class="small quiet">${t('recipe.add-to-list')}</button></form>`;
}

// The member's private note on a recipe, with its form

/** Empty for visitors, who cannot write notes. */
function privateNoteSection({ id, privateNote }: Recipe, context: ActionContext | null) {
  if (!context) return '';
  const form = html`<form method="post" action="/items/${id}/note">${hidden({ form_token: context.formToken, back: context.returnPath })}
${field({ name: 'note', label: t('recipe.your-note'), type: 'textarea', value: privateNote ?? '', hint: t('recipe.note-hint'), attributes: { maxlength: 5_000 } })}<button class="small">${t('recipe.save-note')}</button></form>`;
  if (privateNote === null)
    return html`<details class="no-print" id="private-note"><summary>${t('recipe.add-note')}</summary>${form}</details>`;
  return html`<section id="private-note" class="panel" aria-labelledby="note-title"><h2 id="note-title">${t('recipe.your-note')}</h2><p class="note-text">${privateNote}</p><details class="no-print"><summary>${t('recipe.edit-note')}</summary>${form}</details></section>`;
}

// Renders the nutrition of one serving as a table, marked as in microformats.org/wiki/h-recipe

export function nutritionTable(nutrition: Nutrition) {
  const rows = nutrients.flatMap((name) => {
    const value = nutrition[name];
    return value
      ? [html`<tr class="p-nutrition"><th scope="row">${t(`nutrition.${name}`)}</th> <td>${value}</td></tr>`]
      : [];
  });
  if (rows.length === 0) return '';
  return html`<section class="nutrition" aria-labelledby="nutrition-title"><h2 id="nutrition-title">${t('nutrition.per-serving')}</h2><table>${rows}</table></section>`;
}

// Renders the photographs of a recipe, and those of the items cooked from it

/**
 * The first photograph reaches the edges of a phone. It is the largest element, so the browser loads it first. A recipe
 * without photographs has a band of its pattern, which is not printed.
 */
export function leadPictures({ id, tags, media: [first, ...more] }: Pick<Recipe, 'id' | 'tags' | 'media'>) {
  if (!first)
    return html`<div class="recipe-lead no-print"><img class="lead-pattern" src="${patternFor(id, tags)}${bandFragment}" alt="" width="1200" height="300"></div>`;
  const { original, medium, small } = pictureUrls(first.key);
  return html`<div class="recipe-lead"><a href="${original}"><img class="lead-picture u-photo" src="${medium}" srcset="${small} 400w, ${medium} 1200w" sizes="(max-width: 72rem) 100vw, 72rem" alt="${first.description}"${sizeOf(first)} fetchpriority="high"></a>${
    more.length > 0
      ? html`<ul class="recipe-lead-more no-print">${more.map((each) => {
          const urls = pictureUrls(each.key);
          return html`<li><a href="${urls.original}"><img src="${urls.small}" alt="${each.description}" width="120" height="120" loading="lazy"></a></li>`;
        })}</ul>`
      : ''
  }</div>`;
}

/** Empty if nobody cooked it. */
function cookedText(cookedCount: number): string {
  if (cookedCount === 0) return '';
  return t('recipe.cooked-count', { count: cookedCount });
}

/** A strip that scrolls sideways. The count leaves out what only some members may see. */
function cookedStrip({ cookedCount }: Recipe, pictures: CookedMedium[]) {
  if (pictures.length === 0) return '';
  const items = pictures.map(({ eventableId, eventableType, account, key, description }) => {
    const path = pathOf({ id: eventableId, type: eventableType, url: null, iri: null, account });
    return html`<li><a href="${path}"><img src="${pictureUrls(key).small}" alt="${description}" width="200" height="200" loading="lazy"><bdi>${nameOf(account)}</bdi></a></li>`;
  });
  return html`<section id="cooked" class="no-print" aria-labelledby="cooked-title"><h2 id="cooked-title">${cookedText(cookedCount) || t('recipe.cooked')}</h2><ul class="cooked-strip">${items}</ul></section>`;
}

// Renders what one can do with a recipe: cook it first, then quiet icons, and the rest in a menu

interface ActionOptions {
  path: string;
  /** Query of the servings and units that are shown. */
  query: string;
  context: ActionContext | null;
}

function recipeActions(recipe: Recipe, { path, query, context }: ActionOptions) {
  const { name, steps, forksCount } = recipe;
  const cook =
    steps.length > 0
      ? html`<a class="button" href="${path}/cook${query}" rel="nofollow">${icons.pot}${t('recipe.start-cooking')}</a>`
      : '';
  const further = [
    forksCount > 0 ? menuLink(`${path}/forks`, t('recipe.see-versions'), name) : '',
    ...printAndDownloads(path, name),
  ];
  if (context)
    return html`<div class="recipe-actions no-print">${cook}${memberActions(recipe, context)}<div class="recipe-menu">${itemMenu(recipe, context, further)}</div></div>`;
  return html`<div class="recipe-actions no-print">${cook}<div class="recipe-menu">${moreMenu(name, further)}</div></div>${actionsOrCounts(recipe)}`;
}

function memberActions(recipe: Recipe, context: ActionContext) {
  const { id, name } = recipe;
  const fragment = `#item-${id}`;
  const of = html`<span class="visually-hidden"> ${name}</span>`;
  return html`<a class="button quiet" href="/write/cooked?recipe=${id}">${t('recipe.i-cooked-this')}${of}</a>
<div class="recipe-icons">${toggleButton(likeToggle(recipe, name), context, { icon: icons.like, fragment, shortcut: 'l' })}
${mayBoost(recipe, context) ? toggleButton(boostToggle(recipe, name), context, { icon: icons.boost, fragment, shortcut: 'b' }) : ''}
<a class="button icon-only" href="#reply" aria-keyshortcuts="r">${icons.reply}<span class="visually-hidden">${t('recipe.reply', { name })}</span></a>
${saveButton(recipe, name)}</div>`;
}

// Renders the times, yield, kinds and sources of a recipe. Classes are those of microformats.org/wiki/h-recipe

const fact = (label: string, value: Html | string | null) =>
  value ? html`<div><dt>${label}</dt><dd>${value}</dd></div>` : '';

/** The total is left out if it only repeats the one known time. */
export function recipeFacts({ prepTime, cookTime, serving, servingType, details }: Recipe) {
  const total = totalTimeOf({ prepTime, cookTime, ...details });
  const times: [label: string, seconds: number | null][] = [
    [t('recipe.prep-time'), prepTime],
    [t('recipe.cook-time'), cookTime],
    [t('recipe.rest-time'), details.restTime],
  ];
  const isRepeated = times.some(([, seconds]) => seconds === total);
  const all = isRepeated ? times : [...times, [t('recipe.total-time'), total] as const];
  const isServings = servingType === 'serving' || servingType === 'servings';
  return html`<dl class="times">${all.map(([label, seconds]) => fact(label, seconds ? timeOf(seconds, seconds === total) : null))}<div><dt>${isServings ? t('recipe.serves') : t('recipe.makes')}</dt><dd class="p-yield">${isServings ? serving : servingsText(serving, servingType)}</dd></div></dl>`;
}

const timeOf = (seconds: number, isTotal: boolean) =>
  isTotal
    ? html`<time class="dt-duration" datetime="${toDuration(seconds)}">${durationText(seconds)}</time>`
    : durationText(seconds);

/** Example: Dinner, Dessert. Each is marked on its own. */
const categories = (names: string[]) =>
  html`${names.map((name, at) => html`${at > 0 ? ', ' : ''}<span class="p-category">${name}</span>`)}`;

/** Empty if the author stated none of them. */
export function recipeKinds({ details: { category, cuisine, diet, difficulty, equipment } }: Recipe) {
  const list = [
    category.length > 0 ? fact(t('recipe.category'), categories(category)) : '',
    fact(t('recipe.cuisine'), cuisine.join(', ')),
    fact(t('recipe.diet'), diet.map(dietText).join(', ')),
    fact(t('recipe.difficulty'), difficulty && t(`write.difficulty-${difficulty}`)),
    fact(t('recipe.equipment'), equipment.join(', ')),
  ].filter(Boolean);
  if (list.length === 0) return '';
  return html`<section aria-labelledby="kinds-title"><h2 id="kinds-title">${t('recipe.about')}</h2><dl class="kinds">${list}</dl></section>`;
}

/** Links to sources are nofollow, because users can enter any URL. */
const externalLink = (url: string | null, text?: string) => {
  const href = webUrl(url);
  if (!href) return text ?? '';
  return html`<a href="${href}" rel="nofollow noopener noreferrer">${text ?? new URL(href).host}</a>`;
};

export function sourceLinks(
  { sourceUrl, forkedFromIri, forksCount, details: { credit, videoUrl } }: Recipe,
  original: { name: string; path: string } | null,
  path: string,
) {
  return html`${credit ? creditLine(credit, sourceUrl) : sourceUrl ? html`<p class="hint">${richText('recipe.source', { link: externalLink(sourceUrl) })}</p>` : ''}${
    videoUrl ? html`<p class="hint">${richText('recipe.video', { link: externalLink(videoUrl) })}</p>` : ''
  }${
    original
      ? html`<p class="hint">${factLine([
          richText('recipe.version-of', { recipe: html`<a href="${original.path}">${original.name}</a>` }),
          html`<a href="${path}/difference" rel="nofollow">${t('recipe.compare')}</a>`,
        ])}</p>`
      : forkedFromIri
        ? html`<p class="hint">${richText('recipe.version-at', { site: externalLink(forkedFromIri) })}</p>`
        : ''
  }${
    forksCount > 0
      ? html`<p class="hint"><a class="standalone" href="${path}/forks">${t('recipe.versions', { count: forksCount })}</a></p>`
      : ''
  }`;
}

function creditLine({ name, url, site }: NonNullable<Recipe['details']['credit']>, sourceUrl: string | null) {
  const host = site ?? (webUrl(sourceUrl) ? new URL(sourceUrl!).host : null);
  const at = host ? externalLink(sourceUrl, host) : '';
  const by = name ? externalLink(url, name) : '';
  const text =
    by && at
      ? richText('recipe.credit', { cook: by, site: at })
      : by
        ? richText('recipe.credit-cook', { cook: by })
        : at
          ? richText('recipe.credit-site', { site: at })
          : t('recipe.recipe');
  return html`<p class="hint">${text}</p>`;
}

// Renders the head of a recipe: title, author, description, facts and actions

interface HeaderOptions {
  path: string;
  /** Query of the servings and units that are shown. */
  query: string;
  original: { name: string; path: string } | null;
  reviews: Review[];
  hasCookedPhotos: boolean;
  context: ActionContext | null;
}

function recipeHeader(recipe: Recipe, options: HeaderOptions) {
  const { path, query, original, reviews, hasCookedPhotos, context } = options;
  const { name, account, contentHtml, locale, cookedCount, tags } = recipe;
  const langAttribute = lang(locale);
  const cooked = cookedText(cookedCount);
  const marks = [
    ratingLine(recipe, reviews),
    cooked && (hasCookedPhotos ? html`<a href="#cooked">${cooked}</a>` : html`<span>${cooked}</span>`),
  ].filter(Boolean);
  return html`<header class="recipe-head"><h1 class="p-name"${langAttribute}>${name}</h1>
${byline(account, dateLine(recipe, path, context), 'p-author h-card')}
${marks.length > 0 ? html`<p class="recipe-marks">${marks}</p>` : ''}<div class="prose recipe-about p-summary"${langAttribute}>${raw(contentHtml)}</div>
${recipeFacts(recipe)}${recipeActions(recipe, { path, query, context })}${tagChips(tags)}${sourceLinks(recipe, original, path)}</header>`;
}

function dateLine(recipe: Recipe, path: string, context: ActionContext | null) {
  const { account, publishedAt, editedAt, revisionsCount } = recipe;
  // The count leaves out what only the author may see.
  const hasHistory = revisionsCount > 0 || (editedAt !== null && context?.me === account.id);
  const published = html`<a class="when u-url" href="${path}"><time class="dt-published" datetime="${publishedAt.toISOString()}">${dayText(publishedAt)}</time></a>`;
  const onScreen = (fact: Html) => html`<span class="no-print">${fact}</span>`;
  return factLine([
    html`<bdi>${addressOf(account)}</bdi>`,
    published,
    ...itemMarks(hasHistory ? { ...recipe, editedAt: null } : recipe),
    hasHistory && editedAt && onScreen(richText('recipe.edited', { date: day(editedAt) })),
    hasHistory && onScreen(html`<a href="${path}/history" rel="nofollow">${t('recipe.see-what-changed')}</a>`),
  ]);
}

// Renders a recipe as its page shows it. Classes beginning with h-, p-, e-, dt- and u- are those of
// microformats.org/wiki/h-recipe

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

const addressDrawings = createCache<string, QrDrawing>({ max: 500, memoMethod: drawQrCode });

const printedAddress = (url: string) =>
  html`<div class="print-address print-only">${qrCode(addressDrawings.memo(url))}<p>${url.replace(/^https?:\/\//, '')}</p></div>`;
