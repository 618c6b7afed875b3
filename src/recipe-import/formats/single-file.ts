/** Reads single files and recipes in plain text. */
import { decodeText } from '../../lib/decode-text.ts';
import { t } from '../../lib/language/text.ts';
import type { Found, ImportResult } from '../import-result.ts';
import { stripNumbering } from '../instruction-text.ts';
import type { Node } from '../json-ld.ts';
import { parseLooseJson } from '../loose-json.ts';
import { readRecipes } from '../read-text.ts';
import { readSchemaOrg } from '../schema-org.ts';
import { isIngredientsHeading, isMethodHeading } from '../section-words.ts';
import { readServing } from '../serving.ts';
import { foundIn, gunzip, isGzip, parsePaprika, readJson, readPaprika, readPicture } from './apps.ts';
import { isCooklang, readCooklang } from './cooklang.ts';

// Splits a text or Markdown document into lines, and tells headings, list entries and paragraphs apart

interface TextLine {
  kind: 'heading' | 'entry' | 'text';
  /** Without marks of lists and headings. */
  text: string;
  /** Whether an empty line comes before it. */
  isAfterGap: boolean;
}

const MAX_LINES = 2_000;
const MAX_LENGTH = 4_000;
const HEADING = /^(?:#{1,6}\s|={2,}\s?)/;
const BULLET = /^(?:[-–—*+•●▢□☐·▪✓]|\[[ x]?\])\s+(?=\S)/i;
const NUMBER = /^(?:step\s)?\d{1,2}[.)]\s+(?=\D)/i;
const RULE = /^[-=_*~\s]{3,}$/;
const BOLD = /^(\*\*|__)(.{1,200})\1:?$/;

/** Takes time linear in the length of the text. At most 2,000 lines. */
function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let isAfterGap = false;
  for (const raw of firstLines(text)) {
    const line = raw.slice(0, MAX_LENGTH).replace(/\s+/g, ' ').trim();
    if (line === '' || RULE.test(line)) {
      isAfterGap = true;
      continue;
    }
    lines.push({ ...readLine(line), isAfterGap });
    isAfterGap = false;
  }
  return lines;
}

function* firstLines(text: string): Generator<string> {
  let from = 0;
  for (let count = 0; count < MAX_LINES && from <= text.length; count += 1) {
    const end = text.indexOf('\n', from);
    yield text.slice(from, Math.min(end < 0 ? text.length : end, from + 2 * MAX_LENGTH));
    if (end < 0) return;
    from = end + 1;
  }
}

