/** What a client may say of a recipe. */
import { z } from '@hono/zod-openapi';
import type { RecipeDraft } from '../../domain/eventables/draft.ts';
import { shape } from '../shape.ts';
import {
  integer,
  languageTag,
  line,
  optional,
  positive,
  present,
  text,
  unlessNull,
  webUrl,
  wrapped,
} from './fields.ts';
import { ingredientInput } from './ingredient.ts';
import { stepInput } from './step.ts';
import { mediaIds } from './upload.ts';

export const servingType = text(30)
  .regex(/^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u, {
    message: 'must be a slug in lower case',
  })
  .openapi({ pattern: '^[\\p{Ll}\\p{Lo}\\p{N}]+(?:-[\\p{Ll}\\p{Lo}\\p{N}]+)*$' });
const tag = line(50).transform((value) => value.replace(/^#+/, ''));
export const tagList = z
  .array(tag)
  .max(30)
  .transform((tags) => [...new Set(tags.filter(Boolean))]);
export const visibility = z.enum(['public', 'unlisted', 'private']);

const name = line(200);
const changeable = {
  description: optional(text(10_000), '').optional(),
  serving: optional(positive, 1).optional(),
  serving_type: optional(servingType, 'servings').optional(),
  visibility: unlessNull(visibility),
  locale: languageTag.nullish(),
  ingredients: optional(z.array(ingredientInput).max(200), []).optional(),
  steps: optional(z.array(stepInput).max(100), []).optional(),
  tags: optional(tagList, []).optional(),
  source_url: webUrl.nullish(),
  prep_time: integer(0).nullish(),
  cook_time: integer(0).nullish(),
  media_ids: optional(mediaIds, []).optional(),
};
type Given = z.output<z.ZodObject<typeof changeable>> & { name?: string };

function toChanges(given: Given): Partial<RecipeDraft> {
  return present<Partial<RecipeDraft>>({
    name: given.name,
    description: given.description,
    serving: given.serving,
    servingType: given.serving_type,
    visibility: given.visibility,
    locale: given.locale,
    ingredients: given.ingredients,
    steps: given.steps,
    tags: given.tags,
    sourceUrl: given.source_url,
    prepTime: given.prep_time,
    cookTime: given.cook_time,
    mediaIds: given.media_ids,
  });
}

const defaults: Omit<RecipeDraft, 'name'> = {
  description: '',
  serving: 1,
  servingType: 'servings',
  visibility: 'public',
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
  shape(
    'recipe_create_input',
    z
      .object({ name, ...changeable })
      .transform((given): RecipeDraft => ({ ...defaults, name: given.name, ...toChanges(given) })),
    {
      ...{ name: 'Pizza dough', description: 'Two days in the cold do the work.', locale: 'en' },
      ...{ serving: 4, serving_type: 'pizzas', visibility: 'public', tags: ['pizza'] },
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
  shape('recipe_input', z.object({ name: name.optional(), ...changeable }).transform(toChanges), {
    description: 'Three days in the cold do the work.',
    tags: ['pizza', 'sourdough'],
  }),
);
