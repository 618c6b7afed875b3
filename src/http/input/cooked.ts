/** What a client may say of a preparation or baking. */
import { z } from '@hono/zod-openapi';
import type { CookedChanges, CookedDraft } from '../../domain/cooked/draft.ts';
import type { CookedFilter } from '../../domain/cooked/list.ts';
import type { CookedType } from '../../domain/eventables/eventable.ts';
import { pageFields } from '../page.ts';
import { shape } from '../shape.ts';
import { firstMoment, momentAfter, point } from './date.ts';
import { languageTag, line, optional, positive, present, text, unlessNull, wrapped } from './fields.ts';
import { ingredientInput } from './ingredient.ts';
import { servingType, tagList, visibility } from './recipe.ts';
import { stepInput } from './step.ts';
import { mediaIds } from './upload.ts';

const name = line(200);
const recipeId = z.int().min(1);

const changeable = {
  description: optional(text(10_000), '').optional(),
  serving: unlessNull(positive),
  serving_type: servingType.nullish(),
  visibility: unlessNull(visibility),
  locale: languageTag.nullish(),
  tags: optional(tagList, []).optional(),
  media_ids: optional(mediaIds, []).optional(),
};
const ingredients = z.array(ingredientInput).max(200);
const steps = z.array(stepInput).max(100);

/** Left out or null, ingredients and steps are those of the recipe. */
const draftFields = { ...changeable, ingredients: ingredients.nullish(), steps: steps.nullish() };

const toDraft =
  <Given extends z.output<z.ZodObject<typeof draftFields>>>(
    required: (given: Given) => Pick<CookedDraft, 'name' | 'preparedAt' | 'recipeId'>,
  ) =>
  (given: Given): CookedDraft => ({
    ...required(given),
    description: given.description ?? '',
    serving: given.serving ?? 1,
    servingType: given.serving_type ?? null,
    visibility: given.visibility ?? 'public',
    locale: given.locale ?? null,
    ingredients: given.ingredients ?? null,
    steps: given.steps ?? null,
    tags: given.tags ?? [],
    mediaIds: given.media_ids ?? [],
  });

const draftExample = {
  ...{ recipe_id: 9, name: 'Pizza for six', prepared_at: '2026-05-02T18:00:00Z', serving: 6 },
  ...{ description: 'Hotter oven than last time.', media_ids: [31] },
};
const changesExample = { name: 'Pizza for eight', prepared_at: '2026-05-02', serving: 8 };

export const newBaking = wrapped(
  'baking',
  shape(
    'baking_create_input',
    z.object({ recipe_id: recipeId, name, prepared_at: point, ...draftFields }).transform(
      toDraft((given) => ({
        name: given.name,
        preparedAt: given.prepared_at,
        recipeId: given.recipe_id,
      })),
    ),
    draftExample,
  ),
);

export const newPreparation = wrapped(
  'preparation',
  shape(
    'preparation_create_input',
    z.object({ recipe_id: recipeId.nullish(), name, prepared_at: point, ...draftFields }).transform(
      toDraft((given) => ({
        name: given.name,
        preparedAt: given.prepared_at,
        recipeId: given.recipe_id ?? null,
      })),
    ),
    draftExample,
  ),
);

const changeFields = {
  ...changeable,
  name: name.optional(),
  prepared_at: point.optional(),
  ingredients: optional(ingredients, []).optional(),
  steps: optional(steps, []).optional(),
};

function toChanges(
  given: z.output<z.ZodObject<typeof changeFields>> & { recipe_id?: number | null },
): CookedChanges {
  return present<CookedChanges>({
    name: given.name,
    preparedAt: given.prepared_at,
    recipeId: given.recipe_id,
    description: given.description,
    serving: given.serving,
    servingType: given.serving_type,
    visibility: given.visibility,
    locale: given.locale,
    ingredients: given.ingredients,
    steps: given.steps,
    tags: given.tags,
    mediaIds: given.media_ids,
  });
}

export const bakingChanges = wrapped(
  'baking',
  shape(
    'baking_input',
    z.object({ ...changeFields, recipe_id: recipeId.optional() }).transform(toChanges),
    changesExample,
  ),
);

export const preparationChanges = wrapped(
  'preparation',
  shape(
    'preparation_input',
    z.object({ ...changeFields, recipe_id: recipeId.nullish() }).transform(toChanges),
    changesExample,
  ),
);

const publicationInput = shape('publication_input', z.object({ visibility: visibility.nullish() }), {
  visibility: 'unlisted',
});

/** `{"preparation": {"visibility": "unlisted"}}`; without one the item keeps its own. */
export const publication = (type: CookedType) => wrapped(type, publicationInput);

const publications = z.enum(['draft', 'published']);
const statuses = z
  .union([z.string(), z.array(z.string())])
  .transform((given) =>
    [given]
      .flat()
      .flatMap((each) => each.split(','))
      .map((each) => each.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string()))
  .refine(
    (given) => given.every((each) => publications.safeParse(each).success),
    'must be one of: draft, published',
  )
  .transform((given) => given as z.output<typeof publications>[])
  .openapi({ type: 'string', description: 'Comma-separated: draft, published', example: 'draft,published' });

const written = 'RFC 3339, or YYYY-MM-DD for a day in UTC';

export const cookedQuery = z.object({
  ...pageFields,
  start_date: firstMoment
    .optional()
    .openapi({ description: `First day or moment of \`prepared_at\`: ${written}`, example: '2026-05-01' }),
  end_date: momentAfter
    .optional()
    .openapi({ description: `Last day or moment of \`prepared_at\`: ${written}`, example: '2026-05-31' }),
  status: statuses.optional(),
});

export const toFilter = ({ start_date, end_date, status }: z.output<typeof cookedQuery>): CookedFilter => ({
  from: start_date ?? null,
  until: end_date ?? null,
  publications: status?.length ? status : null,
});
