/** Reads instructions in every form that schema.org allows, and in some that it does not. */
import { t } from '../lib/language/text.ts';
import { lazy } from '../lib/lazy.ts';
import type { StepDraft, StepLinkDraft } from './draft.ts';
import { parseDuration } from './duration.ts';
import { LIMITS } from './import-result.ts';
import { findProperty, findText, isNode, isOfType, type Node, parseJsonText, toList, unwrap } from './json-ld.ts';
import { webUrl } from './recipe-details.ts';
import { lettersOf, toMarkdown, toMarkdownLines, toPlainLine } from './rich-text.ts';
import { readHeadingAbove, readMarkedHeading } from './section-words.ts';
import { secondsOf } from './timers.ts';
import { readUnit } from './units.ts';
import { anyOf } from './words.ts';

const MAX_DEPTH = 12;
const MAX_LINKS = 20;
const MEMBERS = ['itemListElement', 'steps', 'step', 'item'];
const EMPTY_NAME = /^(?:[\p{L}.]{0,12}\s?#?\d{1,3}[.:)]?)$/u;

/** Adds a sentence to `notUnderstood` for everything that was cut. */
export function readSteps(value: unknown, notUnderstood: string[]): StepDraft[] {
  const steps = collect(value, 0);
  if (steps.length > LIMITS.steps) {
    notUnderstood.push(t('reading.too-many-steps', { count: steps.length, limit: LIMITS.steps }));
  }

  return withoutPictureNumbers(steps.slice(0, LIMITS.steps)).map((step, at) => {
    if (step.content.length <= LIMITS.stepContent) return step;
    notUnderstood.push(t('reading.step-too-long', { number: at + 1, limit: LIMITS.stepContent }));
    return { ...step, content: step.content.slice(0, LIMITS.stepContent).toWellFormed() };
  });
}

function collect(stated: unknown, depth: number): StepDraft[] {
  if (depth > MAX_DEPTH) return [];
  const value = unwrap(stated);
  const parsed = parseJsonText(value);
  if (parsed !== undefined) return collect(parsed, depth + 1);
  if (typeof value === 'string') return splitInstructions(value).map(({ name, content }) => draft(name, content, null));
  if (Array.isArray(value)) {
    const members = inOrder(value.slice(0, 1_000));
    return withHeadings(members.flatMap((each) => collectMember(each, value.length, depth)));
  }
  if (!isNode(value)) return [];
  return isSection(value) ? readSection(value, depth) : readStep(value);
}

/** Some sites list their steps in another order than that of the positions. Repeated positions say nothing. */
function inOrder(members: unknown[]): unknown[] {
  const positions = members.map((each) =>
    isNode(each) ? Number(findProperty(each, 'position') ?? Number.NaN) : Number.NaN,
  );
  const isOrder =
    positions.every((position) => !Number.isNaN(position)) && new Set(positions).size === positions.length;
  if (!isOrder) return members;
  const sorted = [...members.keys()].sort((one, other) => positions[one]! - positions[other]!);
  return sorted.map((at) => members[at]);
}

/** A step that is nothing but a heading names the next one, if there is one. */
function withHeadings(steps: StepDraft[]): StepDraft[] {
  const named: StepDraft[] = [];
  let name = '';
  for (const [at, step] of steps.entries()) {
    const next = steps[at + 1];
    const heading = next && step.name === '' ? readHeadingAbove(step.content, next.content) : null;
    if (heading !== null && name === '') {
      name = toPlainLine(heading);
      continue;
    }
    named.push(name === '' ? step : { ...step, name: cutName(step.name === '' ? name : `${name}: ${step.name}`) });
    name = '';
  }
  return named;
}

/** One of several texts is one step; a single text may contain all steps. */
function collectMember(stated: unknown, siblings: number, depth: number): StepDraft[] {
  const value = unwrap(stated);
  if (typeof value !== 'string' || siblings === 1) return collect(value, depth + 1);

  const content = stripNumbering(toMarkdown(value));
  return content === '' ? [] : [draft('', content, null)];
}

function isSection(node: Node): boolean {
  if (isOfType(node, 'HowToSection') || isOfType(node, 'ItemList')) return true;
  return !isOfType(node, 'HowToStep') && findProperty(node, ...MEMBERS) !== undefined;
}

/** The section's name goes to its first step, ahead of that step's own. */
function readSection(node: Node, depth: number): StepDraft[] {
  const steps = collect(findProperty(node, ...MEMBERS) ?? findProperty(node, 'text', 'description'), depth + 1);
  const name = cutName(toPlainLine(findProperty(node, 'name')).replace(/\s*:$/, ''));
  const first = steps[0];
  if (!first || name === '' || EMPTY_NAME.test(name)) return steps;

  return [{ ...first, name: cutName(first.name === '' ? name : `${name}: ${first.name}`) }, ...steps.slice(1)];
}

function readStep(node: Node): StepDraft[] {
  const name = stripNumbering(toPlainLine(findText(findProperty(node, 'name', 'headline'))));
  const own = toMarkdown(findText(findProperty(node, 'text', 'description')));
  const content = stripNumbering(own === '' ? directions(findProperty(node, ...MEMBERS), 0).join('\n\n') : own);
  const duration = parseDuration(findText(findProperty(node, 'timeRequired', 'totalTime', 'performTime')));

  if (content === '') {
    const only = toMarkdown(findText(findProperty(node, 'name')));
    return only === '' || EMPTY_NAME.test(only) ? [] : [draft('', stripNumbering(only), duration)];
  }

  return [{ ...draft(isInformative(name, toPlainLine(content)) ? name : '', content, duration), links: linksOf(node) }];
}

/** The recipes that a step mentions. */
const linksOf = (node: Node): StepLinkDraft[] =>
  toList(findProperty(node, 'mentions'))
    .slice(0, MAX_LINKS)
    .filter(isNode)
    .filter((each) => isOfType(each, 'Recipe'))
    .map((each) => webUrl(findText(findProperty(each, 'url', '@id'))))
    .filter((url) => url !== null)
    .map((iri) => ({ target: { iri }, serving: null }));

/** Returns the texts of a step's HowToDirections and HowToTips. */
function directions(value: unknown, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.slice(0, 200).flatMap((each) => directions(each, depth + 1));
  if (typeof value === 'string') return [toMarkdown(value)];
  if (!isNode(value)) return [];

  const text = findText(findProperty(value, 'text', 'description'));
  return text === null ? directions(findProperty(value, ...MEMBERS), depth + 1) : [toMarkdown(text)];
}

/** False if the name only repeats the text or its number, as on many sites. */
function isInformative(name: string, content: string): boolean {
  const start = lettersOf(name.replace(/(?:\.\.\.|…)$/, ''));
  return start !== '' && !/^https?:\/\//i.test(name) && !EMPTY_NAME.test(name) && !lettersOf(content).startsWith(start);
}

function draft(name: string, content: string, duration: number | null): StepDraft {
  return { name: cutName(name), content, duration: duration || null, ingredientPositions: [], links: [] };
}

function cutName(name: string): string {
  return name.slice(0, LIMITS.name).toWellFormed();
}

// Splits instructions written as one text

interface WrittenStep {
  name: string;
  /** Markdown. */
  content: string;
}

const patterns = lazy(() => {
  const step = anyOf('step');
  const number = '\\d{1,2}\\\\?';
  const spelled = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
  const numbered = `(?:(?:${step})\\s{0,2}#?)?${number}\\s{0,2}[.):、．：](?!\\d)\\s{0,3}`;
  const ofAll = '(?:\\s?(?:of|von|sur|de|di|van|z|из|з|/)\\s?\\d{1,2})?';
  const mark = '(?:\\\\?[|.):：、．–—-]{1,2}\\s{0,3}|\\s(?=\\p{Lu}))';
  const named = `(?:${step})\\s{0,2}#?(?:${number}|${spelled})${ofAll}\\s{0,2}${mark}`;
  const ordinal = `${number}[.):]?\\s?(?:${step})\\s{0,2}[:.–-]\\s{0,3}`;
  const enclosed = `\\\\?[(（[]\\d{1,2}\\\\?[)）\\]]\\s{0,3}|\\\\?#\\d{1,2}[.:)]?\\s{1,3}`;
  const apart = '\\d{1,2}\\s[-–—]\\s(?=\\p{L})|[a-h]\\\\?\\)\\s|\\d{1,2}\\s{0,2}\\\\?\\|\\s{0,3}';
  const suffixed = `第?\\s?${number}\\s?(?:步|단계)\\s{0,2}[:：.、]?\\s{0,3}`;
  return {
    numbering: new RegExp(`^\\**(?:${named}|${ordinal}|${numbered}|${enclosed}|${suffixed}|${SIGNED}|${apart})`, 'iu'),
    onlyNumber: new RegExp(`^(?:(?:${step})\\s{0,2}#?)?${number}[.):]?$|^第?\\s?${number}\\s?(?:步|단계)[:：]?$`, 'iu'),
    inlineNumber: new RegExp(`(?:^|\\s)(?:(?:${step})\\s{1,2})?(\\d{1,2})\\\\?[.):、．](?!\\d)\\s{0,3}`, 'giu'),
  };
});
/** Numbers in circles, and the numbers of keyboards. */
const SIGNED = '(?:[①-⑳❶-❿➀-➓⓵-⓾⓫-⓴]|\\d\\ufe0f?\\u20e3|🔟)\\ufe0f?[.):]?\\s{0,3}';
const BULLET = /^\\?[-*•●▢▪■◆○►▶▸➤➜→»›✓✔✅☑–—]\ufe0f?\s{1,3}/u;
/** "• Soak the beans • Fry the onion" on one line. */
const BULLETS = /(?:^|\s)[•●▢▪‣](?=\s)/;
const ONLY_LINK = /^https?:\/\/\S{1,500}$/;
/** "Soak the beans.Fry the onion.": a program took out the line breaks. */
const LOST_BREAK = /(?<=[\p{Ll}\p{N})][.!?])(?=\p{Lu}\p{Ll})/u;
const MAX_HEADING_LENGTH = 60;

