/** Defines the profile in an archive. */
import { z } from 'zod';
import { boundedText, languageTag } from '../../../recipe-import/bounded-text.ts';

export const profile = z.object({
  name: boundedText(100),
  /** Markdown. */
  summary: boundedText(5_000),
  locale: languageTag,
  locked: z.boolean(),
  discoverable: z.boolean(),
  indexable: z.boolean(),
  recipesAsArticles: z.boolean(),
  quotePolicy: z.enum(['everyone', 'followers', 'nobody']).optional(),
  /** Informational: aliases must be set again after the import. */
  alsoKnownAs: z.array(z.url()).max(100),
  avatar: z.object({ file: boundedText(200), description: boundedText(1_500) }).nullable(),
  header: z.object({ file: boundedText(200) }).nullish(),
});
export type Profile = z.output<typeof profile>;
