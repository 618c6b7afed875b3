/** Defines the input of ingredients: an object, or one line of text, which is parsed. */
import { z } from '@hono/zod-openapi';
import type { IngredientDraft } from '../../recipe-import/draft.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { fromNumber } from '../../recipe-import/quantity.ts';
import { canonicalUnit } from '../../recipe-import/units.ts';
import { line, text, withDefault } from './fields.ts';

const quantity = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const blankAsNull = (max: number) => text(max).transform((value) => value.trim() || null);

const ingredientObject = z
  .object({
    name: line(200),
    quantity: quantity.nullish(),
    quantity_max: quantity.nullish(),
    unit: blankAsNull(50).nullish(),
    note: blankAsNull(500).nullish(),
    group: blankAsNull(200).nullish(),
    optional: withDefault(z.boolean(), false).optional(),
    scalable: withDefault(z.boolean(), true).optional(),
    original_text: blankAsNull(1_000).nullish(),
  })
  .transform(
    (input): IngredientDraft => ({
      name: input.name,
      quantity: fromNumber(input.quantity ?? Number.NaN),
      quantityMax: fromNumber(input.quantity_max ?? Number.NaN),
      unit: input.unit ? (canonicalUnit(input.unit) ?? input.unit) : null,
      note: input.note ?? null,
      group: input.group ?? null,
      optional: input.optional ?? false,
      scalable: input.scalable ?? true,
      originalText: input.original_text ?? null,
    }),
  );

export const ingredientInput = z.union([
  line(500).transform((text) => parseIngredientLine(text)),
  ingredientObject,
]);
