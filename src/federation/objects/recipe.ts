/** Recipes as objects. */
import {
  convertDetails,
  creditOf,
  DETAIL_LIMITS,
  difficulties,
  inTerms,
  knownDiets,
  mapDetails,
  type Nutrition,
  nutrients,
  type RecipeDetails,
  ratingOf,
  totalTimeOf,
} from '../../db/recipe-details.ts';
import type { Ingredient, Ratings, Recipe, Step, StepLink } from '../../domain/items/eventable.ts';
import { meanRating, ratingScale } from '../../domain/recipes/related.ts';
import {
  durationIn,
  formatIngredient,
  groupIngredients,
  languageOf,
  plainServings,
  servingsIn,
  wordsFor,
} from '../../domain/recipes/text.ts';
import { toDuration } from '../../lib/duration.ts';
import { escapeHtml, textOf } from '../../lib/html/html.ts';
import {
  type IngredientDraft,
  ingredientLength,
  maxIngredientText,
  maxStepText,
  type StepDraft,
  stepLength,
  takeWithin,
} from '../../recipe-import/draft.ts';
import { parseDuration } from '../../recipe-import/duration.ts';
import { readTags } from '../../recipe-import/recipe-details.ts';
import { DEFAULT_SERVING_TYPE, readServing } from '../../recipe-import/serving.ts';
import {
  firstOf,
  iriOf,
  irisOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  numberOf,
  type Reading,
  refused,
  shortName,
  stringOf,
  understood,
} from '../json-ld/json.ts';
import { type CommonReading, readDescription, readName, toCommon, toSource } from './common-fields.ts';
import { firstSentences, hashtagsHtml, readWarning, toSummary } from './parts.ts';
import { readIngredientList, readServingCount, readStepList, toInstruction, toSupply } from './recipe-lines.ts';
import { emptyRecipeFields, limits, type RemoteObject } from './remote-object.ts';

// Converts ratings to and from schema.org Rating and AggregateRating

export const toRating = (stars: number): JsonObject => ({
  type: 'Rating',
  ratingValue: stars,
  ...ratingScale,
});

/** Others do not trust it: every server counts the ratings that it knows. */
const toAggregateRating = (ratings: Ratings): JsonObject => ({
  type: 'AggregateRating',
  ratingValue: meanRating(ratings),
  ratingCount: ratings.ratingCount,
  ...ratingScale,
});

/** Returns 1 to 5 stars, also from another scale or a bare number. Null for what is no rating. */
export function readRating(value: unknown): number | null {
  const rating = firstOf(value);
  const given = numberOf(isObject(rating) ? (member(rating, 'ratingValue') ?? rating) : rating);
  const best = numberOf(member(rating, 'bestRating')) ?? ratingScale.bestRating;
  const worst = numberOf(member(rating, 'worstRating')) ?? Math.min(ratingScale.worstRating, best);
  if (given === null || best <= worst || given < worst || given > best) return null;
  const stars = Math.round(1 + (4 * (given - worst)) / (best - worst));
  return Number.isInteger(stars) ? stars : null;
}

// Converts serving, ingredients and steps to and from schema.org terms

interface RecipeFields {
  serving: number;
  servingType: string | null;
  ingredients: IngredientDraft[];
  steps: StepDraft[];
}

interface PartsOfItem {
  serving: number;
  servingType: string | null;
  ingredients: Ingredient[];
  steps: Step[];
}

export const toRecipeFields = ({ serving, servingType, ingredients, steps }: PartsOfItem): JsonObject => ({
  recipeYield: plainServings(serving, servingType),
  serving,
  ...(servingType !== null && { servingType }),
  recipeIngredient: ingredients.map((each) => formatIngredient(each)),
  supply: ingredients.map((ingredient) => toSupply(ingredient)),
  recipeInstructions: steps.map(toInstruction),
});

/** Prefers our own terms over `recipeYield`. The default serving is 1. Both lists end where they get too long. */
export function readRecipeFields(json: JsonObject): RecipeFields {
  const ingredients = takeWithin(readIngredientList(json), ingredientLength, maxIngredientText);
  const steps = takeWithin(readStepList(json, ingredients.length), stepLength, maxStepText);
  return { ...readYield(json), ingredients, steps };
}

function readYield(json: JsonObject): Pick<RecipeFields, 'serving' | 'servingType'> {
  const serving = readServingCount(member(json, 'serving'));
  if (serving !== null) {
    const servingType = stringOf(member(json, 'servingType'), limits.servingType);
    return {
      serving,
      servingType: servingType && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(servingType) ? servingType : null,
    };
  }
  return readServing(member(json, 'recipeYield')) ?? { serving: 1, servingType: null };
}

// Converts the details of a recipe to and from schema.org terms, and our own terms where schema.org has none

function toDetails(details: RecipeDetails): JsonObject {
  const written = convertDetails(details, {
    seconds: (value) => (value === null ? null : toDuration(value)),
    diets: (diets) => diets.map((name) => `http://schema.org/${name}`),
    nutrition: toNutrition,
    credit: (value) => value && omitNull(value),
    rating: (value) =>
      value && {
        type: 'schema:AggregateRating',
        'schema:ratingValue': value.value,
        'schema:ratingCount': value.count,
      },
  });
  return inTerms(written);
}

