/** Dates, numbers and time zones in the language of the reader. */
import { createCache } from '../cache.ts';
import type { Language } from './languages.ts';
import { reader } from './reader.ts';

// Writes numbers in the language of the reader

const numberFormats = new Map<Language, Intl.NumberFormat>();

/** With one decimal: `4.0`, `4,0`. */
export function decimalText(value: number): string {
  const { language } = reader();
  let format = numberFormats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    numberFormats.set(language, format);
  }
  return format.format(value);
}

// Checks names of time zones

const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

/** Without aliases, which `isTimeZone` also accepts. */
export const timeZones = (): string[] => [...names];

export function isTimeZone(name: string): boolean {
  if (names.has(name)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,40}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

// Writes dates and ages in the language and time zone of the reader

const styles = {
  day: { dateStyle: 'long' },
  moment: { dateStyle: 'long', timeStyle: 'short' },
  dayOfYear: { day: 'numeric', month: 'short' },
  dayOfYears: { dateStyle: 'medium' },
  year: { year: 'numeric', calendar: 'gregory', numberingSystem: 'latn' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Creating a format takes 50 µs. */
const dateFormats = createCache<string, Intl.DateTimeFormat>({ max: 500 });

function formatOf(style: keyof typeof styles): Intl.DateTimeFormat {
  const { language, timeZone } = reader();
  const key = `${style} ${language} ${timeZone}`;
  const known = dateFormats.get(key);
  if (known) return known;
  // English dates are as most of the world writes them: 12 November 2026.
  const format = new Intl.DateTimeFormat(language.startsWith('en') ? 'en-GB' : language, {
    ...styles[style],
    timeZone,
  });
  dateFormats.set(key, format);
  return format;
}

export const dayText = (date: Date): string => formatOf('day').format(date);

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;
const maxDays = 6;

/**
 * `now`, `4 min`, `3 hr`, `2 days`, `12 Nov`, `12 Nov 2024`. Also a date in the future, of a server whose clock is
 * wrong, is a day.
 */
export function ageText(date: Date, today = new Date()): string {
  const seconds = Math.floor((today.getTime() - date.getTime()) / 1000);
  if (seconds < -60 || seconds >= (maxDays + 1) * 86_400) {
    const year = formatOf('year');
    return formatOf(year.format(date) === year.format(today) ? 'dayOfYear' : 'dayOfYears').format(date);
  }
  const { language } = reader();
  const found = units.find((unit) => seconds >= unit.seconds);
  if (!found) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: found.unit, unitDisplay: 'short' });
  return format.format(Math.floor(seconds / found.seconds));
}

/** Day and time. Names the time zone where the reader's is unknown. */
export function momentText(date: Date): string {
  const text = formatOf('moment').format(date);
  return reader().timeZone === 'UTC' ? `${text} UTC` : text;
}

const binaryUnits = ['bytes', 'KiB', 'MiB', 'GiB'];

/** A limit in the unit that its number is round in: `16 MiB`. The same in all languages. */
export function sizeText(bytes: number): string {
  const power = Math.min(binaryUnits.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Number((bytes / 1_024 ** power).toFixed(1))} ${binaryUnits[power]}`;
}
