/** Parses dates and times in input. */
import { z } from '@hono/zod-openapi';
import { t } from '../../lib/language/text.ts';

const message = { error: () => t('errors.must-be-date') };
const oneDay = 24 * 60 * 60_000;

/** PostgreSQL can store these years, and RFC 3339 can represent them. */
const inRange = (date: Date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;

const day = z.iso.date();
const instant = z.iso.datetime({ offset: true });
const isDate = (text: string) => day.safeParse(text).success || instant.safeParse(text).success;

const dateOrTime = z
  .string()
  .refine(isDate, message)
  .openapi({ description: 'RFC 3339, or YYYY-MM-DD for a day in UTC' });

/** A day means midnight UTC. */
export const dateTimeInput = dateOrTime.transform((text) => new Date(text)).refine(inRange, message);

/** In a query, an unescaped plus sign arrives as a space. */
const queryDate = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/(?<=:[\d.]+) (?=\d\d:\d\d$)/, '+') : value),
  dateOrTime,
);

/** Inclusive start of a range. */
export const rangeStart = queryDate.transform((text) => new Date(text)).refine(inRange, message);

/** Exclusive end of a range. A day is included to its end, a time is included itself. */
export const rangeEnd = queryDate
  .transform((text) => new Date(new Date(text).getTime() + (day.safeParse(text).success ? oneDay : 1)))
  .refine((date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 10_000, message);