const omitNull = (object: object): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));

function toNutrition(nutrition: Nutrition): JsonObject | null {
  const facts = Object.entries(nutrition).map(([name, text]) => [`schema:${name}`, text]);
  return facts.length > 0 ? { type: 'schema:NutritionInformation', ...Object.fromEntries(facts) } : null;
}

/** Never throws. Texts are cut, and lists are shortened, to the limits of local recipes. */
const readDetails = (json: JsonObject): RecipeDetails =>
  mapDetails({
    seconds: ({ term }) => secondsOf(member(json, term)),
    texts: ({ term, max }) => textsOf(member(json, term), max),
    diets: ({ term }) => knownDiets(listOf(member(json, term)).map(dietName)),
    difficulty: ({ term }) => readDifficulty(member(json, term)),
    nutrition: ({ term }) => readNutrition(firstOf(member(json, term))),
    credit: ({ term }) => readCredit(firstOf(member(json, term))),
    rating: ({ term }) => readStatedRating(firstOf(member(json, term))),
    url: ({ term }) => readVideo(firstOf(member(json, term))),
  });

const secondsOf = (value: unknown) => parseDuration(stringOf(value, 100));

function readDifficulty(value: unknown): RecipeDetails['difficulty'] {
  const stated = stringOf(value, 20);
  return difficulties.find((level) => level === stated) ?? null;
}

/** An entry is a text or an object with a name. */
const detailText = (value: unknown, max: number) =>
  (stringOf(value, max) ?? stringOf(member(value, 'name'), max) ?? '').trim();

function textsOf(value: unknown, max: number): string[] {
  const texts = listOf(value).map((entry) => detailText(entry, DETAIL_LIMITS.entry));
  return [...new Set(texts.filter(Boolean))].slice(0, max);
}

const dietName = (value: unknown) => shortName(stringOf(value, 100) ?? iriOf(value) ?? '');

function readNutrition(value: unknown): RecipeDetails['nutrition'] {
  const found = nutrients.map((name) => [name, detailText(member(value, name), DETAIL_LIMITS.nutrient)]);
  return Object.fromEntries(found.filter(([, text]) => text !== ''));
}

function readCredit(value: unknown): RecipeDetails['credit'] {
  const text = (term: string) => detailText(member(value, term), DETAIL_LIMITS.party);
  return creditOf(text('name'), iriOf(member(value, 'url')), text('site'));
}

const readStatedRating = (value: unknown) =>
  ratingOf(Number(member(value, 'ratingValue')), Number(member(value, 'ratingCount')));

/** Other servers send a schema.org VideoObject. */
const readVideo = (value: unknown) =>
  iriOf(member(value, 'contentUrl')) ?? iriOf(member(value, 'embedUrl')) ?? iriOf(member(value, 'url')) ?? iriOf(value);

// Renders a whole recipe as HTML in its own language, for servers that do not support recipes

/** Uses only elements that Mastodon keeps, and no line breaks between them, which Misskey would show. */
function recipeHtml(recipe: Recipe): string {
  const { name, url, iri, contentHtml, ingredients, steps, locale } = recipe;
  return [
    `<p><strong>${linkHtml(url ?? iri!, name)}</strong></p>`,
    contentHtml,
    `<p>${escapeHtml(factsOf(recipe))}</p>`,
    ...groupIngredients(ingredients).map((group) => groupHtml(group, locale)),
    ...steps.map((step, at) => stepHtml(step, at, locale)),
    sourceHtml(recipe),
    hashtagsHtml(recipe),
  ].join('');
}

/** Returns text such as "4 servings · Preparation 20 min · Cooking 1 h". */
function factsOf({ serving, servingType, prepTime, cookTime, details, locale }: Recipe): string {
  const { restTime, totalTime } = details;
  const { preparation, cooking, resting, total } = wordsFor(locale);
  const time = (word: string, seconds: number | null) =>
    seconds === null ? '' : `${word} ${durationIn(locale, seconds)}`;
  const isSum = totalTime === totalTimeOf({ prepTime, cookTime, restTime });
  return [
    servingsIn(locale, serving, servingType),
    time(preparation, prepTime),
    time(cooking, cookTime),
    time(resting, restTime),
    isSum ? '' : time(total, totalTime),
  ]
    .filter(Boolean)
    .join(' · ');
}

function groupHtml(ingredients: Ingredient[], locale: string): string {
  const { optional } = wordsFor(locale);
  const heading = ingredients[0]?.group;
  const lines = ingredients
    .map((ingredient) => `<li>${escapeHtml(formatIngredient(ingredient, optional))}</li>`)
    .join('');
  return `${heading ? `<p><strong>${escapeHtml(heading)}</strong></p>` : ''}<ul>${lines}</ul>`;
}

/** Writes the number as text, because Misskey drops the numbers of `ol`. */
function stepHtml(step: Step, index: number, locale: string): string {
  return `${stepText(step, `${index + 1}.`, locale)}${step.links.map(stepLinkHtml).join('')}`;
}

