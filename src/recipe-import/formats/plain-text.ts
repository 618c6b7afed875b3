/** Reads a recipe that was written as plain text or Markdown: a title, a list of ingredients, and steps. */
import { t } from '../../lib/language/text.ts';
import { readDifficulty } from '../details-from-stated.ts';
import type { ImportResult } from '../import-result.ts';
import type { Node } from '../json-ld.ts';
import { readLabels } from '../page-labels.ts';
import { addNote } from '../pictures-and-notes.ts';
import { readSchemaOrg } from '../schema-org.ts';
import { isControl, isIngredientsHeading, isMethodHeading, isNotesHeading, isOtherHeading } from '../section-words.ts';
import { readServing } from '../serving.ts';
import { stripNumbering } from '../step-list.ts';
import { type FieldName, fieldNamed } from './named-fields.ts';
import { linesIn } from './text-lines.ts';

// Lines: headings, list entries and paragraphs

interface TextLine {
  kind: 'heading' | 'entry' | 'text';
  /** Without marks of lists and headings. */
  text: string;
  /** Whether an empty line comes before it. */
  isAfterGap: boolean;
}

const MAX_LINES = 2_000;
const HEADING = /^(?:#{1,6}\s|={2,}\s?)/;
const BULLET = /^(?:[-–—*+•●▢□☐·▪✓]|\[[ x]?\])\s+(?=\S)/i;
const NUMBER = /^(?:step\s)?\d{1,2}[.)]\s+(?=\D)/i;
const RULE = /^[-=_*~\s]{3,}$/;
const BOLD = /^(\*\*|__)(.{1,200})\1:?$/;
/** "*500 g* peas", as RecipeMD marks amounts. */
const EMPHASIS = /(?<![*\p{L}\p{N}])\*(?=[^\s*])([^*]{1,80}?)(?<=[^\s*])\*(?![*\p{L}\p{N}])/gu;
const STRONG = /(\*\*|__)(?=\S)([^*_]{1,200}?)(?<=\S)\1/g;
const LINK = /(?<!!)\[([^[\]]{1,200})\]\([^()\s]{1,1000}\)/g;
const TABLE_RULE = /^\|[|\s:-]{1,300}\|$/;

/** Takes time linear in the length of the text. At most 2,000 lines. */
function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let isAfterGap = false;
  for (const raw of linesIn(text).take(MAX_LINES)) {
    const line = raw.replace(/\s+/g, ' ').trim();
    // What stands above the rule of a table names its columns.
    if (TABLE_RULE.test(line)) lines.pop();
    else if (line === '' || RULE.test(line)) {
      isAfterGap = true;
    } else {
      lines.push({ ...readLine(line), isAfterGap });
      isAfterGap = false;
    }
  }
  return lines;
}

