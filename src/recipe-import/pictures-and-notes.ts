/** Adds to an imported recipe what comes beside its text: pictures and notes of its owner. */
import { pictureTypeOf } from '../lib/picture-type.ts';
import type { ImportedRecipe } from './import-result.ts';
import { findProperty, isNode, type Node, toList } from './json-ld.ts';
import { toPlainLines } from './rich-text.ts';

// Pictures: in Base64, as a data: URI, or as a file beside the recipe

const DATA_URI = /^\s*data:image\/[a-z.+-]{1,30};base64,/i;
/** With the first one as many as a recipe may have. */
const MAX_FURTHER = 9;
const MAX_FURTHER_BYTES = 32 * 2 ** 20;
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 1_000;

/** Returns null without a picture of a supported type. White space and a data: prefix are ignored. */
function pictureFromBase64(value: unknown): Uint8Array | null {
  if (typeof value !== 'string') return null;
  const prefix = DATA_URI.exec(value.slice(0, 100))?.[0] ?? '';
  const bytes = Buffer.from(value.slice(prefix.length), 'base64');
  return pictureTypeOf(bytes) === null ? null : bytes;
}

/** Adds those of these that are pictures, each once. */
export function addPictures<Read extends ImportedRecipe | null>(recipe: Read, ...values: unknown[]): Read {
  if (!recipe) return recipe;
  for (const value of new Set(values)) {
    const bytes = pictureFromBase64(value);
    if (bytes && !attachPicture(recipe, bytes)) break;
  }
  return recipe;
}

/** The first is the recipe's picture. Returns false for one that is too many. */
export function attachPicture(recipe: ImportedRecipe, bytes: Uint8Array, description = ''): boolean {
  const further = recipe.furtherPictures ?? [];
  if (!recipe.picture) {
    recipe.picture = { bytes, description };
    return true;
  }
  const size = further.reduce((sum, each) => sum + each.bytes.length, bytes.length);
  if (further.length >= MAX_FURTHER || size > MAX_FURTHER_BYTES) return false;
  if (Buffer.compare(recipe.picture.bytes, bytes) !== 0) recipe.furtherPictures = [...further, { bytes, description }];
  return true;
}

/** Returns the picture and the file names that the node states as its image. */
export function readEmbedded(node: Node): Pick<ImportedRecipe, 'picture' | 'pictureNames'> {
  const stated = ['image', 'photo', 'thumbnailUrl'].flatMap((name) => textsOf(findProperty(node, name), 0));
  const data = stated.find((text) => DATA_URI.test(text.slice(0, 100)));
  const bytes = data === undefined ? null : pictureFromBase64(data);
  const pictureNames = stated.filter(isFileName).slice(0, MAX_NAMES);
  return {
    ...(bytes && { picture: { bytes, description: '' } }),
    ...(pictureNames.length > 0 && { pictureNames }),
  };
}

function textsOf(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (depth > 3) return [];
  if (isNode(value)) {
    const names = ['contentUrl', 'url', '@id', 'thumbnailUrl'];
    return names.flatMap((name) => textsOf(findProperty(value, name), depth + 1));
  }
  return toList(Array.isArray(value) ? value : null)
    .slice(0, 50)
    .flatMap((each) => textsOf(each, depth + 1));
}

const isFileName = (text: string): boolean =>
  text.length <= MAX_NAME_LENGTH &&
  /\.(?:jpe?g|png|webp|gif|avif)$/i.test(text.trim()) &&
  !/^\s*(?:[a-z]+:|\/\/)/i.test(text);

/** The name of a file without its folders, in lower case. */
export const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

// The private note: what the owner noted in another app

/** As for notes written here. */
const MAX_NOTE_LENGTH = 5_000;

/** Joins the parts that are not empty, as plain text. */
export function noteOf(...parts: unknown[]): string {
  return parts
    .map((part) => toPlainLines(part).join('\n'))
    .filter((part) => part !== '')
    .join('\n\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .slice(0, MAX_NOTE_LENGTH)
    .toWellFormed()
    .trim();
}

/** Adds the parts to the recipe's private note. */
export function addNote<Read extends ImportedRecipe | null>(recipe: Read, ...parts: unknown[]): Read {
  if (!recipe) return recipe;
  const note = noteOf(recipe.privateNote, ...parts);
  if (note !== '') recipe.privateNote = note;
  return recipe;
}

/** Returns stars for a rating of 1 to 5, also as "4/5 stars", and '' for another value. */
export function starsOf(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const rating = Number(/^(\d(?:[.,]\d{1,3})?)(?:\s?\/\s?5)?(?:\s?(?:stars?|★))?$/i.exec(text)?.[1]?.replace(',', '.'));
  if (!(rating > 0 && rating <= 5)) return /^★{1,5}$/.test(text) ? text.padEnd(5, '☆') : '';
  const halves = Math.round(rating * 2);
  const stars = `${'★'.repeat(Math.floor(halves / 2))}${halves % 2 === 1 ? '½' : ''}`;
  return stars.padEnd(5, '☆');
}
