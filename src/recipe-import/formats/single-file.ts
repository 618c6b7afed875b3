/** Reads recipes from a single file: JSON, markup, a marked or plain text, or a gzipped Paprika recipe. */
import { gunzipSync } from 'node:zlib';
import { decodeText } from '../../lib/decode-text.ts';
import { t } from '../../lib/language/text.ts';
import { readRecipes } from '../html-page.ts';
import type { Found } from '../import-result.ts';
import { isNode, type Node } from '../json-ld.ts';
import { parseJson, parseLooseJson, readCutJson } from '../loose-json.ts';
import { type FoundInFile, foundCut, foundIn, readEntries } from './found.ts';
import { findInHtml } from './html-formats.ts';
import { findInJson, readPaprika } from './json-formats.ts';
import { isPlainText, readTextRecipe } from './plain-text.ts';
import { findInMarkedText } from './text-formats.ts';
import { findInXml } from './xml-formats.ts';

const maxUnpackedBytes = 32 * 2 ** 20;

interface PlainOptions {
  /** The entry to begin with. */
  from?: number;
  /** Where a page was found. */
  url?: string | null;
}

/**
 * Yields one recipe of a list after the other. Never throws. Detects the format by content; `name` is only a title.
 */
export const findInPlain = (
  bytes: Uint8Array,
  name: string | null,
  { from = 0, url = null }: PlainOptions = {},
): Generator<Found> => readEntries(findInBytes(bytes, name, url), from);

function* findInBytes(bytes: Uint8Array, name: string | null, url: string | null): Generator<FoundInFile> {
  if (isGzip(bytes)) return yield* findInGzip(bytes, name);

  const text = decodeText(bytes);
  if (text !== null) return yield* findInText(text, name, url);
  yield { type: 'format', format: 'unknown' };
  yield { type: 'problem', problem: t('reading.not-text') };
}

/** Why an entry is no recipe, with its name if it has one. */
export const sentenceOf = ({ name, reason }: Extract<Found, { type: 'failed' }>): string =>
  name === '' ? reason : `${name}: ${reason}`;

function* findInText(written: string, name: string | null, url: string | null): Generator<FoundInFile> {
  // Old Macs ended lines with a carriage return alone.
  const text = written.includes('\n') ? written : written.replaceAll('\r', '\n');
  const start = text.slice(0, 1_000).trimStart();
  if (start.startsWith('{') || start.startsWith('[')) {
    const parsed = parseLooseJson(text);
    if (parsed !== undefined) return yield* findInJson(parsed);
    const cut = readCutJson(text);
    if (cut) {
      yield* findInJson(cut.entries);
      return yield foundCut(cut.cutAt);
    }
  }
  yield* findInXml(text) ?? findInOther(text, start, name, url);
}

/** Anything but JSON and XML. */
function findInOther(text: string, start: string, name: string | null, url: string | null): Iterable<FoundInFile> {
  const title = name === null ? null : titleOf(name);
  const isMarkup = start.startsWith('<');
  const marked = (isMarkup ? findInHtml(text) : null) ?? findInMarkedText(text, title);
  if (marked) return marked;

  const isJson = start.startsWith('{') || start.startsWith('[');
  return foundIn(
    isJson || text.trim() === '' || !isPlainText(text)
      ? { format: 'schema.org', ...readRecipes(text, url) }
      : { format: 'Text', ...readTextRecipe(text, title) },
  );
}

const titleOf = (name: string) =>
  name
    .replace(/\.[^.]{1,10}$/, '')
    .replaceAll('_', ' ')
    .trim() || null;

/** A gzipped Paprika recipe, or any other file that was compressed. */
function* findInGzip(bytes: Uint8Array, name: string | null): Generator<FoundInFile> {
  const unpacked = gunzip(bytes);
  const text = unpacked && decodeText(unpacked);
  const node = text && parsePaprika(text);
  const recipe = node && readPaprika(node);
  const isPaprikaFile = /\.paprikarecipe$/i.test(name ?? '');
  if (!recipe && text?.trim() && !isPaprikaFile)
    return yield* findInText(text, name?.replace(/\.gz$/i, '') ?? null, null);

  const problems = recipe ? [] : [t('reading.not-a-paprika-recipe')];
  yield* foundIn({ format: 'Paprika', recipes: recipe ? [recipe] : [], problems });
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Returns null if the bytes are damaged or too large when unpacked. */
function gunzip(bytes: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch {
    return null;
  }
}

/** Returns null if the text is no recipe of Paprika. */
function parsePaprika(text: string): Node | null {
  const parsed = parseJson(text);
  return isNode(parsed) && !('@type' in parsed) && !('@graph' in parsed) ? parsed : null;
}
