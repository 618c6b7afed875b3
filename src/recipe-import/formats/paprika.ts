/** Reads a recipe in Paprika's format: gzipped JSON with lists as text. */
import { gunzipSync } from 'node:zlib';
import { pictureTypeOf } from '../../lib/picture-type.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node } from '../json-ld.ts';
import { toPlainLine } from '../rich-text.ts';
import { readRecipe } from '../schema-recipe.ts';

const maxUnpackedBytes = 32 * 2 ** 20;

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

export function isPaprika(node: Node): boolean {
  return !('@type' in node) && typeof node.ingredients === 'string' && 'directions' in node;
}

/** Returns null if the bytes are damaged or too large when unpacked. */
export function gunzip(bytes: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch {
    return null;
  }
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
  const parts = [node.description, node.notes].filter(
    (part) => typeof part === 'string' && part.trim() !== '',
  );
  return readRecipe({
    name: node.name,
    description: parts.join('\n\n'),
    recipeYield: node.servings,
    recipeIngredient: node.ingredients,
    recipeInstructions: node.directions,
    prepTime: node.prep_time,
    cookTime: node.cook_time,
    totalTime: node.total_time,
    difficulty: node.difficulty,
    recipeCategory: Array.isArray(node.categories)
      ? node.categories.map((each) => toPlainLine(each))
      : undefined,
    isBasedOn: node.source_url,
  });
}

/** Returns null without a picture of a supported type. */
export function readPicture(node: Node): Uint8Array | null {
  if (typeof node.photo_data !== 'string') return null;
  const bytes = Buffer.from(node.photo_data, 'base64');
  return pictureTypeOf(bytes) === null ? null : bytes;
}