function readLine(line: string): Pick<TextLine, 'kind' | 'text'> {
  const bold = BOLD.exec(line)?.[2];
  if (HEADING.test(line)) return { kind: 'heading', text: line.replace(/^[#=]+\s?|\s?[#=]+$/g, '').trim() };
  if (bold !== undefined) return { kind: 'heading', text: bold.replace(/:$/, '').trim() };
  const row = /^\|(.{1,1000})\|$/.exec(line)?.[1];
  const bare = row === undefined ? line : row.replaceAll('|', ' ').replace(/\s+/g, ' ').trim();
  const entry = bare.replace(BULLET, '').replace(BULLET, '');
  const isEntry = entry !== line || NUMBER.test(line);
  const text = isEntry ? entry.replace(STRONG, '$2').replace(EMPHASIS, '$1') : entry;
  return { kind: isEntry ? 'entry' : 'text', text: text.replace(LINK, '$1') };
}

// The parts of the recipe

const TAG = /<\/?[a-z!][^<>]{0,300}>/i;
const AMOUNT = /^(?:\p{Nd}|[½⅓⅔¼¾⅛])|\p{Nd}\s?\p{L}{0,10}$/u;
const SENTENCE = /[.!?。！？]$/;
const MAX_HEADING = 40;
const YIELDS =
  'serves|servings?|makes|yields?|for|für|pour|para|per|voor|portionen|personnes|porciones|porções|porzioni';
const PEOPLE =
  'servings?|portions?|portionen|personen|personnes|personas|pessoas|persone|personer|porzioni|porciones|porções';
const YIELD = new RegExp(`^(?:${YIELDS})\\b.{0,30}\\d|^\\d{1,3}\\s(?:${PEOPLE})$`, 'iu');
const LABELLED = /^[*_]{0,2}(\p{L}[\p{L}\p{M} .'’-]{1,30}?)[*_]{0,2}\s?[:：][*_]{0,2}(?:\s(.{0,2000}))?$/u;
/** What lines with a label before the ingredients are in terms of schema.org. */
const LABELS: Partial<Record<FieldName, string>> = {
  title: 'name',
  description: 'description',
  yield: 'recipeYield',
  'prep-time': 'prepTime',
  'cook-time': 'cookTime',
  'rest-time': 'restingTime',
  'total-time': 'totalTime',
  category: 'recipeCategory',
  cuisine: 'recipeCuisine',
  tags: 'keywords',
  author: 'author',
  source: 'source',
  url: 'isBasedOn',
  difficulty: 'difficulty',
  image: 'image',
  video: 'video',
};
const ONLY_LINK = /^<?(https?:\/\/[^\s<>]{1,2000})>?$/i;
/** A line in italics, in which RecipeMD lists tags. */
const TAGS = /^\*([^*]{1,500})\*$/;
const NUTRITION = /^nutrition\b/i;
/** "★★★★★ 4.8 (231 reviews)", "4,5/5", "(123)" and "15,023 Reviews", copied with a recipe from its page. */
const RATING =
  /^(?:[★☆⭐✩]{2}|\(?[\d.,/]{1,9}\)?(?:\s(?:reviews?|ratings?|votes?|photos?|comments?|bewertungen|avis))?$)/iu;
/** Buttons that multiply the ingredients. */
const MULTIPLIER = /^(?:[1-9]|1\/2|½)x$/i;
const HASHTAGS = /^(?:#[\p{L}\p{M}\p{N}_]{1,50}[\s,]*){1,30}$/u;

/** "🍋 1 lemon". */
const EMOJI = /^(?:\p{Extended_Pictographic}[\p{M}\u200d]*)+\s+/u;

/** True for text without elements of HTML. */
export const isPlainText = (text: string): boolean => !TAG.test(text);

/**
 * `name` is the file name without extension, for a text that starts with its ingredients. What is `stated` elsewhere
 * counts more than the lines before the ingredients.
 */
export function readTextRecipe(text: string, name: string | null, stated: Node = {}): ImportResult {
  const all = withLabels(linesOf(text));
  const link = all.map((line) => ONLY_LINK.exec(line.text)?.[1]).find((address) => address !== undefined);
  const hashtags = all.filter((line) => HASHTAGS.test(line.text)).flatMap((line) => line.text.match(/[^#\s,]+/g) ?? []);
  const lines = all.filter((line) => !ONLY_LINK.test(line.text) && !HASHTAGS.test(line.text));
  const start = startOfIngredients(lines);
  if (start === null) return { recipes: [], problems: [t('reading.no-recipe-in-text')] };
  const method = startOfMethod(lines, start);
  const isHeaded = isSectionHeading(lines[start]!, isIngredientsHeading);
  // "Zutaten", and below it "für 4 Portionen".
  const isYield = isHeaded && yieldOf(lines[start + 1]?.text ?? '') !== null;
  const first = isHeaded ? start + (isYield ? 2 : 1) : start;
  const ingredients = lines.slice(first, method).filter(({ text: line }) => !MULTIPLIER.test(line) && !isControl(line));
  const end = endOfMethod(lines, method);
  const { times, steps } = readMethod(lines.slice(method, end));
  const result = readSchemaOrg({
    '@type': 'Recipe',
    ...(link !== undefined && { isBasedOn: link }),
    ...(hashtags.length > 0 && { keywords: hashtags.join(', ') }),
    ...times,
    ...readHead(lines.slice(0, first), name, 'name' in stated),
    recipeIngredient: ingredients.map(({ kind, text: line }) =>
      kind === 'heading' ? `${line}:` : line.replace(EMOJI, ''),
    ),
    recipeInstructions: readSteps(steps),
    ...stated,
  });
  addNote(result.recipes[0] ?? null, readNotes(lines.slice(end)));
  return result;
}

/** Puts "Prep Time:" and the "30 mins" below it on one line, and "Zutaten: 2 Eier, 1 Apfel" on two. */
function withLabels(lines: TextLine[]): TextLine[] {
  const found: TextLine[] = [];
  for (const line of lines) {
    const before = found.at(-1);
    const joined =
      before && /[:：]$/.test(before.text) && line.text.length <= MAX_HEADING && `${before.text} ${line.text}`;
    const [, label = '', value = ''] = LABELLED.exec(line.text) ?? [];
    if (joined && isLabelled(joined)) found.splice(-1, 1, { ...before, text: joined });
    else if (isSection(label, value) && !isLabelled(line.text))
      found.push({ ...line, kind: 'text', text: label }, { ...line, kind: 'text', text: value, isAfterGap: false });
    else found.push(line);
  }
  return found;
}

function isLabelled(text: string): boolean {
  const { yields, times } = readLabels(text);
  return yields !== null || Object.values(times).some((seconds) => seconds !== null);
}

const isSection = (label: string, value: string): boolean =>
  (isIngredientsHeading(label) && /^\p{Nd}.*,/u.test(value)) || (isMethodHeading(label) && SENTENCE.test(value));

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
  text.length <= 120 &&
  AMOUNT.test(text) &&
  !SENTENCE.test(text) &&
  yieldOf(text) === null &&
  !/^\d{1,2}[.)]\s/.test(text);

/** Four words. */
const LONG = /^\p{L}.{0,200}?\s\S+\s\S+\s\S/u;

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
  if (found >= 0) return found;
  const last = lines.findLastIndex(isListed);
  const after = lines.findIndex(
    ({ text }, at) => at > Math.max(last, start + 1) && SENTENCE.test(text) && LONG.test(text),
  );
  return after < 0 ? lines.length : after;
}

function lastOfParagraph(lines: TextLine[], from: number): string {
  const next = lines.findIndex(({ isAfterGap }, at) => at > from && isAfterGap);
  return lines.at(next < 0 ? -1 : next - 1)!.text;
}

const begins = ({ kind, text }: TextLine, is: (text: string) => boolean): boolean =>
  kind !== 'entry' && text.length <= MAX_HEADING && is(text);

function endOfMethod(lines: TextLine[], start: number): number {
  const isEnd = (text: string) => NUTRITION.test(text) || isNotesHeading(text);
  const found = lines.findIndex((line, at) => at >= start && begins(line, isEnd));
  return found < 0 ? lines.length : found;
}

/** Returns what stands below headings such as "Notes" and "Tips", and not below "Nutrition" or "Comments". */
function readNotes(lines: TextLine[]): string {
  const notes: string[] = [];
  let isNote = false;
  for (const line of lines) {
    const isFirst = begins(line, isNotesHeading);
    isNote = isFirst || (isNote && !isSectionHeading(line, isOtherHeading));
    const isBareHeading = isFirst && !/[:：]\s?\S|[.!?]/.test(line.text);
    if (isNote && !isBareHeading && !isControl(line.text)) notes.push(line.text);
  }
  return notes.join('\n');
}

/** Some pages state the times between the heading and the first step. */
function readMethod(lines: TextLine[]): { times: Node; steps: TextLine[] } {
  const [heading] = lines;
  if (!heading || !isSectionHeading(heading, isMethodHeading)) return { times: {}, steps: lines };

  const below = lines.slice(1).filter(({ text }) => !isControl(text));
  const isTime = ({ text }: TextLine) => text.length <= MAX_HEADING && Object.keys(timesOf(text)).length > 0;
  const first = below.findIndex((line) => !isTime(line));
  const stated = below.slice(0, first < 0 ? undefined : first);
  return { times: Object.assign({}, ...stated.map(({ text }) => timesOf(text))), steps: below.slice(stated.length) };
}

/** Lines without a gap between them are one paragraph, unless the first ends a sentence. */
function readSteps(lines: TextLine[]): string[] {
  const hasGaps = lines.some(({ isAfterGap }, at) => at > 0 && isAfterGap);
  const steps: string[] = [];
  for (const [at, { kind, text, isAfterGap }] of lines.entries()) {
    const before = lines[at - 1];
    const joins =
      hasGaps && kind === 'text' && !isAfterGap && before?.kind !== 'heading' && !SENTENCE.test(before?.text ?? '.');
    const line = kind === 'heading' ? `${text}:` : stripNumbering(text);
    if (joins && !/^\d{1,2}[.)]\s/.test(text)) steps.push(`${steps.pop() ?? ''} ${line}`);
    else steps.push(line);
  }
  return [steps.filter(Boolean).join('\n')];
}

/** Of a recipe that is named elsewhere a heading repeats the name, and other lines describe it. */
function readHead(lines: TextLine[], name: string | null, isNamed: boolean): Node {
  const node: Node = {};
  const rest: TextLine[] = [];
  for (const line of lines) {
    const { text } = line;
    const isIngredients = isSectionHeading(line, isIngredientsHeading);
    const labelled = isIngredients ? null : readLabelled(text);
    const tags = rest.length > 0 ? TAGS.exec(text)?.[1] : undefined;
    const yields = yieldOf(text);
    const times = timesOf(text);
    if (rest.length > 0 && (isControl(text) || RATING.test(text))) continue;
    if (labelled?.property && labelled.value !== '') node[labelled.property] ??= labelled.value;
    // "Cookbook:" without a value says nothing.
    else if (labelled && (labelled.property || rest.length > 0 || node.name !== undefined)) continue;
    else if (isIngredients || yields !== null) node.recipeYield ??= yields ?? undefined;
    else if (Object.keys(times).length > 0) Object.assign(node, { ...times, ...node });
    else if (tags !== undefined) node.keywords ??= tags;
    else if (rest.length > 0 && !text.includes(' ') && readDifficulty(text) !== null) node.difficulty ??= text;
    else rest.push(line);
  }
  const isTitled = node.name !== undefined || (isNamed && rest[0]?.kind !== 'heading');
  const [title, ...described] = isTitled ? [undefined, ...rest] : rest;
  node.name ??= title?.text.slice(0, 200) ?? name;
  node.description = [node.description, ...described.map((line) => line!.text)].filter(Boolean).join('\n\n');
  return creditedBySource(node);
}

/** Returns null for a line without a known label, unless it is nothing but a label. */
function readLabelled(text: string): { property: string | undefined; value: string } | null {
  const [, label, stated = ''] = LABELLED.exec(text) ?? [];
  if (label === undefined) return null;
  const field = fieldNamed(label);
  const property = field === null ? undefined : LABELS[field];
  const value = stated.trim().replace(/^"(.*)"$/, '$1');
  return property === undefined && value !== '' ? null : { property, value };
}

/** A source is an address, or else a person or a book. */
function creditedBySource({ source, ...node }: Node): Node {
  if (typeof source !== 'string') return node;
  if (ONLY_LINK.test(source)) return { ...node, isBasedOn: node.isBasedOn ?? ONLY_LINK.exec(source)![1] };
  return node.isBasedOn === undefined
    ? { ...node, author: node.author ?? source }
    : { ...node, publisher: { name: source } };
}

/** "Zutaten für 4 Personen" is "4 Personen". */
function yieldOf(text: string): string | null {
  const number = /\d.{0,60}$/u.exec(text)?.[0].replace(/:$/, '') ?? '';
  const isStated = YIELD.test(text) || (isIngredientsHeading(text) && text.length <= MAX_HEADING);
  return isStated && readServing(number) ? number : readLabels(text).yields;
}

/** "Préparation : 20 min" in terms of schema.org. */
const timesOf = (text: string): Node => {
  const { prep, cook, rest, total } = readLabels(text).times;
  const stated = { prepTime: prep, cookTime: cook, restingTime: rest, totalTime: total };
  return Object.fromEntries(
    Object.entries(stated).flatMap(([name, seconds]) => (seconds === null ? [] : [[name, `PT${seconds}S`]])),
  );
};
