/** Writes dates and ages in the language and time zone of the reader. */
import { LRUCache } from 'lru-cache';
import { type Reader, reader } from './reader.ts';

const styles = {
  day: { dateStyle: 'long' },
  moment: { dateStyle: 'long', timeStyle: 'short' },
  dayOfYear: { day: 'numeric', month: 'short' },
  dayOfYears: { dateStyle: 'medium' },
  year: { year: 'numeric', calendar: 'gregory', numberingSystem: 'latn' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Creating a format takes 50 µs. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

function formatOf(
  style: keyof typeof styles,
  { language, timeZone }: Reader = reader(),
): Intl.DateTimeFormat {
  const key = `${style} ${language} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  // English dates are as most of the world writes them: 12 November 2026.
  const format = new Intl.DateTimeFormat(language.startsWith('en') ? 'en-GB' : language, {
    ...styles[style],
    timeZone,
  });
  formats.set(key, format);
  return format;
}

export const dayText = (date: Date): string => formatOf('day').format(date);

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;
const maxDays = 6;

/** `now`, `4 min`, `3 hr`, `2 days`, `12 Nov`, `12 Nov 2024`. Also a date in the future, of a server whose clock is wrong, is a day. */
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
