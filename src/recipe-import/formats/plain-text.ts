/** Reads a recipe that was written as plain text or Markdown: a title, a list of ingredients, and steps. */
import { t } from '../../lib/language/text.ts';
import { lazy } from '../../lib/lazy.ts';
import { readDifficulty } from '../details-from-stated.ts';
import type { ImportResult } from '../import-result.ts';
import type { Node } from '../json-ld.ts';
import { nodeOfTimes, readLabels } from '../page-labels.ts';
import { addNote } from '../pictures-and-notes.ts';
import { readSchemaOrg } from '../schema-org.ts';
import {
  isIngredientsHeading,
  isMethodHeading,
  isNotesHeading,
  isNutritionHeading,
  isOtherHeading,
  isWholeOtherHeading,
  readStepHeading,
} from '../section-words.ts';
import { readServing } from '../serving.ts';
import { stripNumbering } from '../step-list.ts';
import { readTimers } from '../timers.ts';
import { anyOf } from '../words.ts';
import {
  authorIn,
  isPageFact,
  isSectionHeading,
  joinAmounts,
  linesOf,
  MAX_HEADING,
  SENTENCE,
  type TextLine,
  takeEquipment,
  withoutNutrition,
  withoutPageLines,
} from './copied-lines.ts';
import { type FieldName, fieldNamed } from './named-fields.ts';

