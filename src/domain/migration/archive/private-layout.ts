/** Defines the private notes and the shopping list in an archive. */
import { z } from 'zod';
import { boundedText, languageTag } from '../../../recipe-import/bounded-text.ts';
import { rational } from '../../../recipe-import/quantity.ts';

export const notesName = 'notes.json';
export const shoppingListName = 'shopping_list.json';

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
