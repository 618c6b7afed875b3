/** Defines the input of recipes. */
import { z } from '@hono/zod-openapi';
import type { NewRecipe } from '../../domain/recipes/write.ts';
import { t } from '../../lib/language/text.ts';
import { emptyDetails } from '../../recipe-import/details.ts';
import type { RecipeChanges, RecipeDraft } from '../../recipe-import/draft.ts';
import { namedSchema } from '../named-schema.ts';
import { pageFields } from '../pagination.ts';
import {
  integer,
  languageTag,
  line,
  nullAsUndefined,
  omitUndefined,
  positive,
  text,
  webUrl,
  withDefault,
  wrapped,
} from './fields.ts';
import { ingredientInput } from './ingredient.ts';
import { publicationStatuses } from './publication.ts';
import { detailFields, detailsExample, toDetails } from './recipe-details.ts';
import { stepInput } from './step.ts';
import { mediaIds } from './upload.ts';
import { visibility } from './visibility.ts';

export const servingType = text(30)
  .regex(/^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u, {
    error: () => t('errors.not-a-slug'),
  })
  .openapi({ pattern: '^[\\p{Ll}\\p{Lo}\\p{N}]+(?:-[\\p{Ll}\\p{Lo}\\p{N}]+)*$' });
const tag = line(50).transform((value) => value.replace(/^#+/, ''));
export const tagList = z
  .array(tag)
  .max(30)
  .transform((tags) => [...new Set(tags.filter(Boolean))]);

const name = line(200);
const changeable = {
  description: withDefault(text(10_000), '').optional(),
  serving: withDefault(positive, 1).optional(),
  serving_type: withDefault(servingType, 'servings').optional(),
  visibility: nullAsUndefined(visibility),
  locale: languageTag.nullish(),
  ingredients: withDefault(z.array(ingredientInput).max(200), []).optional(),
  steps: withDefault(z.array(stepInput).max(100), []).optional(),
  tags: withDefault(tagList, []).optional(),
  source_url: webUrl.nullish(),
  prep_time: integer(0).nullish(),
  cook_time: integer(0).nullish(),
  ...detailFields,
  media_ids: withDefault(mediaIds, []).optional(),
};
type Input = z.output<z.ZodObject<typeof changeable>> & { name?: string };

function toChanges(input: Input): RecipeChanges {
  const details = toDetails(input);
  return omitUndefined<RecipeChanges>({
    name: input.name,
    description: input.description,
    serving: input.serving,
    servingType: input.serving_type,
    visibility: input.visibility,
    locale: input.locale,
    ingredients: input.ingredients,
    steps: input.steps,
    tags: input.tags,
    sourceUrl: input.source_url,
    prepTime: input.prep_time,
    cookTime: input.cook_time,
    details: Object.keys(details).length > 0 ? details : undefined,
    mediaIds: input.media_ids,
  });
}

const defaults: Omit<RecipeDraft, 'name' | 'details' | 'visibility'> = {
  description: '',
  serving: 1,
  servingType: 'servings',
  locale: null,
  ingredients: [],
  steps: [],
  tags: [],
  sourceUrl: null,
  prepTime: null,
  cookTime: null,
};

export const newRecipe = wrapped(
  'recipe',
  namedSchema(
    'recipe_create_input',
    z
      .object({
        name,
        ...changeable,
        draft: nullAsUndefined(z.boolean()).openapi({
          description: 'Keep it as a draft until it is published',
        }),
        forked_from_id: z
          .int()
          .min(1)
          .nullish()
          .openapi({ description: 'The recipe that this one is a version of' }),
      })
      .transform(
        (input): NewRecipe => ({
          ...defaults,
          ...toChanges(input),
          name: input.name,
          visibility: input.visibility ?? null,
          details: { ...emptyDetails, ...toDetails(input) },
          forkedFromId: input.forked_from_id ?? undefined,
          publication: input.draft ? 'draft' : 'published',
        }),
      ),
    {
      ...{ name: 'Pizza dough', description: 'Two days in the cold do the work.', locale: 'en' },
      ...{ serving: 4, serving_type: 'pizzas', visibility: 'public', tags: ['pizza'] },
      ...detailsExample,
      ingredients: ['500 g flour, type 00', '325 ml water', { name: 'salt', quantity: 12, unit: 'g' }],
      steps: [
        { content: 'Knead for ten minutes.', duration: 600, ingredient_positions: [0, 1, 2] },
        {
          name: 'Shape and top',
          content: 'Spread the sauce.',
          links: [{ type: 'recipe', id: 8, serving: 2 }],
        },
      ],
    },
  ),
);

export const recipeChanges = wrapped(
  'recipe',
  namedSchema('recipe_input', z.object({ name: name.optional(), ...changeable }).transform(toChanges), {
    description: 'Three days in the cold do the work.',
    tags: ['pizza', 'sourdough'],
  }),
);

export const recipeQuery = z.object({ ...pageFields, status: publicationStatuses.default(['published']) });
