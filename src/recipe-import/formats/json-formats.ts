/** Reads recipes from JSON: in the format of an app, in schema.org, or with names that people understand. */
import { t } from '../../lib/language/text.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { findProperty, findText, isNode, isOfType, type Node, toList } from '../json-ld.ts';
import { addNote, addPictures, starsOf } from '../pictures-and-notes.ts';
import { toPlainLine } from '../rich-text.ts';
import { readRecipe, readSchemaOrg } from '../schema-org.ts';
import { type FoundInFile, foundIn, unreadEntry } from './found.ts';
import { isMealie, readMealie } from './mealie.ts';
import { type FieldName, fieldNamed, isRecipeFields, readNamedFields, toNamedFields } from './named-fields.ts';
import { isPotluck, readPotluck } from './potluck.ts';
import { creditTo, fromMarkdown, readLine, readNames } from './recipe-fields.ts';
import {
  findInOpenEats,
  isCrouton,
  isKitchenOwl,
  isOpenEats,
  isTandoor,
  isWpRecipeMaker,
  readCrouton,
  readKitchenOwl,
  readTandoor,
  readWpRecipeMaker,
} from './structured-json.ts';

/** The first that fits counts. A node with a type is of schema.org, unless it is ours. */
const shapes: [name: string, is: (node: Node) => boolean, read: (node: Node) => ImportedRecipe | null][] = [
  ['Potluck', isPotluck, readPotluck],
  ['Tandoor', isTandoor, readTandoor],
  ['Mealie', isMealie, readMealie],
  ['Crouton', isCrouton, readCrouton],
  ['WP Recipe Maker', isWpRecipeMaker, readWpRecipeMaker],
  ['Paprika', isPaprika, readPaprika],
  ['RecetteTek', isRecetteTek, readRecetteTek],
  ['Mela', isMela, readMela],
  ['KitchenOwl', isKitchenOwl, readKitchenOwl],
  ['JSON', isNamedJson, readNamedJson],
];
/** Properties of exports and of answers of an API that hold the recipes. */
const WRAPPERS = ['recipes', 'items', 'results', 'recipe', 'data'];

/** The entries of a list that are recipes of one format. */
interface RecipeList {
  format: string;
  entries: Node[];
  read: (node: Node) => ImportedRecipe | null;
  /** The number of other entries. */
  others: number;
}

/** Finds a list of recipes, including lists wrapped as in API responses. Returns null for schema.org and other JSON. */
function findList(json: unknown): RecipeList | null {
  const wrapped = isNode(json) ? WRAPPERS.map((name) => json[name]).filter((each) => Array.isArray(each)) : [];
  for (const list of [...wrapped, json, isNode(json) ? json.recipe : null]) {
    const nodes = toList(list).filter(isNode);
    const untyped = nodes.filter((node) => !('@type' in node));
    for (const [format, is, read] of shapes) {
      const entries = (is === isPotluck ? nodes : untyped).filter(is);
      if (entries.length > 0) return { format, entries, read, others: nodes.length - entries.length };
    }
  }
  return null;
}

export function* findInJson(json: unknown): Generator<FoundInFile> {
  if (isOpenEats(json)) return yield* findInOpenEats(json);
  const list = findList(json);
  if (!list) return yield* foundIn({ format: 'schema.org', ...readSchemaOrg(json) });

  const { format, entries, read, others } = list;
  yield { type: 'format', format };
  for (const node of entries) yield unreadEntry(node.name ?? node.title, () => read(node));
  if (others > 0) yield { type: 'problem', problem: t('reading.other-entries', { count: others }) };
}

// RecetteTek: a list in JSON, in a zip with its pictures

const RECETTE_TEK_MARKS = ['preparationTime', 'cookingTime', 'inactiveTime', 'originalPicture', 'quantity', 'pictures'];

function isRecetteTek(node: Node): boolean {
  return (
    typeof node.title === 'string' &&
    typeof node.ingredients === 'string' &&
    typeof node.instructions === 'string' &&
    RECETTE_TEK_MARKS.some((key) => key in node)
  );
}

