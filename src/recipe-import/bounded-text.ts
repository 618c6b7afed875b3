/** Schemas for texts, dates and language tags in archives, with the limits of this server. */
import { z } from 'zod';
import { isStorableDate } from '../lib/date.ts';
import { isCleanText } from '../lib/text.ts';

/** `max` counts code points, each of which is one or two UTF-16 units. */
export const boundedText = (max: number) =>
  z
    .string()
    .max(2 * max)
    .refine((value) => value.length <= max || [...value].length <= max, 'is too long')
    .refine(isCleanText, 'contains characters that are not allowed');

/** BCP 47; invalid tags become `und`. */
export const languageTag = boundedText(35).transform((value) => {
  try {
    return Intl.getCanonicalLocales(value)[0] ?? 'und';
  } catch {
    return 'und';
  }
});

/** RFC 3339. Dates that the database cannot hold, such as those of the year 0, are refused. */
export const archivedDate = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .refine(isStorableDate, 'is out of range');
