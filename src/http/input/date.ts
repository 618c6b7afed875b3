/** Points in time and days as clients write them. */
import { z } from '@hono/zod-openapi';

const message = 'must be a date or a time with its offset (RFC 3339)';
const oneDay = 24 * 60 * 60_000;

/** What the database holds and RFC 3339 can write. */
const inRange = (date: Date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;

const day = z.iso.date();
const instant = z.iso.datetime({ offset: true });
const isDate = (text: string) => day.safeParse(text).success || instant.safeParse(text).success;

const written = z
  .string()
  .refine(isDate, message)
  .openapi({ description: 'RFC 3339, or YYYY-MM-DD for a day in UTC' });

/** A day is its beginning, in UTC. */
export const point = written.transform((text) => new Date(text)).refine(inRange, message);

/** In a query a plus sign that was not escaped is a space. */
const queried = z.preprocess(
  (value) => (typeof value === 'string' ? value.replace(/(?<=:[\d.]+) (?=\d\d:\d\d$)/, '+') : value),
  written,
);

/** The first moment that counts. */
export const firstMoment = queried.transform((text) => new Date(text)).refine(inRange, message);

/** The first moment that does not count any more: a day counts to its end, a moment counts itself. */
export const momentAfter = queried
  .transform((text) => new Date(new Date(text).getTime() + (day.safeParse(text).success ? oneDay : 1)))
  .refine((date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 10_000, message);
