/** What a client may say of an ingredient: an object, or the line as people write it. */
import { z } from '@hono/zod-openapi';
import type { IngredientDraft } from '../../domain/eventables/draft.ts';
import { fromNumber } from '../../domain/recipes/quantity.ts';
import { parseIngredientLine } from '../../domain/recipes/reading/ingredient-line.ts';
import { canonicalUnit } from '../../domain/recipes/reading/units.ts';
import { line, optional, text } from './fields.ts';

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
    optional: optional(z.boolean(), false).optional(),
    scalable: optional(z.boolean(), true).optional(),
    original_text: blankAsNull(1_000).nullish(),
  })
  .transform(
    (given): IngredientDraft => ({
      name: given.name,
      quantity: fromNumber(given.quantity ?? Number.NaN),
      quantityMax: fromNumber(given.quantity_max ?? Number.NaN),
      unit: given.unit ? (canonicalUnit(given.unit) ?? given.unit) : null,
      note: given.note ?? null,
      group: given.group ?? null,
      optional: given.optional ?? false,
      scalable: given.scalable ?? true,
      originalText: given.original_text ?? null,
    }),
  );

export const ingredientInput = z.union([
  line(500).transform((written) => parseIngredientLine(written)),
  ingredientObject,
]);
