/** Finds and reads all recipes in schema.org data. */
import { emptyDetails, ratingOf, type StatedRating } from '../db/recipe-details.ts';
import { t } from '../lib/language/text.ts';
import {
  type ImportedRecipe,
  type ImportResult,
  LIMITS,
  quote,
  type StatedDetails,
  type StatedParty,
  understand,
} from './import-result.ts';
import { readIngredients } from './ingredient-list.ts';
import { findNodes, findProperty, findText, isNode, isOfType, type Node, toList } from './json-ld.ts';
import { readNutritionText } from './nutrition-text.ts';
import { noteOf, readEmbedded } from './pictures-and-notes.ts';
import { readLocale, readSourceUrl, readTags, readTimes, secondsIn, webUrl } from './recipe-details.ts';
import { toMarkdown, toPlainLine, toPlainLines } from './rich-text.ts';
import { DEFAULT_SERVING_TYPE, readServing } from './serving.ts';
import { readSteps } from './step-list.ts';

/** More than a file of the largest size holds. */
const MAX_RECIPES = 20_000;

export interface SourcePage extends PageAddress {
  /** Adds what the page says beside its recipe. `isOnly` is false for one of several. */
  complete: (node: Node, isOnly: boolean) => Node;
}

/** Never throws: `problems` explains why recipes are missing. */
export function readSchemaOrg(json: unknown, page: SourcePage | null = null): ImportResult {
  const nodes = findNodes(json, 'Recipe');
  const problems: string[] = [];
  const resolve = referencesIn(json);
  // Some pages describe a recipe twice.
  const names = new Set(nodes.slice(0, 10).map((node) => findText(findProperty(node, 'name'))?.toLowerCase()));
  const isOnly = nodes.length === 1 || (nodes.length <= 10 && names.size === 1 && !names.has(undefined));
  const read = nodes.slice(0, MAX_RECIPES).map((node) => {
    const resolved = resolve(node);
    return readRecipe(page?.complete(resolved, isOnly) ?? resolved, page);
  });
  const recipes = withoutDuplicates(read.filter((recipe) => recipe !== null));

  if (nodes.length > MAX_RECIPES) {
    problems.push(t('reading.too-many-recipes', { count: nodes.length, limit: MAX_RECIPES }));
  }
  if (recipes.length === 0) problems.push(explainMissing(json, nodes.length));

  return { recipes, problems };
}

const REFERRING = ['author', 'publisher', 'image', 'video', 'nutrition'];

/** Returns a function that replaces references such as `{"@id": "#author"}` by the nodes of the document. */
function referencesIn(json: unknown): (node: Node) => Node {
  const nodes = new Map<unknown, Node>();
  const list = toList(isNode(json) ? (json['@graph'] ?? json) : json).slice(0, 200);
  for (const each of list.flatMap((entry) =>
    toList(isNode(entry) ? (entry['@graph'] ?? entry) : entry).slice(0, 2_000),
  ))
    if (isNode(each) && typeof each['@id'] === 'string') nodes.set(each['@id'], each);

  const resolve = (value: unknown) =>
    isNode(value) && Object.keys(value).length <= 2 ? (nodes.get(value['@id']) ?? value) : value;
  return (node) => {
    const resolved = REFERRING.filter((name) => Object.hasOwn(node, name)).map((name) => [
      name,
      Array.isArray(node[name]) ? node[name].slice(0, 100).map(resolve) : resolve(node[name]),
    ]);
    return { ...node, ...Object.fromEntries(resolved) };
  };
}

/** Some pages describe a recipe twice, once incompletely. */
function withoutDuplicates(recipes: ImportedRecipe[]): ImportedRecipe[] {
  const unique = new Map<string, ImportedRecipe>();
  for (const recipe of recipes) {
    const name = recipe.draft.name.toLowerCase();
    const known = unique.get(name);
    if (!known || isPartOf(known, recipe)) unique.set(name, recipe);
    else if (!isPartOf(recipe, known)) unique.set(`${name} ${unique.size}`, recipe);
  }
  return [...unique.values()];
}