/** Short lines before a step become its name. */
function splitInstructions(text: string): WrittenStep[] {
  const { onlyNumber } = patterns();
  const lines = toMarkdownLines(text).filter((line) => !onlyNumber.test(line) && !ONLY_LINK.test(line));
  const whole = lines.length === 1 ? splitLine(lines[0]!) : lines;
  const steps: WrittenStep[] = [];
  let name = '';

  whole.forEach((line, at) => {
    const content = stripNumbering(line);
    if (content === '') return;

    const next = whole[at + 1];
    const marked = next === undefined ? null : readMarkedHeading(line);
    if (marked !== null) {
      name = toPlainLine(marked);
      return;
    }

    if (next !== undefined && name === '' && isHeading(content, next)) {
      name = toPlainLine(content.replace(/[*\\]/g, '').replace(/\s*:$/, ''));
      return;
    }

    steps.push({ name, content });
    name = '';
  });

  return steps;
}

export function stripNumbering(line: string): string {
  const numbering = patterns().numbering.exec(line)?.[0];
  if (numbering === undefined) return line.replace(BULLET, '').trim();
  // "**1.** Chop": the number alone was bold.
  const isBold = numbering.startsWith('**');
  const rest = line.slice(numbering.length);
  return (isBold ? (rest.startsWith('**') ? rest.slice(2) : `**${rest}`) : rest).replace(BULLET, '').trim();
}

