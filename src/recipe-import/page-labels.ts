/** Reads yield and times from the labels of a page: "Serves 4", "Prep: 10 mins", "Zutaten für 4 Personen". */
import { lazy } from '../lib/lazy.ts';
import { parseDuration } from './duration.ts';
import type { Node } from './json-ld.ts';
import type { PageBlock } from './page-outline.ts';
import { plainNumbers, readQuantity } from './quantity-text.ts';
import { isIngredientsHeading } from './section-words.ts';
import { readServing } from './serving.ts';
import { secondsOf } from './timers.ts';
import { anyOf, anyOfEach } from './words.ts';

const MAX_YIELD_BLOCK = 60;
const MAX_YIELD = 40;
const MAX_TIME_BLOCK = 160;
const MAX_TIME = 30;

/** Reads the labels of one line of a plain text. The yield is null if there is none. */
export function readLabels(text: string): { yields: string | null; times: PageTimes } {
  const block = { tag: 'li', text, isBold: false, isLink: false, className: '' };
  return { yields: findYield([block], null), times: { ...findTimes([block]), ...timeBeforeLabel(text) } };
}

// The yield

const yieldPatterns = lazy(() => {
  const people = `(?:${anyOf('servings')})(?![\\p{L}\\p{M}])`;
  const labels = anyOf('yield-label', ({ meaning }) => meaning === '-');
  const before = anyOf('yield-label', ({ meaning }) => meaning === 'for');
  return {
    label: new RegExp(`^(?:${labels})(?![\\p{L}\\p{M}])\\s?[:=-]?\\s?(.*)$`, 'iu'),
    /** "for 4 people", and "4 लोगों के लिए" */
    forPeople: new RegExp(`^(?:${before})\\s(\\d{1,3}(?:\\s?[-–]\\s?\\d{1,3})?\\s?${people})[^\\p{L}]*$`, 'iu'),
    /** "4 servings", and not "4 people like this" */
    people: new RegExp(
      `^(\\d{1,3}(?:\\s?[-–]\\s?\\d{1,3})?\\s?${people})\\s?(?:(?:के लिए|için)\\s?)?(?:[(|,•·].*)?$`,
      'iu',
    ),
    /** "Ingredients for 4", "材料（4人分）" */
    inHeading: new RegExp(
      `(?<!\\p{L})(?:${before}|${labels})\\s?:?\\s?(\\d{1,3})(?![\\d.,])(?=\\s|[^\\p{L}]*$)` +
        `|(\\d{1,3}(?:\\s?[-–~]\\s?\\d{1,3})?\\s?${people})`,
      'iu',
    ),
  };
});
const ABOUT = /^(?:about|approx(?:imately)?\.?|around|ca\.?|circa|etwa|env\.?|environ|ok\.?|około|около|aprox\.?)\s/iu;
/** "4 Calories: 200": another fact on the same line. */
const NEXT_LABEL = /\s+\p{Lu}\p{L}{2,15}(?: \p{L}{2,15})?\s?:.*$/u;
const NUMBER_ONLY = /^\d{1,3}(?:\s?[-–]\s?\d{1,3})?$/;

/** Returns the text of the yield that stands nearest to the ingredients, or null. */
export function findYield(blocks: PageBlock[], ingredientsAt: number | null): string | null {
  let best: { text: string; distance: number } | null = null;
  for (let at = 0; at < blocks.length; at += 1) {
    const text = yieldAt(blocks, at);
    if (text === null) continue;
    const distance = ingredientsAt === null ? at : Math.abs(at - ingredientsAt);
    if (best === null || distance < best.distance) best = { text, distance };
  }
  return best?.text ?? null;
}

function yieldAt(blocks: PageBlock[], at: number): string | null {
  const { text, isLink } = blocks[at]!;
  if (isLink || text.length > MAX_YIELD_BLOCK) return null;
  const { label, forPeople, people, inHeading } = yieldPatterns();
  const plain = plainNumbers(text);

  if (isIngredientsHeading(text)) {
    const [, count, counted] = inHeading.exec(plain) ?? [];
    return validYield(count ?? counted ?? '');
  }
  const counted = forPeople.exec(plain)?.[1] ?? people.exec(plain)?.[1];
  if (counted !== undefined) return validYield(counted);
  const stated = label.exec(plain)?.[1];
  if (stated === undefined) return null;
  return validYield(stated) ?? (/\S/.test(stated) ? null : yieldBeside(blocks, at));
}

/** The label and its value may be blocks of their own, in either order. */
function yieldBeside(blocks: PageBlock[], at: number): string | null {
  const [before, after] = [blocks[at - 1]?.text ?? '', blocks[at + 1]?.text ?? ''];
  return validYield(after) ?? (NUMBER_ONLY.test(plainNumbers(before.slice(0, 20))) ? validYield(before) : null);
}

