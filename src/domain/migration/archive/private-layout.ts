/** Defines the private notes, the shopping list and the filters in an archive. */
import { z } from 'zod';
import { boundedText, languageTag } from '../../../recipe-import/bounded-text.ts';
import { rational } from '../../../recipe-import/quantity.ts';
import { filterContexts, maxFilters, maxKeywords, maxPhraseLength } from '../../filters/limits.ts';

export const notesName = 'notes.json';
export const shoppingListName = 'shopping_list.json';
export const filtersName = 'filters.json';
/** Not imported again: it is a log of the server that wrote the archive. */
export const moderatorAccessName = 'moderator_access.json';

const notBlank = (max: number) => boundedText(max).refine((text) => text.trim() !== '');

export const archivedNotes = z.object({
  notes: z
    .array(
      z.object({
        /** Origin of the recipe. */
        recipe: z.url().max(1_024),
        content: notBlank(5_000),
      }),
    )
    .max(20_000),
});
export type ArchivedNote = z.output<typeof archivedNotes>['notes'][number];

const fraction = z
  .object({ numerator: z.int().min(0), denominator: z.int().min(1) })
  .transform(({ numerator, denominator }) => rational(numerator, denominator))
  .nullable();

/** Lines of recipes become lines of the member's own. */
export const archivedShoppingList = z.object({
  lines: z
    .array(
      z.object({
        name: notBlank(200),
        quantity: fraction,
        quantityMax: fraction,
        unit: boundedText(200).nullable(),
        optional: z.boolean(),
        locale: languageTag,
        checked: z.boolean(),
      }),
    )
    .max(1_000),
});

const keywords = z
  .array(z.object({ phrase: notBlank(maxPhraseLength), wholeWord: z.boolean() }))
  .min(1)
  .max(maxKeywords);

export const archivedFilters = z.object({
  filters: z
    .array(
      z.object({
        title: notBlank(100),
        contexts: z.array(z.enum(filterContexts)).min(1).max(filterContexts.length),
        action: z.enum(['warn', 'hide']),
        keywords,
        expiresAt: z.iso
          .datetime()
          .transform((text) => new Date(text))
          .nullable(),
      }),
    )
    .max(maxFilters),
});
