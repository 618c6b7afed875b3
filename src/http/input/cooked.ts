/** Defines the input of preparations and bakings. */
import { z } from '@hono/zod-openapi';
import type { CookedChanges, CookedDraft } from '../../domain/cooking/draft.ts';
import type { CookedFilter } from '../../domain/cooking/list.ts';
import { namedSchema } from '../named-schema.ts';
import { pageFields } from '../pagination.ts';
import { dateTimeInput, rangeEnd, rangeStart } from './date.ts';
import {
  integer,
  languageTag,
  line,
  nullAsUndefined,
  omitUndefined,
  positive,
  text,
  withDefault,
  wrapped,
} from './fields.ts';
import { ingredientInput } from './ingredient.ts';
import { publicationStatuses } from './publication.ts';
import { servingType, tagList } from './recipe.ts';
import { stepInput } from './step.ts';
import { mediaIds } from './upload.ts';
import { visibility } from './visibility.ts';

const name = line(200);
const recipeId = z.int().min(1);

const changeable = {
  description: withDefault(text(10_000), '').optional(),
  serving: nullAsUndefined(positive),
  serving_type: servingType.nullish(),
  rating: integer(1, 5).nullish().openapi({ description: 'Stars for the recipe. Null for none' }),
  visibility: nullAsUndefined(visibility),
  locale: languageTag.nullish(),
  tags: withDefault(tagList, []).optional(),
  media_ids: withDefault(mediaIds, []).optional(),
};
const ingredients = z.array(ingredientInput).max(200);
const steps = z.array(stepInput).max(100);

/** Ingredients and steps that are absent or null are copied from the recipe. */
const newFields = {
  ...changeable,
  name,
  prepared_at: dateTimeInput,
  ingredients: ingredients.nullish(),
  steps: steps.nullish(),
};

const toDraft = (
  input: z.output<z.ZodObject<typeof newFields>> & { recipe_id?: number | null | undefined },
): CookedDraft => ({
  name: input.name,
  preparedAt: input.prepared_at,
  recipeId: input.recipe_id ?? null,
  description: input.description ?? '',
  serving: input.serving ?? 1,
  servingType: input.serving_type ?? null,
  rating: input.rating ?? null,
  visibility: input.visibility ?? null,
  locale: input.locale ?? null,
  ingredients: input.ingredients ?? null,
  steps: input.steps ?? null,
  tags: input.tags ?? [],
  mediaIds: input.media_ids ?? [],
});

const draftExample = {
  ...{ recipe_id: 9, name: 'Pizza for six', prepared_at: '2026-05-02T18:00:00Z', serving: 6 },
  ...{ description: 'Hotter oven than last time.', rating: 4, media_ids: [31] },
};
const changesExample = { name: 'Pizza for eight', prepared_at: '2026-05-02', serving: 8 };

export const newCooked = {
  baking: wrapped(
    'baking',
    namedSchema(
      'baking_create_input',
      z.object({ ...newFields, recipe_id: recipeId }).transform(toDraft),
      draftExample,
    ),
  ),
  preparation: wrapped(
    'preparation',
    namedSchema(
      'preparation_create_input',
      z.object({ ...newFields, recipe_id: recipeId.nullish() }).transform(toDraft),
      draftExample,
    ),
  ),
};

const changeFields = {
  ...changeable,
  name: name.optional(),
  prepared_at: dateTimeInput.optional(),
  ingredients: withDefault(ingredients, []).optional(),
  steps: withDefault(steps, []).optional(),
};

function toChanges(
  input: z.output<z.ZodObject<typeof changeFields>> & { recipe_id?: number | null },
): CookedChanges {
  return omitUndefined<CookedChanges>({
    name: input.name,
    preparedAt: input.prepared_at,
    recipeId: input.recipe_id,
    description: input.description,
    serving: input.serving,
    servingType: input.serving_type,
    rating: input.rating,
    visibility: input.visibility,
    locale: input.locale,
    ingredients: input.ingredients,
    steps: input.steps,
    tags: input.tags,
    mediaIds: input.media_ids,
  });
}

export const cookedChanges = {
  baking: wrapped(
    'baking',
    namedSchema(
      'baking_input',
      z.object({ ...changeFields, recipe_id: recipeId.optional() }).transform(toChanges),
      changesExample,
    ),
  ),
  preparation: wrapped(
    'preparation',
    namedSchema(
      'preparation_input',
      z.object({ ...changeFields, recipe_id: recipeId.nullish() }).transform(toChanges),
      changesExample,
    ),
  ),
};

const format = 'RFC 3339, or YYYY-MM-DD for a day in UTC';

export const cookedQuery = z.object({
  ...pageFields,
  start_date: rangeStart
    .optional()
    .openapi({ description: `Start of the range of \`prepared_at\`: ${format}`, example: '2026-05-01' }),
  end_date: rangeEnd.optional().openapi({
    description: `End of the range of \`prepared_at\`, inclusive: ${format}`,
    example: '2026-05-31',
  }),
  status: publicationStatuses.optional(),
});

export const toFilter = ({ start_date, end_date, status }: z.output<typeof cookedQuery>): CookedFilter => ({
  from: start_date ?? null,
  until: end_date ?? null,
  publications: status?.length ? status : null,
});