/** A yield begins with a number: "4", "about 12 cookies", "four". */
function validYield(text: string): string | null {
  const plain = plainNumbers(text.slice(0, MAX_YIELD_BLOCK)).replace(NEXT_LABEL, '').replace(ABOUT, '');
  const quantity = plain.length > MAX_YIELD ? null : (readQuantity(`${plain} `)?.quantity ?? null);
  // "a delicious one" is no yield.
  if (quantity === null || (!/\d/.test(plain) && quantity.numerator < 2 * quantity.denominator)) return null;
  return readServing(plain) === null ? null : plain;
}

// The times

/** Seconds. */
export type PageTimes = Record<'prep' | 'cook' | 'rest' | 'total', number | null>;

const timeLabels = lazy(() => {
  const each = anyOfEach('time-label');
  const all = each.map(([, words]) => words).join('|');
  return {
    meanings: each.map(([meaning, words]) => [meaning as keyof PageTimes, new RegExp(`^(?:${words})$`, 'iu')] as const),
    label: new RegExp(`^(${all})(?![\\p{L}\\p{M}])`, 'iu'),
    labelBehind: new RegExp(`^(.{1,${MAX_TIME}}?)\\s(${all})$`, 'iu'),
  };
});
/** Words that also begin a step: "Cook 20 minutes". A colon or the end of the line must follow their label. */
const VERB = /^(?:cook|cooking|prep|takes|total)$/i;
/** Words of a duration that are no units. */
const JOINTS = new Set('h d m and und et e y en og och i и і ve to bis à a or oder ou o'.split(' '));

/** In terms of schema.org. What is not stated has no property. */
export function nodeOfTimes({ prep, cook, rest, total }: PageTimes): Node {
  const times = Object.entries({ prepTime: prep, cookTime: cook, restTime: rest, totalTime: total });
  return Object.fromEntries(times.flatMap(([name, seconds]) => (seconds === null ? [] : [[name, `PT${seconds}S`]])));
}

/** Returns what the page says first. */
export function findTimes(blocks: PageBlock[]): PageTimes {
  const times: PageTimes = { prep: null, cook: null, rest: null, total: null };
  blocks.forEach((block, at) => {
    if (block.isLink || block.text.length > MAX_TIME_BLOCK) return;
    for (const [meaning, seconds] of timesAt(blocks, at)) times[meaning] ??= seconds;
  });
  return times;
}

/** One block may hold several: "Prep: 10 mins | Cook: 20 mins". */
function timesAt(blocks: PageBlock[], at: number): [keyof PageTimes, number][] {
  const { text, tag } = blocks[at]!;
  const { label } = timeLabels();
  const found: [keyof PageTimes, number][] = [];

  for (const part of splitTimes(text, label)) {
    const word = label.exec(part)?.[1];
    if (word === undefined) continue;
    const rest = part.slice(word.length).replace(/^\s*\(?time\)?/i, '');
    const stated = rest.replace(/^\s*[:：=–-]?\s*/, '');
    if (VERB.test(word) && !/^\s*[:：]/.test(rest) && stated !== '' && tag === 'li') continue;

    const isAlone = stated === '' && part.length === text.length;
    const seconds = stated === '' ? (isAlone ? durationBeside(blocks, at) : null) : durationOf(stated);
    if (seconds !== null) found.push([meaningOf(word), seconds]);
  }
  return found;
}

const meaningOf = (label: string): keyof PageTimes =>
  timeLabels().meanings.find(([, pattern]) => pattern.test(label))![0];

/** "ca. 20 Minuten Arbeitszeit". */
function timeBeforeLabel(text: string): Partial<PageTimes> {
  const [, stated = '', label] = timeLabels().labelBehind.exec(text) ?? [];
  const seconds = durationOf(stated);
  return label === undefined || seconds === null ? {} : { [meaningOf(label)]: seconds };
}

/** Returns the parts that begin with a label. */
function splitTimes(text: string, label: RegExp): string[] {
  const parts: string[] = [];
  for (const piece of text.split(/[|•·;\n/]/)) {
    const words = piece.trim();
    if (!label.test(words)) continue;
    // "Prep 10 mins Cook 20 mins": the next label follows the unit of the last duration.
    const starts = [0];
    for (const { index } of words.matchAll(/(?<=[\p{L}\d.,]\s)\p{L}/gu))
      if (label.test(words.slice(index))) starts.push(index);
    for (const [at, start] of starts.entries()) parts.push(words.slice(start, starts[at + 1]).replace(/[\s,]+$/, ''));
  }
  return parts;
}

function durationBeside(blocks: PageBlock[], at: number): number | null {
  for (const beside of [blocks[at + 1], blocks[at - 1]]) {
    const seconds = beside && /\p{L}/u.test(beside.text) ? durationOf(beside.text) : null;
    if (seconds !== null) return seconds;
  }
  return null;
}

/** Returns null for anything but a duration, such as "20 minutes until soft". */
function durationOf(text: string): number | null {
  const plain = plainNumbers((text.split('(')[0] ?? '').slice(0, MAX_TIME + 1)).replace(ABOUT, '');
  if (plain.length > MAX_TIME || !/^\d/.test(plain)) return null;
  const words = plain.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const areTime = words.every((word) => JOINTS.has(word) || secondsOf(word) !== undefined);
  return areTime ? parseDuration(plain) || null : null;
}