function isHeading(line: string, next: string): boolean {
  if (line.length <= MAX_HEADING_LENGTH && readHeadingAbove(line, next) !== null) return true;
  if (line.length > MAX_HEADING_LENGTH || /[.!?…。！？)]$/.test(line)) return false;
  return /:\**$/.test(line) || (next.length > 80 && !/[\d,;]/.test(line));
}

function splitLine(line: string): string[] {
  const numbered = splitByNumbers(line);
  if (numbered.length > 1) return numbered;
  const sentences = line.split(LOST_BREAK);
  if (sentences.length > 2) return sentences;
  const entries = line.split(BULLETS).filter((entry) => entry.trim() !== '');
  return entries.length > 2 ? entries : [line];
}

/** "1. Chop. 2. Fry." on one line; numbers out of order do not start steps. */
function splitByNumbers(line: string): string[] {
  const starts: number[] = [];
  for (const match of line.matchAll(patterns().inlineNumber)) {
    if (Number(match[1]) === starts.length + 1) starts.push(match.index);
  }

  if (starts.length < 2) return [line];
  const head = line.slice(0, starts[0]).trim();
  const steps = starts.map((start, at) => line.slice(start, starts[at + 1]).trim());
  return head === '' ? steps : [head, ...steps];
}

// Removes the numbers of pictures that a site shows beside its steps: "Unite la farina 1 e il lievito 2"