function readRecetteTek(node: Node): ImportedRecipe | null {
  const pictures = toList(node.pictures).filter((each) => typeof each === 'string');
  const recipe = readRecipe({
    name: node.title,
    description: node.description,
    recipeYield: node.quantity,
    recipeIngredient: node.ingredients,
    recipeInstructions: node.instructions,
    nutrition: node.nutrition,
    prepTime: node.preparationTime,
    cookTime: node.cookingTime,
    restingTime: node.inactiveTime,
    totalTime: node.totalTime,
    recipeCategory: namesOf(node.categories),
    keywords: namesOf(node.tags).concat(readLine(node, 'keywords')),
    tool: readLine(node, 'cookware').split(/[,;]/),
    video: node.video,
    isBasedOn: node.url,
    image: [...pictures, node.originalPicture],
  });
  return addNote(recipe, starsOf(node.rating), node.notes);
}

const namesOf = (value: unknown): string[] =>
  isNode(value) || Array.isArray(value) ? readNames({ value }, 'value') : [];

// Mela: JSON with texts, alone or in a zip

function isMela(node: Node): boolean {
  return (
    typeof node.title === 'string' &&
    typeof node.ingredients === 'string' &&
    typeof node.instructions === 'string' &&
    ['wantToCook', 'favorite', 'link', 'yield'].some((key) => key in node)
  );
}

/** Lines that begin with # are headings. */
function readMela(node: Node): ImportedRecipe | null {
  const recipe = readRecipe({
    name: node.title,
    description: node.text,
    recipeYield: node.yield,
    recipeIngredient: node.ingredients,
    recipeInstructions: fromMarkdown(node.instructions),
    nutrition: node.nutrition,
    prepTime: node.prepTime,
    cookTime: node.cookTime,
    totalTime: node.totalTime,
    recipeCategory: readNames(node, 'categories'),
    isBasedOn: node.link,
  });
  addPictures(recipe, ...toList(node.images).slice(0, 20));
  return addNote(recipe, fromMarkdown(node.notes));
}

// Paprika: gzipped JSON with lists as text

function isPaprika(node: Node): boolean {
  return typeof node.ingredients === 'string' && 'directions' in node;
}

export function readPaprika(node: Node): ImportedRecipe | null {
  const recipe = readRecipe({
    name: node.name,
    description: withoutMarks(node.description),
    recipeYield: node.servings,
    recipeIngredient: withoutMarks(node.ingredients),
    recipeInstructions: withoutMarks(node.directions),
    nutrition: node.nutritional_info,
    prepTime: node.prep_time,
    cookTime: node.cook_time,
    totalTime: node.total_time,
    difficulty: node.difficulty,
    recipeCategory: readNames(node, 'categories'),
    isBasedOn: node.source_url,
    image: node.image_url,
    ...creditTo(toPlainLine(node.source), node.source_url),
  });
  const photos = toList(node.photos).slice(0, 20).filter(isNode);
  addPictures(recipe, node.photo_data, ...photos.map(({ data }) => data));
  if (recipe) addMentions(recipe, node);
  return addNote(recipe, starsOf(node.rating), withoutMarks(node.notes));
}

const PHOTO = /[^\S\n]{0,3}\[photo:[^[\]\n]{1,100}\]/gi;
const RECIPE = /\[recipe:([^[\]\n]{1,300})\]/gi;
const BOLD = /(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]{1,300}?)(?<=\S)\*(?![\p{L}\p{N}*])/gu;
const ITALIC = /(?<![\p{L}\p{N}_])_(?=\S)([^_\n]{1,300}?)(?<=\S)_(?![\p{L}\p{N}_])/gu;

const maxMentions = 20;

