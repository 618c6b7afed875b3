/** What a client may say of a preparation or baking. */
import { z } from '@hono/zod-openapi';
import type { CookedChanges, CookedDraft } from '../../domain/cooked/draft.ts';
import type { CookedFilter } from '../../domain/cooked/list.ts';
import type { CookedType } from '../../domain/eventables/eventable.ts';
import { pageFields } from '../page.ts';
import { firstMoment, momentAfter, point } from './date.ts';
import { languageTag, line, optional, positive, text, unlessNull, wrapped } from './fields.ts';
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

export const newBaking = wrapped(
  'baking',
  z.object({ recipe_id: recipeId, name, prepared_at: point, ...draftFields }).transform(
    toDraft((given) => ({
      name: given.name,
      preparedAt: given.prepared_at,
      recipeId: given.recipe_id,
    })),
  ),
);

export const newPreparation = wrapped(
  'preparation',
  z.object({ recipe_id: recipeId.nullish(), name, prepared_at: point, ...draftFields }).transform(
    toDraft((given) => ({
      name: given.name,
      preparedAt: given.prepared_at,
      recipeId: given.recipe_id ?? null,
    })),
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
  const changes: CookedChanges = {
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
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

export const bakingChanges = wrapped(
  'baking',
  z.object({ ...changeFields, recipe_id: recipeId.optional() }).transform(toChanges),
);

export const preparationChanges = wrapped(
  'preparation',
  z.object({ ...changeFields, recipe_id: recipeId.nullish() }).transform(toChanges),
);

/** `{"preparation": {"visibility": "unlisted"}}`; without one the item keeps its own. */
export const publication = (type: CookedType) =>
  wrapped(type, z.object({ visibility: visibility.nullish() })).openapi({
    description: `May be wrapped in the key \`${type}\`; without a visibility the item keeps its own`,
  });

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
  .openapi({ type: 'string', description: 'Comma-separated: draft, published' });

export const cookedQuery = z.object({
  ...pageFields,
  start_date: firstMoment.optional(),
  end_date: momentAfter.optional(),
  status: statuses.optional(),
});

export const toFilter = ({ start_date, end_date, status }: z.output<typeof cookedQuery>): CookedFilter => ({
  from: start_date ?? null,
  until: end_date ?? null,
  publications: status?.length ? status : null,
});