/** Fewer could be amounts. */
const MIN_PICTURES = 6;
const SEVERAL = '[1-9]\\d?(?:\\s?[-–,]\\s?[1-9]\\d?){0,3}';
const PICTURE_NUMBER = new RegExp(
  `(?<=[\\p{L}\\p{M})»”"*]) (?:([1-9]\\d?)|\\(${SEVERAL}\\))(?![\\p{L}\\p{N}%°'’″"/]|[.,:]\\d|\\s?[-–x×]\\s?\\d)`,
  'gu',
);
const JOINTS = 'ed?|ma|poi|quindi|infine|mentre|per|con|in|fino|and|then|until|while|with';
/** What a sentence goes on with behind a picture. A food or a unit stands behind an amount. */
const GOES_ON = new RegExp(`^(?:\\s?[.,;:!?)]|\\s?$|\\s(?:${JOINTS})\\s(?!\\d))`, 'u');
/** Words that have a number of their own: "step 1", "farina tipo 1". */
const numbered = lazy(() => new RegExp(`(?<!\\p{L})(?:${anyOf('step')}|foto|photo|fig|tipo|type|n|no|nr)\\.?$`, 'iu'));

interface PictureNumber {
  step: number;
  start: number;
  end: number;
  first: number;
  last: number;
  /** What follows cannot be counted. */
  isAlone: boolean;
}

/** Only of numbers that ascend from 1 through all steps. One that stands there twice may be an amount, and stays. */
function withoutPictureNumbers(steps: StepDraft[]): StepDraft[] {
  const found: PictureNumber[][] = [];
  let latest: Pick<PictureNumber, 'first' | 'last'> = { first: 0, last: 0 };
  for (const number of steps.flatMap(({ content }, step) => pictureNumbersIn(content, step))) {
    if (number.first === latest.last + 1) {
      found.push([number]);
      latest = number;
    } else if (number.first === latest.first) found.at(-1)!.push(number);
  }
  const certain = found.flatMap((same) => (same.length === 1 && same[0]!.isAlone ? same : []));
  if (certain.length < MIN_PICTURES) return steps;
  const byStep = Map.groupBy(certain.toReversed(), ({ step }) => step);
  return steps.map((step, at) => ({ ...step, content: (byStep.get(at) ?? []).reduce(withoutNumber, step.content) }));
}

const withoutNumber = (text: string, { start, end }: PictureNumber): string =>
  text.slice(0, start) + text.slice(end).replace(/^\s(?=[.,;:!?)])/, '');

function pictureNumbersIn(text: string, step: number): PictureNumber[] {
  return [...text.matchAll(PICTURE_NUMBER)].flatMap(({ 0: written, 1: bare, index }) => {
    const end = index + written.length;
    const [first = 0, ...others] = written.match(/\d+/g)!.map(Number);
    const following = text.slice(end, end + 40);
    const word = /^\s(\p{L}+)/u.exec(following)?.[1]?.toLowerCase();
    const isMeasure =
      bare !== undefined && word !== undefined && (readUnit(following) !== null || secondsOf(word) !== undefined);
    if (isMeasure || numbered().test(text.slice(Math.max(0, index - 20), index))) return [];
    return [{ step, start: index, end, first, last: others.at(-1) ?? first, isAlone: GOES_ON.test(following) }];
  });
}