/** A recipe that only the ingredients mention is linked from the first step. */
function addMentions(recipe: ImportedRecipe, { ingredients, directions }: Node): void {
  const { name: own, steps } = recipe.draft;
  const text = [ingredients, directions].filter((each) => typeof each === 'string').join('\n');
  const names = new Set([...text.matchAll(RECIPE)].map(([, name]) => toPlainLine(name)));
  const mentions = [...names]
    .filter((name) => name !== '' && name !== own)
    .slice(0, maxMentions)
    .map((name) => ({
      name,
      step: Math.max(
        0,
        steps.findIndex(({ content }) => content.includes(name)),
      ),
    }));
  if (mentions.length > 0 && steps.length > 0) recipe.mentions = mentions;
}

/** Removes references to photos, writes those to recipes as names, and converts the marks for bold and italic text. */
const withoutMarks = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(PHOTO, '').replace(RECIPE, '$1').replace(BOLD, '<b>$1</b>').replace(ITALIC, '$1')
    : value;

// Unknown programs, whose properties are named as people name the parts of a recipe

const MAX_PROPERTIES = 200;
const MAX_LINES = 1_000;
const MAX_DEPTH = 5;
const MEMBERS = ['ingredients', 'steps', 'instructions', 'directions', 'items', 'lines', 'itemListElement'];
const TITLES = ['title', 'name', 'heading', 'section', 'group'];
const AMOUNTS = ['amount', 'quantity', 'qty', 'value', 'count'];
const UNITS = ['unit', 'unitText', 'measure', 'measurement', 'uom'];
const FOODS = ['name', 'ingredient', 'food', 'item', 'product', 'title'];
const NOTES = ['note', 'notes', 'comment', 'preparation', 'remark'];
const TEXTS = ['text', 'description', 'instruction', 'step', 'content', 'body', 'direction', 'name', 'url'];

const propertiesOf = (node: Node) => Object.entries(node).slice(0, MAX_PROPERTIES);

/** True for an object with a title, and with ingredients or instructions. */
function isNamedJson(node: Node): boolean {
  const stated = propertiesOf(node).filter(([, value]) => value !== null && value !== '');
  return !isOfType(node, 'Recipe') && isRecipeFields(stated.map(([name]) => fieldNamed(name)));
}

function readNamedJson(node: Node): ImportedRecipe | null {
  const entries = propertiesOf(node).flatMap(([name, value]): [string, string | string[]][] => {
    const field = fieldNamed(name);
    // Facts of nutrition have names of their own.
    if (field === 'nutrition' && isNode(value))
      return propertiesOf(value).map(([fact, amount]) => [fact, findText(amount) ?? '']);
    return field === null ? [] : [[name, linesOf(value, field, 0)]];
  });
  return readNamedFields(toNamedFields(entries));
}

/** One text stays one text, whose lines are separated later. */
function linesOf(value: unknown, field: FieldName, depth: number): string | string[] {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, MAX_LINES).flatMap((each) => linesOf(each, field, depth + 1));
  return linesOfNode(value as Node, field, depth);
}

/** An object is a line, a group of lines, or a map of groups. */
function linesOfNode(node: Node, field: FieldName, depth: number): string[] {
  const inside = (value: unknown) => [linesOf(value, field, depth + 1)].flat();
  const members = findProperty(node, ...MEMBERS);
  if (Array.isArray(members)) return [headingOf(readLine(node, ...TITLES)), ...inside(members)].filter(Boolean);
  const entries = propertiesOf(node);
  if (entries.length > 0 && entries.every(([, each]) => Array.isArray(each)))
    return entries.flatMap(([name, each]) => [headingOf(name), ...inside(each)]);

  if (field !== 'ingredients') return [readLine(node, ...TEXTS)].filter(Boolean);
  const written = readLine(node, 'text', 'original', 'originalText', 'display', 'raw');
  const line = [readLine(node, ...AMOUNTS), readLine(node, ...UNITS), readLine(node, ...FOODS)]
    .filter(Boolean)
    .join(' ');
  const note = readLine(node, ...NOTES);
  return [written || [line, note].filter(Boolean).join(', ')].filter(Boolean);
}

const headingOf = (title: string): string => (title === '' ? '' : `[${title.replace(/:$/, '').slice(0, 80)}]`);
