/** Reads recipes from a single file: JSON, a web page, Cooklang, plain text or a gzipped Paprika recipe. */
import { decodeText } from '../../lib/decode-text.ts';
import { t } from '../../lib/language/text.ts';
import type { Found, ImportResult } from '../import-result.ts';
import { parseLooseJson } from '../loose-json.ts';
import { readRecipes } from '../read-text.ts';
import { isCooklang, readCooklang } from './cooklang.ts';
import { foundIn, readJson } from './json.ts';
import { gunzip, isGzip, parsePaprika, readPaprika, readPicture } from './paprika.ts';
import { isPlainText, readTextRecipe } from './text-recipe.ts';

export interface FileResult extends ImportResult {
  /** The detected format. */
  format: string;
}

/** Never throws. Detects the format by content; `name` serves only as a title. */
export const readPlain = (bytes: Uint8Array, name: string | null): FileResult =>
  collect(findInPlain(bytes, name));

/** As `readPlain`, one recipe of a list after the other. */
export function* findInPlain(bytes: Uint8Array, name: string | null): Generator<Found> {
  if (isGzip(bytes)) return yield* foundIn(readGzip(bytes, name));

  const text = decodeText(bytes);
  if (text !== null) return yield* findInText(text, name);
  yield { type: 'format', format: 'unknown' };
  yield { type: 'problem', problem: t('reading.not-text') };
}

/** Never throws. */
export const readText = (text: string, name: string | null): FileResult => collect(findInText(text, name));

function collect(found: Iterable<Found>): FileResult {
  const result: FileResult = { format: '', recipes: [], problems: [] };
  for (const each of found) addTo(result, each);
  return result;
}

export function addTo(result: FileResult, found: Found): void {
  if (found.type === 'format') result.format = found.format;
  if (found.type === 'recipe') result.recipes.push(found.recipe);
  if (found.type === 'problem') result.problems.push(found.problem);
  if (found.type === 'failed')
    result.problems.push(found.name === '' ? found.reason : `${found.name}: ${found.reason}`);
}

function* findInText(text: string, name: string | null): Generator<Found> {
  const start = text.slice(0, 1_000).trimStart();
  if (start.startsWith('{') || start.startsWith('[')) {
    const parsed = parseLooseJson(text);
    if (parsed !== undefined) return yield* readJson(parsed);
  }
  yield* foundIn(readOther(text, start, name));
}

/** Anything but JSON. */
function readOther(text: string, start: string, name: string | null): FileResult {
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
