/** Text and language tags in an archive: as long as they can be here, and fit to be stored. */
import { z } from 'zod';
import { isCleanText } from '../../../lib/text.ts';

/** `max` counts characters, each of which is one or two UTF-16 units. */
export const boundedText = (max: number) =>
  z
    .string()
    .max(2 * max)
    .refine((value) => value.length <= max || [...value].length <= max, 'is too long')
    .refine(isCleanText, 'contains characters that are no text');

/** BCP 47; `und` for what is none. */
export const languageTag = boundedText(35).transform((value) => {
  try {
    return Intl.getCanonicalLocales(value)[0] ?? 'und';
  } catch {
    return 'und';
  }
});
