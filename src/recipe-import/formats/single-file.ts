/** Reads recipes from a single file: JSON, a web page, Cooklang, plain text or a gzipped Paprika recipe. */
import { decodeText } from '../../lib/decode-text.ts';
import { t } from '../../lib/language/text.ts';
import type { ImportResult } from '../import-result.ts';
import { parseLooseJson } from '../loose-json.ts';
import { readRecipes } from '../read-text.ts';
import { isCooklang, readCooklang } from './cooklang.ts';
import { readJson } from './json.ts';
import { gunzip, isGzip, parsePaprika, readPaprika, readPicture } from './paprika.ts';
import { isPlainText, readTextRecipe } from './text-recipe.ts';

export interface FileResult extends ImportResult {
  /** The detected format. */
  format: string;
}

/** Never throws. Detects the format by content; `name` serves only as a title. */
export function readPlain(bytes: Uint8Array, name: string | null): FileResult {
  if (isGzip(bytes)) return readGzip(bytes, name);

  const text = decodeText(bytes);
  if (text === null) return { format: 'unknown', recipes: [], problems: [t('reading.not-text')] };
  return readText(text, name);
}

/** Never throws. */
export function readText(text: string, name: string | null): FileResult {
  const start = text.slice(0, 1_000).trimStart();
  if (start.startsWith('{') || start.startsWith('[')) {
    const parsed = parseLooseJson(text);
    if (parsed !== undefined) return readJson(parsed);
  }
  const title = name === null ? null : titleOf(name);
  const isJson = start.startsWith('{') || start.startsWith('[');
  if (!isCooklang(text)) {
    return isJson || text.trim() === '' || !isPlainText(text)
      ? { format: 'schema.org', ...readRecipes(text) }
      : { format: 'Text', ...readTextRecipe(text, title) };
  }

  const recipe = readCooklang(text, title);
  return recipe
    ? { format: 'Cooklang', recipes: [recipe], problems: [] }
    : { format: 'Cooklang', recipes: [], problems: [t('reading.no-recipe-in-file')] };
}

const titleOf = (name: string) =>
  name
    .replace(/\.[^.]{1,10}$/, '')
    .replaceAll('_', ' ')
    .trim() || null;

/** A gzipped Paprika recipe, or any other file that was compressed. */
function readGzip(bytes: Uint8Array, name: string | null): FileResult {
  const unpacked = gunzip(bytes);
  const text = unpacked && decodeText(unpacked);
  const node = text && parsePaprika(text);
  const recipe = node && readPaprika(node);
  if (!recipe) {
    const isPaprikaFile = /\.paprikarecipe$/i.test(name ?? '');
    const other = text?.trim() && !isPaprikaFile ? readText(text, name?.replace(/\.gz$/i, '') ?? null) : null;
    return other ?? { format: 'Paprika', recipes: [], problems: [t('reading.not-a-paprika-recipe')] };
  }

  const picture = readPicture(node);
  if (picture) recipe.picture = { bytes: picture, description: '' };
  return { format: 'Paprika', recipes: [recipe], problems: [] };
}