/** The number of a step without a name starts its first paragraph. */
function stepText({ name, contentHtml, duration }: Step, number: string, locale: string): string {
  const time = duration === null ? '' : ` (${durationIn(locale, duration)})`;
  if (name !== '' || !contentHtml.startsWith('<p>')) {
    const heading = escapeHtml(`${number} ${name}`.trim());
    return `<p><strong>${heading}</strong>${time}</p>${contentHtml}`;
  }
  const paragraph = contentHtml.replace('</p>', () => `${time}</p>`);
  return paragraph.replace('<p>', `<p><strong>${number}</strong> `);
}

function stepLinkHtml({ url, iri, name }: StepLink): string {
  const href = url ?? iri;
  return href === null ? '' : `<p>${linkHtml(href, name || href)}</p>`;
}

/** "Recipe by NAME at SITE" in English, "Rezept: NAME, SITE" in other languages, or the source. */
function sourceHtml({ sourceUrl, details: { credit }, locale }: Recipe): string {
  const words = wordsFor(locale);
  if (credit === null)
    return sourceUrl === null ? '' : `<p>${words.source}: ${linkHtml(sourceUrl, hostOf(sourceUrl))}</p>`;
  const { name } = credit;
  const site = credit.site ?? (sourceUrl && hostOf(sourceUrl));
  const [by, at] = languageOf(locale) === 'en' ? [' by ', ' at '] : [': ', name === null ? ': ' : ', '];
  const linked = (before: string, href: string | null, text: string | null) =>
    text === null ? '' : `${before}${href === null ? escapeHtml(text) : linkHtml(href, text)}`;
  return `<p>${words.recipe}${linked(by!, credit.url, name)}${linked(at!, sourceUrl, site)}</p>`;
}

const linkHtml = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

const hostOf = (url: string): string => URL.parse(url)?.host.replace(/^www\./, '') ?? url;

// Converts recipes to and from ActivityPub objects with schema.org terms

const SCHEMA_RECIPE = 'http://schema.org/Recipe';

/** All spellings of schema.org's namespace that occur in practice. */
const recipeNames = new Set(
  ['', 'schema:', 'http://schema.org/', 'https://schema.org/', 'http://schema.org#', 'sc:'].map(
    (prefix) => `${prefix}Recipe`,
  ),
);

export const isSchemaRecipe = (type: string): boolean => recipeNames.has(type);

export function toRecipe(recipe: Recipe): JsonObject {
  const { forkedFromIri, sourceUrl, prepTime, cookTime } = recipe;
  const sources = [...new Set([forkedFromIri, sourceUrl])].filter((each) => each !== null);

  return {
    id: recipe.iri,
    ...typeOf(recipe),
    additionalType: SCHEMA_RECIPE,
    ...toCommon(recipe, { html: recipeHtml(recipe) }),
    description: recipe.contentHtml,
    descriptionSource: toSource(recipe.content),
    ...toRecipeFields(recipe),
    ...(prepTime !== null && { prepTime: toDuration(prepTime) }),
    ...(cookTime !== null && { cookTime: toDuration(cookTime) }),
    ...toDetails(recipe.details),
    ...(recipe.ratingCount > 0 && { aggregateRating: toAggregateRating(recipe) }),
    ...(sources.length > 0 && { isBasedOn: sources }),
    ...(forkedFromIri !== null && { forkedFrom: forkedFromIri }),
    ...(sourceUrl !== null && { sourceUrl }),
  };
}

/** Other servers fold a Note behind its `name` or `summary`, so it has neither. */
function typeOf({ name, contentHtml, asArticle }: Recipe): JsonObject {
  if (!asArticle) return { type: 'Note', 'schema:name': name };

  const summary = firstSentences(textOf(contentHtml));
  return { type: 'Article', name, ...(summary !== '' && { summary: toSummary(summary) }) };
}

export function readRecipe(json: JsonObject, common: CommonReading): Reading<RemoteObject> {
  const description = readDescription(json);
  const name = readName(json, description);
  if (name === null) return refused('recipe has no name');

  const parts = readRecipeFields(json);
  const forkedFromIri = iriOf(member(json, 'forkedFrom'));
  const sources = irisOf(member(json, 'isBasedOn')).filter((iri) => iri !== forkedFromIri);
  return understood({
    ...emptyRecipeFields,
    ...common,
    ...description,
    ...parts,
    type: 'recipe',
    name,
    tags: common.tags.length > 0 ? common.tags : readKeywords(json),
    spoilerText: readWarning(json),
    servingType: parts.servingType ?? DEFAULT_SERVING_TYPE,
    forkedFromIri,
    sourceUrl: iriOf(member(json, 'sourceUrl')) ?? sources[0] ?? null,
    prepTime: parseDuration(stringOf(member(json, 'prepTime'), 100)),
    cookTime: parseDuration(stringOf(member(json, 'cookTime'), 100)),
    details: readDetails(json),
  });
}

function readKeywords(json: JsonObject): string[] {
  return readTags({ keywords: stringOf(member(json, 'keywords'), limits.html) ?? '' }).slice(0, limits.tags);
}
