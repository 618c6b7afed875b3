/** Parses durations in ISO 8601, as sites really write it, or in words. */
import { lazy } from '../lib/lazy.ts';
import { listWords } from './words.ts';

// Finds units of time

const SECONDS: Record<string, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 };

const timeUnits = lazy(
  () =>
    new Map(
      [...listWords('time-unit'), ...listWords('local-time-unit')].map(({ word, meaning }) => [
        word,
        SECONDS[meaning]!,
      ]),
    ),
);

/** Returns seconds. Takes a lower-case word. */
export const secondsOf = (word: string): number | undefined => timeUnits().get(word);

const localWords = lazy(() => Map.groupBy(listWords('local-time-unit'), ({ word }) => word));

/** False for a word that is a unit only in other languages: "fold it one time", "2 jam jars", "10 dag mąki". */
export function isTimeUnitIn(word: string, language: string): boolean {
  const spoken = /^n[bn]$/.test(language) ? 'no' : language;
  return (
    localWords()
      .get(word)
      ?.some((each) => each.language === spoken) ?? true
  );
}

// Parses the value of a field

const DECIMAL = '\\d{1,9}(?:[.,]\\d{1,3})?';
/** Programs leave out numbers, and the last letter: `PTH5MS`, `PT1H30`. */
const HOURS_TO_SECONDS = `(?:(${DECIMAL})?H)?(?:(${DECIMAL})?M)?(?:(${DECIMAL})?S)?`;
const ISO = new RegExp(`^P(?:(\\d{1,6})?D)?(?:T?(?:(\\d{1,6})?D)?${HOURS_TO_SECONDS}(\\d{1,3})?)?$`);
const WEEKS = /^P(\d{1,4})W$/;
const CLOCK = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/;
const PART =
  /(\d{1,5}(?:[.,]\d{1,2})?)(?: (\d)\/(\d))?(?:\s?[-–]\s?(\d{1,5}(?:[.,]\d{1,2})?))?[\s-]{0,2}([\p{L}\p{M}]{1,14})/gu;
/** "1h30" leaves out the minutes. */
const HOURS_WITHOUT_MINUTES =
  /(\d\s?(?:h|hr|hrs|hour|hours|heures?|std|stunden?|ore|horas?|u|uur)\.?\s?)(\d{1,2})(?![\d.,:/]|\s?[\p{L}–-])/gu;
const SIGNS: Record<string, string> = { '½': ' 1/2', '¼': ' 1/4', '¾': ' 3/4' };

/** Letters that are units in a field for durations, but hardly in a text. */
const LETTERS: Record<string, number> = { d: 86_400, m: 60 };

const MAX_SECONDS = 366 * 86_400;

/** Returns rounded seconds, or null if invalid or over a year. A bare number is minutes; of a range, the end counts. */
export function parseDuration(value: unknown): number | null {
  if (typeof value === 'number') return within(value * 60);
  if (typeof value !== 'string') return null;

  const text = value.slice(0, 100).trim();
  if (/^\d{1,6}$/.test(text)) return within(Number(text) * 60);

  const seconds = readIso(text.toUpperCase().replace(/\s/g, '')) ?? readClock(text) ?? readWords(text.toLowerCase());
  return seconds === null ? null : within(seconds);
}

function within(seconds: number): number | null {
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= MAX_SECONDS ? Math.round(seconds) : null;
}

/** `PT0D0H30M` and `P30M` occur; a month of cooking does not, so M is always minutes. */
function readIso(text: string): number | null {
  const weeks = WEEKS.exec(text)?.[1];
  if (weeks) return Number(weeks) * 7 * 86_400;

  const parts = ISO.exec(text)?.slice(1);
  if (!parts || parts.every((part) => part === undefined)) return null;

  const sizes = [86_400, 86_400, 3_600, 60, 1, 60];
  return parts.reduce((sum, part, at) => sum + toNumber(part) * sizes[at]!, 0);
}

function readClock(text: string): number | null {
  const match = CLOCK.exec(text);
  return match && Number(match[1]) * 3_600 + Number(match[2]) * 60 + Number(match[3] ?? 0);
}

function readWords(text: string): number | null {
  if (/^p?t?\s?[-−]/.test(text)) return null;

  const whole = text.replace(HOURS_WITHOUT_MINUTES, '$1$2 min');
  const plain = whole
    .replace(/[½¼¾]/g, (sign, at: number) => (/\d/.test(whole[at - 1] ?? '') ? SIGNS[sign]! : `0${SIGNS[sign]}`))
    .replace(/(?<![\d/]|\d\s)\d\/\d(?!\d)/g, '0 $&');
  let sum: number | null = null;

  for (const [, from, top, bottom, to, word] of plain.matchAll(PART)) {
    const size = LETTERS[word!] ?? secondsOf(word!);
    if (!size) continue;

    const fraction = top && bottom !== '0' ? Number(top) / Number(bottom) : 0;
    sum = (sum ?? 0) + (toNumber(to ?? from) + (to ? 0 : fraction)) * size;
  }

  return sum;
}

function toNumber(text: string | undefined): number {
  return text === undefined ? 0 : Number(text.replace(',', '.'));
}