function isPartOf(less: ImportedRecipe, more: ImportedRecipe): boolean {
  const texts = new Set(more.draft.ingredients.map((ingredient) => ingredient.originalText));
  return (
    less.draft.steps.length <= more.draft.steps.length &&
    less.draft.ingredients.every((ingredient) => texts.has(ingredient.originalText))
  );
}

function explainMissing(json: unknown, nodes: number): string {
  if (nodes > 0) return t('reading.recipe-without-content');
  if (typeof json !== 'object' || json === null) return t('reading.not-an-object');

  const types = (Array.isArray(json) ? json : [json])
    .slice(0, 5)
    .filter(isNode)
    .map((node) => node['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => type.slice(0, 40));
  const found = types.length > 0 ? t('reading.found', { types: types.join(', ') }) : '';
  return isNode(json) && isOfType(json, 'HowTo') ? t('reading.how-to') : t('reading.no-recipe', { found });
}

// Converts a schema.org Recipe to a draft

/** Returns null if the node has neither name nor ingredients nor steps. */
export function readRecipe(node: Node, page: PageAddress | null = null): ImportedRecipe | null {
  const notUnderstood: string[] = [];
  const name = readName(node, notUnderstood);
  const description = readDescription(node, notUnderstood);
  const listed =
    fuller(findProperty(node, 'recipeIngredient'), findProperty(node, 'ingredients')) ??
    findProperty(node, 'ingredient', 'supply');
  const ingredients = readIngredients(listed, notUnderstood);
  const steps = readSteps(
    findProperty(node, 'recipeInstructions', 'instructions', 'step', 'steps'),
    notUnderstood,
  ).filter(({ content }) => /\p{L}/u.test(content));

  if (name === null && ingredients.length === 0 && steps.length === 0) return null;
  if (name === null) notUnderstood.push(t('reading.no-name'));
  if (ingredients.length === 0) notUnderstood.push(t('reading.no-ingredients'));
  if (steps.length === 0) notUnderstood.push(t('reading.no-instructions'));

  const draft = {
    name: name ?? t('reading.untitled'),
    description,
    ...readYield(node, notUnderstood),
    visibility: 'public' as const,
    locale: readLocale(findProperty(node, 'inLanguage')),
    ingredients,
    steps,
    tags: readTags(node),
    sourceUrl: readSourceUrl(node),
    ...readTimes(node, notUnderstood),
    details: emptyDetails,
  };

  const counts = understand(draft);
  const privateNote = readAuthorNotes(node);
  return {
    draft,
    ...counts,
    isIncomplete: counts.isIncomplete || name === null,
    notUnderstood,
    stated: readStatedDetails(node, page),
    ...readEmbedded(node),
    ...(privateNote !== '' && { privateNote }),
  };
}

/** RecipeSage exports the notes of a member as a comment. Other comments are of visitors. */
function readAuthorNotes(node: Node): string {
  const comments = toList(findProperty(node, 'comment')).slice(0, 100).filter(isNode);
  const own = comments.find((each) => findProperty(each, 'name') === 'Author Notes');
  return own ? noteOf(findText(findProperty(own, 'text'))) : '';
}

/** Sites that moved from `ingredients` to `recipeIngredient` often fill in only one of them. */
function fuller(current: unknown, former: unknown): unknown {
  return linesIn(former) > linesIn(current) ? former : (current ?? former);
}

function linesIn(value: unknown): number {
  return toList(value)
    .slice(0, 2_000)
    .reduce<number>(
      (sum, each) => sum + (typeof each === 'string' ? toPlainLines(each).length : isNode(each) ? 1 : 0),
      0,
    );
}

function readName(node: Node, notUnderstood: string[]): string | null {
  const name = toPlainLine(findText(findProperty(node, 'name', 'headline', 'alternateName')));
  if (name === '') return null;
  if (name.length <= LIMITS.name) return name;

  notUnderstood.push(t('reading.name-too-long', { limit: LIMITS.name }));
  return name.slice(0, LIMITS.name).toWellFormed().trim();
}

function readDescription(node: Node, notUnderstood: string[]): string {
  const description = toMarkdown(findText(findProperty(node, 'description')));
  if (description.length <= LIMITS.description) return description;

  notUnderstood.push(t('reading.description-too-long', { limit: LIMITS.description }));
  return description.slice(0, LIMITS.description).toWellFormed().trim();
}

function readYield(node: Node, notUnderstood: string[]): { serving: number; servingType: string } {
  const stated = findProperty(node, 'recipeYield', 'yield');
  const read = readServing(stated);
  if (read) return read;

  if (stated !== undefined) {
    notUnderstood.push(t('reading.yield-without-number', { value: quote(findText(toList(stated)) ?? stated) }));
  } else {
    notUnderstood.push(t('reading.no-yield'));
  }
  return { serving: 1, servingType: DEFAULT_SERVING_TYPE };
}

// Reads what a source says beyond the fields of a draft, as it says it

const MAX_LIST = 50;
const MAX_TEXT = 200;
const PICTURE_FILE = /\.(?:jpe?g|png|webp|gif|avif)(?:\?\S{0,500})?$/i;
const NETWORKS =
  /(?:^|\.)(?:facebook|instagram|twitter|x|pinterest|youtube|tiktok|linkedin|threads|tumblr|flipboard)\.(?:com|net|co\.uk|de)$/i;
const BY = /^(?:recipe )?by:?\s{1,3}(?=\S)/i;
const NAMES = ['name', 'alternateName', 'headline', 'legalName', 'givenName', 'description'];

interface PageAddress {
  url: string | null;
  /** What the page states as the base of its relative addresses. */
  base?: string | null;
}

/** Never throws. Relative URLs are resolved against the base of the page, the URL of the recipe, or that of the page. */
function readStatedDetails(node: Node, page: PageAddress | null = null): StatedDetails {
  const own = ['url', 'mainEntityOfPage', '@id']
    .map((name) => findProperty(node, name))
    .map(idOf)
    .find((url) => webUrl(url) !== null);
  const base = page?.base ?? own ?? page?.url;
  const imageUrls = ['image', 'thumbnailUrl', 'photo']
    .flatMap((name) => values(node, name))
    .flatMap((value) => urlsOf(value, ['contentUrl', 'url', '@id', 'thumbnailUrl'], base));
  const [videoUrl = null] = values(node, 'video').flatMap((value) =>
    urlsOf(value, ['contentUrl', 'embedUrl', 'url', '@id'], base),
  );
  const totalTime = secondsIn(node, 'totalTime');

  return {
    imageUrls: [...new Set(imageUrls)].slice(0, MAX_LIST),
    authors: values(node, 'author').flatMap((value) => partyOf(value, base)),
    publisher: values(node, 'publisher').flatMap((value) => partyOf(value, base))[0] ?? null,
    nutrition: nutritionOf(values(node, 'nutrition')),
    totalTime,
    restTime: readRestTime(node, totalTime),
    category: texts(node, ['recipeCategory'], true),
    cuisine: texts(node, ['recipeCuisine'], true),
    diets: texts(node, ['suitableForDiet', 'diet'], true).map((diet) => diet.replace(/^https?:\/\/schema\.org\//, '')),
    keywords: texts(node, ['keywords'], true),
    equipment: texts(node, ['tool', 'recipeEquipment', 'equipment'], false),
    difficulty: texts(node, ['difficulty', 'difficultyLevel', 'educationalLevel'], false)[0] ?? null,
    statedRating: readRating(values(node, 'aggregateRating')[0]),
    videoUrl,
  };
}

const values = (node: Node, name: string) => toList(findProperty(node, name)).slice(0, MAX_LIST);
const idOf = (value: unknown) => (isNode(value) ? (value['@id'] ?? value.url) : value);

/** Sites state ratings or reviews, as numbers or texts: "4,7" of "1,203". */
function readRating(stated: unknown): StatedRating | null {
  if (!isNode(stated)) return null;
  const textOf = (...names: string[]) => {
    const value = toList(findProperty(stated, ...names))[0];
    return typeof value === 'number' ? String(value) : (findText(value)?.trim().slice(0, 30) ?? '');
  };
  const numberOf = (text: string) =>
    /^\d{1,4}(?:[.,]\d{1,20})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  const count = textOf('ratingCount', 'reviewCount').replaceAll(/(?<=\d)[.,\s](?=\d{3}(?!\d))/g, '');
  return ratingOf(
    numberOf(textOf('ratingValue')),
    /^\d{1,10}$/.test(count) ? Number(count) : 0,
    numberOf(textOf('bestRating')) || 5,
  );
}

/** Stated, or the rest of the total. */
function readRestTime(node: Node, totalTime: number | null): number | null {
  const stated = secondsIn(node, 'restingTime', 'restTime', 'waitTime', 'additionalTime', 'inactiveTime');
  if (stated !== null) return stated;

  const [prepTime, cookTime] = [secondsIn(node, 'prepTime'), secondsIn(node, 'cookTime', 'performTime')];
  const isKnown = totalTime !== null && prepTime !== null && cookTime !== null;
  return isKnown && totalTime > prepTime + cookTime ? totalTime - prepTime - cookTime : null;
}

function texts(node: Node, names: string[], isSplit: boolean): string[] {
  const lines = names
    .flatMap((name) => values(node, name))
    .map((value) => toPlainLine(isNode(value) ? findText(findProperty(value, ...NAMES, '@id')) : findText(value)))
    .flatMap((text) => (isSplit ? text.slice(0, 5_000).split(/[,;|、，]/) : [text]))
    .map((text) => text.trim().slice(0, MAX_TEXT).toWellFormed())
    .filter((text) => text !== '');
  return [...new Set(lines)].slice(0, MAX_LIST);
}

function urlsOf(value: unknown, properties: string[], base: unknown): string[] {
  const stated = isNode(value)
    ? properties.flatMap((name) => toList(findProperty(value, name)).slice(0, 10).map(idOf))
    : toList(value).slice(0, MAX_LIST);
  const urls = stated.map((each) => absoluteUrl(each, base)).filter((url) => url !== null);
  return isNode(value) ? urls.slice(0, 1) : urls;
}

function absoluteUrl(value: unknown, base: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_000 || value.startsWith('#')) return null;
  const url = value.trim();
  if (/^https?:/i.test(url)) return webUrl(url);
  if (url.startsWith('//')) return webUrl(`https:${url}`);
  const isPath = url.startsWith('/') || (PICTURE_FILE.test(url) && !/^[a-z][a-z0-9+.-]{0,30}:/i.test(url));
  return isPath && typeof base === 'string' ? webUrl(URL.parse(url, base)?.href) : null;
}

/** An author is a text, a node or a list of both; a node may have only a URL. A profile elsewhere is no name. */
function partyOf(value: unknown, base: unknown): StatedParty[] {
  const urlIn = (...names: string[]) => (isNode(value) ? (urlsOf(value, names, base)[0] ?? null) : webUrl(value));
  const url = urlIn('url', 'sameAs', '@id');
  const own = urlIn('url', '@id');
  const stated = isNode(value) ? findText(findProperty(value, ...NAMES)) : findText(value);
  const host = own === null ? '' : (URL.parse(own)?.hostname ?? '');
  const named = toPlainLine(stated).replace(BY, '').slice(0, MAX_TEXT).toWellFormed();
  const name = named || (NETWORKS.test(host) ? '' : host);
  return name === '' ? [] : [{ name, url }];
}

/** A node, several nodes, or a text. */
function nutritionOf(stated: unknown[]): Record<string, string> {
  const entries = stated.flatMap((value) =>
    isNode(value) ? entriesOf(value) : Object.entries(readNutritionText(findText(value) ?? '')),
  );
  return Object.fromEntries(entries.slice(0, 30).reverse()) as Record<string, string>;
}

const entriesOf = (node: Node): [string, string][] =>
  Object.entries(node)
    .slice(0, 100)
    .filter(([name]) => !name.startsWith('@') && name.length <= 50)
    .map(([name, text]): [string, string] => [
      name,
      toPlainLine(isNode(text) ? amountOf(text) : findText(text))
        .slice(0, 100)
        .toWellFormed(),
    ])
    .filter(([, text]) => text !== '');

/** A QuantitativeValue states its unit beside its value. */
function amountOf(node: Node): string | null {
  const value = findText(findProperty(node, 'value', 'name'));
  const unit = findText(findProperty(node, 'unitText', 'unitCode'));
  return value === null || unit === null ? value : `${value} ${unit}`;
}
