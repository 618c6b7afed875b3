/** Parses durations in ISO 8601, as sites really write it, or in words. */
import { plainNumbers } from './quantity-text.ts';
import { readTimers, secondsOf } from './timers.ts';

const DECIMAL = '\\d{1,9}(?:[.,]\\d{1,3})?';
/** Programs leave out numbers, and the last letter: `PTH5MS`, `PT1H30`. */
const HOURS_TO_SECONDS = `(?:(${DECIMAL})?H)?(?:(${DECIMAL})?M)?(?:(${DECIMAL})?S)?`;
const ISO = new RegExp(`^P(?:(\\d{1,6})?D)?(?:T?(?:(\\d{1,6})?D)?${HOURS_TO_SECONDS}(\\d{1,3})?)?$`);
const WEEKS = /^P(\d{1,4})W$/;
/** The other form of ISO 8601: `P0000-00-00T00:30:00`. */
const DATED = /^P0{4}-0{2}-(\d{2})T(\d{2}):(\d{2}):(\d{2})$/;
const CLOCK = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/;
const PART =
  /(\d{1,5}(?:[.,]\d{1,2})?)(?: (\d)\/(\d))?(?:\s?[-–]\s?(\d{1,5}(?:[.,]\d{1,2})?))?[\s-]{0,2}([\p{L}\p{M}]{1,14})/gu;
/** "1h30" leaves out the minutes. */
const HOURS_WITHOUT_MINUTES =
  /(\d\s?(?:h|hr|hrs|hour|hours|heures?|std|stunden?|ore|horas?|u|uur)\.?\s?)(\d{1,2})(?![\d.,:/]|\s?[\p{L}–-])/gu;
/** Letters and words that are units in a field for durations, but hardly in a text. */
const LETTERS: Record<string, number> = { d: 86_400, m: 60, t: 3_600, u: 3_600, ч: 3_600, год: 3_600 };
/** "1:30 h": the minutes are no hours. */
const CLOCK_WITH_UNIT = /^(\d{1,2}):([0-5]\d)\s?\p{L}{1,8}\.?$/u;
/** "30'" is minutes. */
const PRIME = /(?<=\d)\s?['’′](?![\p{L}\d])/gu;
/** "час 30 минут" and "ساعة" are one hour, without a number. */
const BARE_HOUR = /^([\p{L}\p{M}]{2,14})(?=$|\s(?:\p{L}{1,3}\s?)?\d)/u;
const NOT_OF_TIME = /\([^()]{0,100}\)/g;

const MAX_SECONDS = 366 * 86_400;

/** Returns rounded seconds, or null if invalid or over a year. A bare number is minutes; of a range, the end counts. */
export function parseDuration(value: unknown): number | null {
  if (typeof value === 'number') return within(value * 60);
  if (typeof value !== 'string') return null;

  const text = value.slice(0, 100).trim();
  if (/^\d{1,6}(?:\.0{1,6})?$/.test(text)) return within(Number(text) * 60);

  const seconds = readIso(text.toUpperCase().replace(/\s/g, '')) ?? readClock(text) ?? readWords(text);
  return seconds === null ? null : within(seconds);
}

function within(seconds: number): number | null {
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= MAX_SECONDS ? Math.round(seconds) : null;
}

/** `PT0D0H30M` and `P30M` occur; a month of cooking does not, so M is always minutes. */
function readIso(text: string): number | null {
  const weeks = WEEKS.exec(text)?.[1];
  if (weeks) return Number(weeks) * 7 * 86_400;

  const dated = DATED.exec(text)?.slice(1).map(Number);
  if (dated) return dated.reduce((sum, part, at) => sum + part * [86_400, 3_600, 60, 1][at]!, 0);

  const parts = ISO.exec(text)?.slice(1);
  if (!parts || parts.every((part) => part === undefined)) return null;

  const sizes = [86_400, 86_400, 3_600, 60, 1, 60];
  return parts.reduce((sum, part, at) => sum + toNumber(part) * sizes[at]!, 0);
}

function readClock(text: string): number | null {
  const match = CLOCK.exec(text);
  return match && Number(match[1]) * 3_600 + Number(match[2]) * 60 + Number(match[3] ?? 0);
}

/** What stands in brackets is told beside the duration: "1 hour (60 minutes)". */
function readWords(written: string): number | null {
  if (/^p?t?\s?[-−]/i.test(written)) return null;
  const counted = written.replace(BARE_HOUR, (word) => (secondsOf(word.toLowerCase()) === 3_600 ? `1 ${word}` : word));
  const text = plainNumbers(counted.replace(PRIME, ' min').replace(CLOCK_WITH_UNIT, '$1 h $2 min'));
  const bare = text.replace(NOT_OF_TIME, ' ');
  const summed = sumOf(bare.toLowerCase()) ?? sumOf(text.toLowerCase());
  const [first, ...others] = readTimers(bare);
  if (first === undefined || others.length > 0) return summed;
  // "45 mins to 1 hour" is a range, and "an hour and a half" has no digits.
  if (first.maxSeconds !== undefined) return summed === null ? null : first.maxSeconds;
  return Math.max(summed ?? 0, first.seconds);
}

function sumOf(text: string): number | null {
  const whole = text.replace(HOURS_WITHOUT_MINUTES, '$1$2 min').replace(/(?<![\d/]|\d\s)\d\/\d(?!\d)/g, '0 $&');
  let sum: number | null = null;

  for (const [, from, top, bottom, to, word] of whole.matchAll(PART)) {
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