function readLine(line: string): Pick<TextLine, 'kind' | 'text'> {
  const bold = BOLD.exec(line)?.[2];
  if (HEADING.test(line)) return { kind: 'heading', text: line.replace(/^[#=]+\s?|\s?[#=]+$/g, '').trim() };
  if (bold !== undefined) return { kind: 'heading', text: bold.replace(/:$/, '').trim() };
  const entry = line.replace(BULLET, '').replace(BULLET, '');
  const isEntry = entry !== line || NUMBER.test(line);
  return { kind: isEntry ? 'entry' : 'text', text: entry };
}

// Reads a recipe that was written as plain text or Markdown: a title, a list of ingredients, and steps

const TAG = /<\/?[a-z!][^<>]{0,300}>/i;
const AMOUNT = /^(?:\p{Nd}|[½⅓⅔¼¾⅛])|\p{Nd}\s?\p{L}{0,10}$/u;
const SENTENCE = /[.!?。！？]$/;
const MAX_HEADING = 40;
const SOURCE = /^(?:source|url|from|quelle|fuente|fonte|bron)\s?:\s?(https?:\/\/\S{1,2000})$/i;
const YIELDS =
  'serves|servings?|makes|yields?|for|für|pour|para|per|voor|portionen|personnes|porciones|porções|porzioni';
const PEOPLE =
  'servings?|portions?|portionen|personen|personnes|personas|pessoas|persone|personer|porzioni|porciones|porções';
const YIELD = new RegExp(`^(?:${YIELDS})\\b.{0,30}\\d|^\\d{1,3}\\s(?:${PEOPLE})$`, 'iu');
const TIMES: [property: string, pattern: RegExp][] = [
  ['prepTime', /^(?:prep|preparation|vorbereitung|arbeits|préparation)\s?-?(?:time|szeit|zeit)?\s?:\s?(.{1,60})$/i],
  ['cookTime', /^(?:cook|cooking|bake|baking|koch|back|cuisson)\s?-?(?:time|zeit)?\s?:\s?(.{1,60})$/i],
  ['totalTime', /^(?:total|ready in|gesamt)\s?-?(?:time|zeit)?\s?:\s?(.{1,60})$/i],
];
const END = /^(?:notes?|tips?|nutrition|notizen|tipps?|remarques?|astuces?|notas?|consejos?|note|consigli)\b/iu;

/** True for text without elements of HTML. */
export const isPlainText = (text: string): boolean => !TAG.test(text);

/** `name` is the file name without extension, for a text that starts with its ingredients. */
export function readTextRecipe(text: string, name: string | null): ImportResult {
  const lines = linesOf(text);
  const start = startOfIngredients(lines);
  if (start === null)
    return {
      recipes: [],
      problems: [t('reading.no-recipe-in-text')],
    };
  const method = startOfMethod(lines, start);
  const isHeaded = isSectionHeading(lines[start]!, isIngredientsHeading);
  const ingredients = lines.slice(isHeaded ? start + 1 : start, method);
  const steps = lines.slice(method);
  return readSchemaOrg({
    '@type': 'Recipe',
    ...readHead(lines.slice(0, isHeaded ? start + 1 : start), name),
    recipeIngredient: ingredients.map(({ kind, text: line }) => (kind === 'heading' ? `${line}:` : line)),
    recipeInstructions: readSteps(steps),
  });
}

const isSectionHeading = ({ kind, text }: TextLine, is: (text: string) => boolean): boolean =>
  kind !== 'entry' && text.length <= MAX_HEADING && !SENTENCE.test(text) && is(text);

/** The heading, or the first of two lines with amounts that follow each other. */
function startOfIngredients(lines: TextLine[]): number | null {
  const headed = lines.findIndex((line) => isSectionHeading(line, isIngredientsHeading));
  if (headed >= 0 && headed + 1 < lines.length) return headed;
  const found = lines.findIndex((line, at) => isListed(line) && lines[at + 1] && isListed(lines[at + 1]!));
  return found < 0 ? null : found;
}

const isListed = ({ text }: TextLine): boolean =>
  text.length <= 120 && AMOUNT.test(text) && !SENTENCE.test(text) && !YIELD.test(text) && !/^\d{1,2}[.)]\s/.test(text);

/** The heading, or the first line that is too long for an ingredient, or that is numbered. */
function startOfMethod(lines: TextLine[], start: number): number {
  const isMethod = (line: TextLine) => !/\d/.test(line.text) && isSectionHeading(line, isMethodHeading);
  const headed = lines.findIndex((line, at) => at > start && isMethod(line));
  if (headed >= 0) return headed;
  const found = lines.findIndex(
    ({ kind, text, isAfterGap }, at) =>
      at > start &&
      kind !== 'heading' &&
      (/^(?:step\s)?\d{1,2}[.)]\s/i.test(text) ||
        (isAfterGap && !AMOUNT.test(text) && /\s/.test(text) && SENTENCE.test(lastOfParagraph(lines, at)))),
  );
  return found < 0 ? lines.length : found;
}

function lastOfParagraph(lines: TextLine[], from: number): string {
  const next = lines.findIndex(({ isAfterGap }, at) => at > from && isAfterGap);
  return lines.at(next < 0 ? -1 : next - 1)!.text;
}

/** Lines without a gap between them are one paragraph, unless the first ends a sentence. */
function readSteps([heading, ...others]: TextLine[]): string[] {
  if (!heading) return [];
  const lines = isSectionHeading(heading, isMethodHeading) ? others : [heading, ...others];
  const end = lines.findIndex(({ kind, text }) => kind !== 'entry' && text.length <= MAX_HEADING && END.test(text));
  const taken = end < 0 ? lines : lines.slice(0, end);
  const hasGaps = taken.some(({ isAfterGap }, at) => at > 0 && isAfterGap);
  const steps: string[] = [];
  for (const [at, { kind, text, isAfterGap }] of taken.entries()) {
    const before = taken[at - 1];
    const joins =
      hasGaps && kind === 'text' && !isAfterGap && before?.kind !== 'heading' && !SENTENCE.test(before?.text ?? '.');
    const line = kind === 'heading' ? `${text}:` : stripNumbering(text);
    if (joins && !/^\d{1,2}[.)]\s/.test(text)) steps.push(`${steps.pop() ?? ''} ${line}`);
    else steps.push(line);
  }
  return [steps.filter(Boolean).join('\n')];
}

