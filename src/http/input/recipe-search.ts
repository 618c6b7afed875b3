/** Parses the parameters of a search for recipes, which the API and the page share. */
import { z } from '@hono/zod-openapi';
import { t } from '../../lib/language/text.ts';
import { languageTag, text } from './fields.ts';
import { listQuery } from './list-query.ts';

const maxMinutes = 10_000;

export const recipeSearchFields = {
  q: text(200).default('').openapi({
    description: 'Words. `"…"` is a phrase, `-` excludes a word.',
    example: 'potato soup -cream',
  }),
  ingredient: listQuery('Ingredients that the recipe has, all of them', 'leek'),
  without: listQuery('Ingredients that the recipe does not have', 'cream'),
  tag: listQuery('Tags, all of them', 'vegan'),
  diet: listQuery('Values of schema.org’s RestrictedDiet, all of them', 'VeganDiet'),
  category: listQuery('Categories, one of them', 'soup'),
  cuisine: listQuery('Cuisines, one of them', 'french'),
  language: listQuery('Languages, one of them', 'en'),
  max_time: z
    .string({ error: () => t('errors.must-be-integer') })
    .regex(/^([0-9]{1,5})?$/, { error: () => t('errors.must-be-integer') })
    .transform((value) => (value === '' ? null : Number(value)))
    .refine((value) => value === null || (value >= 1 && value <= maxMinutes), {
      error: () => t('errors.must-be-between', { min: 1, max: maxMinutes }),
    })
    .default(null)
    .openapi({
      ...{ type: 'integer', minimum: 1, maximum: maxMinutes, example: 30 },
      description: 'Total time in minutes',
    }),
  author: text(300)
    .default('')
    .transform((value) => value.trim() || null)
    .openapi({ type: 'string', description: '`name` or `name@host`', example: 'ann' }),
  has_photo: z
    .enum(['true', 'false', ''])
    .default('')
    .transform((value) => (value === '' ? null : value === 'true'))
    .openapi({
      type: 'boolean',
      enum: undefined,
      example: true,
      description: 'Only recipes with, or without, a photo',
    }),
  min_rating: z
    .string({ error: () => t('errors.must-be-integer') })
    .regex(/^[1-5]?$/, { error: () => t('errors.must-be-between', { min: 1, max: 5 }) })
    .transform((value) => (value === '' ? null : Number(value)))
    .default(null)
    .openapi({
      ...{ type: 'integer', minimum: 1, maximum: 5, example: 4 },
      description: 'Only recipes whose mean rating is at least so many stars',
    }),
  locale: languageTag.default('und').openapi({
    description: 'The language in which the ingredients are named; by default any that is known',
    example: 'en',
  }),
  sort: z
    .enum(['relevance', 'newest', 'cooked', 'rating', ''])
    .default('')
    .transform((value) => value || null)
    .openapi({
      ...{ type: 'string', enum: ['relevance', 'newest', 'cooked', 'rating'], example: 'cooked' },
      description:
        '`cooked`: most cooked first. `rating`: best rated first, by the mean as if there were five more ratings of 3 stars. By default `relevance`, or `newest` without words and ingredients.',
    }),
};

export const recipeSearchInput = z.object(recipeSearchFields);
export type RecipeSearchInput = z.output<typeof recipeSearchInput>;

export const toRecipeSearch = (input: RecipeSearchInput) => ({
  words: input.q,
  ingredients: input.ingredient,
  without: input.without,
  tags: input.tag,
  diets: input.diet,
  categories: input.category,
  cuisines: input.cuisine,
  languages: input.language,
  maxTime: input.max_time,
  hasPhoto: input.has_photo,
  minRating: input.min_rating,
  author: input.author,
  locale: input.locale,
  order: input.sort,
});