const TAG = /<\/?[a-z!][^<>]{0,300}>/i;
const AMOUNT = /^(?:\p{Nd}|[½⅓⅔¼¾⅛])|\p{Nd}\s?\p{L}{0,10}$/u;
/** "Serves 4", "Für 12 Stück". */
const yieldPattern = lazy(() => new RegExp(`^(?:${anyOf('yield-label')})(?![\\p{L}\\p{M}]).{0,30}\\d`, 'iu'));
const LABELLED = /^[*_]{0,2}(\p{L}[\p{L}\p{M} .'’-]{1,30}?)[*_]{0,2}\s?[:：][*_]{0,2}(?:\s(.{0,2000}))?$/u;
/** What lines with a label before the ingredients are in terms of schema.org. */
const LABELS: Partial<Record<FieldName, string>> = {
  title: 'name',
  description: 'description',
  yield: 'recipeYield',
  'prep-time': 'prepTime',
  'cook-time': 'cookTime',
  'rest-time': 'restTime',
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
/** A difficulty without a label. */
const LEVEL = /^(?:(?:very|sehr|très|molto|muy|muito|heel) )?\p{L}+$/iu;
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
  const all = withLabels(withoutPageLines(linesOf(text)));
  const link = all.map((line) => ONLY_LINK.exec(line.text)?.[1]).find((address) => address !== undefined);
  const hashtags = all.filter((line) => HASHTAGS.test(line.text)).flatMap((line) => line.text.match(/[^#\s,]+/g) ?? []);
  const lines = all.filter((line) => !ONLY_LINK.test(line.text) && !HASHTAGS.test(line.text));
  const start = startOfIngredients(lines);
  if (start === null) return { recipes: [], problems: [t('reading.no-recipe-in-text')] };
  const method = startOfMethod(lines, start);
  const isHeaded = isSectionHeading(lines[start]!, isIngredientsHeading);
  // "Zutaten", and below it "für 4 Portionen".
  const below = lines.findIndex(({ text: line }, at) => at > start && yieldOf(line) === null);
  const first = isHeaded ? Math.min(below < 0 ? method : below, method) : start;
  const end = endOfMethod(lines, method);
  const head = takeEquipment(withoutNutrition(lines.slice(0, first)));
  const list = takeEquipment(withoutNutrition(lines.slice(first, method)));
  const instructions = takeEquipment(lines.slice(method, end));
  const { times, steps } = readMethod(instructions.lines, lines[0]!.text);
  const result = readSchemaOrg({
    '@type': 'Recipe',
    ...(link !== undefined && { isBasedOn: link }),
    ...(hashtags.length > 0 && { keywords: hashtags.join(', ') }),
    ...times,
    ...readHead(head.lines, name, 'name' in stated),
    recipeIngredient: joinAmounts(list.lines)
      .filter(({ text: line }) => /\p{L}/u.test(line))
      .map(({ kind, text: line }) => (kind === 'heading' ? `${line}:` : line.replace(EMOJI, ''))),
    tool: [head, list, instructions].flatMap(({ equipment }) => equipment),
    recipeInstructions: readSteps(steps),
    ...stated,
  });
  addNote(result.recipes[0] ?? null, readNotes(lines.slice(end)));
  return result;
}

/** Puts "Prep Time:" and the "30 mins" below it on one line, and "Zutaten: 2 Eier, 1 Apfel" on two. */
function withLabels(lines: TextLine[]): TextLine[] {
  const found: TextLine[] = [];
  let isHead = true;
  for (const line of lines) {
    const before = found.at(-1);
    const joined = before && line.text.length <= MAX_HEADING ? joinLabel(before.text, line.text, isHead) : null;
    const [, label = '', value = ''] = LABELLED.exec(line.text) ?? [];
    if (joined !== null) found.splice(-1, 1, { ...before!, text: joined });
    else if (isSection(label, value) && !isLabelled(line.text))
      found.push({ ...line, kind: 'text', text: label }, { ...line, kind: 'text', text: value, isAfterGap: false });
    else found.push(line);
    isHead &&= !isSectionHeading(line, isIngredientsHeading);
  }
  return found;
}

/** Of a label and its value, or of "4" and "Portionen". Returns null for other lines. */
function joinLabel(before: string, text: string, isHead: boolean): string | null {
  // "Preparation" above "20 minutes" may be the heading of the method.
  const isBareLabel = isHead && /^\D+$/.test(before) && /^\p{Nd}/u.test(text);
  const joint = /[:：]$|^\d{1,3}$/.test(before) ? ' ' : isBareLabel ? ': ' : null;
  const joined = `${before}${joint}${text}`;
  return joint !== null && isLabelled(joined) ? joined : null;
}

function isLabelled(text: string): boolean {
  const { yields, times } = readLabels(text);
  return yields !== null || Object.values(times).some((seconds) => seconds !== null);
}

const isSection = (label: string, value: string): boolean =>
  (isIngredientsHeading(label) && /^\p{Nd}.*,/u.test(value)) || (isMethodHeading(label) && SENTENCE.test(value));

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

const isNumbered = (text: string): boolean => /^(?:step\s)?\d{1,2}[.)]\s/i.test(text) || readStepHeading(text) !== null;

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
      (isNumbered(text) ||
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

/** "Recipe by Ann" may follow the last step. */
const CREDIT = /^(?:recipe (?:from|by)|rezept von)(?!\p{L})/iu;

function endOfMethod(lines: TextLine[], start: number): number {
  const lastNumbered = lines.findLastIndex(({ text }) => isNumbered(text));
  const isEnd = (text: string) => isNutritionHeading(text) || startsNotes(text);
  const isOther = (text: string) => isWholeOtherHeading(text) || CREDIT.test(text) || authorIn(text) !== null;
  const found = lines.findIndex(
    (line, at) =>
      at >= start &&
      (begins(line, isEnd) || (at > Math.max(start + 1, lastNumbered) && isSectionHeading(line, isOther))),
  );
  return found < 0 ? lines.length : found;
}

/** "Tip: add lemon.", and not "Tip into a bowl." */
const startsNotes = (text: string): boolean => isNotesHeading(text) && (/[:：]/.test(text) || !SENTENCE.test(text));

/** Returns what stands below headings such as "Notes" and "Tips", and not below "Nutrition" or "Comments". */
function readNotes(lines: TextLine[]): string {
  const notes: string[] = [];
  let isNote = false;
  for (const line of lines) {
    const isFirst = begins(line, startsNotes);
    isNote = isFirst || (isNote && !isSectionHeading(line, isOtherHeading));
    const isBareHeading = isFirst && !/[:：]\s?\S|[.!?]/.test(line.text);
    if (isNote && !isBareHeading) notes.push(line.text);
  }
  return notes.join('\n');
}

/** Some pages state the times, and the title again, between the heading and the first step. */
function readMethod(lines: TextLine[], title: string): { times: Node; steps: TextLine[] } {
  const [heading] = lines;
  if (!heading || !isSectionHeading(heading, isMethodHeading)) return { times: {}, steps: lines };

  const below = lines.slice(1);
  const isTime = ({ text }: TextLine) =>
    text.length <= MAX_HEADING && Object.keys(timesOf(/[:：]$/.test(text) ? `${text} 1 min` : text)).length > 0;
  // "How to make pea soup"
  const isTitle = ({ text }: TextLine) => isMethodHeading(text) && text.toLowerCase().endsWith(title.toLowerCase());
  const first = below.findIndex((line) => !isTime(line) && !isTitle(line));
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
    const author = authorIn(text);
    if (rest.length > 0 && (isPageFact(text) || text === rest[0]!.text)) continue;
    if (rest.length > 0 && author !== null) node.author ??= author;
    else if (labelled?.property && labelled.value !== '') node[labelled.property] ??= labelled.value;
    // "Cookbook:" without a value says nothing.
    else if (labelled && (labelled.property || rest.length > 0 || node.name !== undefined)) continue;
    else if (isIngredients || yields !== null) node.recipeYield ??= yields ?? undefined;
    else if (Object.keys(times).length > 0) Object.assign(node, { ...times, ...node });
    else if (tags !== undefined) node.keywords ??= tags;
    else if (rest.length > 0 && LEVEL.test(text) && readDifficulty(text) !== null) node.difficulty ??= text;
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

/** "Original recipe (1X) yields 4 servings". */
const ORIGINAL = /^original recipe (?:\(1x\) )?(?=yields)/i;

/** "Zutaten für 4 Personen" is "4 Personen". */
function yieldOf(line: string): string | null {
  const text = line.replace(ORIGINAL, '');
  const number = /\d.{0,60}$/u.exec(text)?.[0].replace(/:$/, '') ?? '';
  const isStated = yieldPattern().test(text) || (isIngredientsHeading(text) && text.length <= MAX_HEADING);
  // "За 20 минут" is no yield.
  const isYield = isStated && readServing(number) !== null && readTimers(number).length === 0;
  return isYield ? number : readLabels(text).yields;
}

/** "Préparation : 20 min" */
const timesOf = (text: string): Node => nodeOfTimes(readLabels(text).times);
