/** Reads recipes of Paprika: gzipped JSON with lists as text, and its HTML export. */
import { gunzipSync } from 'node:zlib';
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node, toList } from '../json-ld.ts';
import { findElements, type MarkupElement } from '../markup-records.ts';
import { addNote, addPictures, starsOf } from '../pictures-and-notes.ts';
import { toPlainLine } from '../rich-text.ts';
import { readRecipe } from '../schema-org.ts';
import { propertiesOf } from './item-properties.ts';
import { readNames } from './recipe-fields.ts';

const maxUnpackedBytes = 32 * 2 ** 20;

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Returns null if the bytes are damaged or too large when unpacked. */
export function gunzip(bytes: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch {
    return null;
  }
}

export function isPaprika(node: Node): boolean {
  return !('@type' in node) && typeof node.ingredients === 'string' && 'directions' in node;
}

/** Returns null if the text is no recipe of Paprika. */
export function parsePaprika(text: string): Node | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isNode(parsed) && !('@type' in parsed) && !('@graph' in parsed) ? parsed : null;
  } catch {
    return null;
  }
}

export function readPaprika(node: Node): ImportedRecipe | null {
  const source = toPlainLine(node.source);
  // Without an address it is a person or a book.
  const credit = node.source_url ? { publisher: { name: source } } : { author: source };
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
    ...(source !== '' && credit),
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

// Reads the HTML export: a page per recipe in microdata, with its pictures in a folder beside it

export const isPaprikaPage = (html: string): boolean =>
  html.includes('itemprop="recipeIngredient"') && /class="(?:infobox|photobox|ingredientsbox)"/.test(html);

export const isPaprikaRecord = (name: string, attributes: Map<string, string>): boolean =>
  name === 'div' && /schema\.org\/recipe$/i.test(attributes.get('itemtype') ?? '');

export function readPaprikaPage(element: MarkupElement): ImportedRecipe | null {
  const { lines, text, value } = propertiesOf(element);
  const description = lines('description');
  const recipe = readRecipe({
    name: text('name'),
    description: description.join('\n'),
    recipeYield: text('recipeYield'),
    recipeIngredient: lines('recipeIngredient', 'ingredients'),
    recipeInstructions: lines('recipeInstructions').join('\n'),
    nutrition: lines('nutrition').join('\n'),
    prepTime: text('prepTime'),
    cookTime: text('cookTime'),
    totalTime: text('totalTime'),
    difficulty: text('difficulty'),
    recipeCategory: text('recipeCategory'),
    isBasedOn: value('url'),
    image: findElements(element, ({ name }) => name === 'img').map((each) => each.attributes.get('src') ?? ''),
    ...(text('author') !== '' && (value('url') ? { publisher: { name: text('author') } } : { author: text('author') })),
  });
  return addNote(recipe, starsOf(value('aggregateRating') || text('aggregateRating')), lines('comment').join('\n'));
}