function readHead(lines: TextLine[], name: string | null): Node {
  const node: Node = {};
  const rest: TextLine[] = [];
  for (const line of lines) {
    const { text } = line;
    const url = SOURCE.exec(text)?.[1];
    const time = TIMES.map(([property, pattern]) => [property, pattern.exec(text)?.[1]] as const).find(
      ([, found]) => found !== undefined,
    );
    const isYield = isSectionHeading(line, isIngredientsHeading) || YIELD.test(text);
    if (url) node.isBasedOn = url;
    else if (time) node[time[0]] = time[1];
    else if (isYield) node.recipeYield ??= readServing(numberFrom(text)) ? numberFrom(text) : undefined;
    else rest.push(line);
  }
  const [title, ...description] = rest;
  node.name = title?.text.replace(/^(?:title|recipe)\s?:\s?/i, '').slice(0, 200) ?? name;
  node.description = description.map(({ text }) => text).join('\n\n');
  return node;
}

/** "Zutaten für 4 Personen" is "4 Personen". */
const numberFrom = (text: string): string => /\d.{0,60}$/u.exec(text)?.[0].replace(/:$/, '') ?? '';

// Reads recipes from a single file: JSON, a web page, Cooklang, plain text or a gzipped Paprika recipe

export interface FileResult extends ImportResult {
  /** The detected format. */
  format: string;
}

/** Never throws. Detects the format by content; `name` serves only as a title. */
export const readPlain = (bytes: Uint8Array, name: string | null): FileResult => collect(findInPlain(bytes, name));

/** As `readPlain`, one recipe of a list after the other. `url` is where a page was found. */
export function* findInPlain(bytes: Uint8Array, name: string | null, url: string | null = null): Generator<Found> {
  if (isGzip(bytes)) return yield* foundIn(readGzip(bytes, name));

  const text = decodeText(bytes);
  if (text !== null) return yield* findInText(text, name, url);
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

function* findInText(text: string, name: string | null, url: string | null = null): Generator<Found> {
  const start = text.slice(0, 1_000).trimStart();
  if (start.startsWith('{') || start.startsWith('[')) {
    const parsed = parseLooseJson(text);
    if (parsed !== undefined) return yield* readJson(parsed);
  }
  yield* foundIn(readOther(text, start, name, url));
}

/** Anything but JSON. */
function readOther(text: string, start: string, name: string | null, url: string | null): FileResult {
  const title = name === null ? null : titleOf(name);
  const isJson = start.startsWith('{') || start.startsWith('[');
  if (!isCooklang(text)) {
    return isJson || text.trim() === '' || !isPlainText(text)
      ? { format: 'schema.org', ...readRecipes(text, url) }
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
