/** Input of recipes, also of searches for them. */
import { z } from '@hono/zod-openapi';
import {
  creditOf,
  DETAIL_LIMITS,
  detailNames,
  difficulties,
  emptyDetails,
  exampleDetails,
  knownDiets,
  mapDetails,
  nutrients,
  type RecipeDetails,
  ratingOf,
  restrictedDiets,
} from '../../db/recipe-details.ts';
import type { NewRecipe } from '../../domain/recipes/write.ts';
import { normalIri } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { inSnakeCase, snakeCase } from '../../lib/text.ts';
import type {
  IngredientDraft,
  RecipeChanges,
  RecipeDraft,
  StepDraft,
  StepLinkDraft,
} from '../../recipe-import/draft.ts';
import { LIMITS } from '../../recipe-import/import-result.ts';
import { parseIngredientLine } from '../../recipe-import/ingredient-line.ts';
import { fromNumber } from '../../recipe-import/quantity.ts';
import { canonicalUnit } from '../../recipe-import/units.ts';
import { pageFields } from '../pagination.ts';
import { namedSchema } from '../schema.ts';
import {
  eventableTypeInput,
  integer,
  languageTag,
  line,
  listQuery,
  mediaIds,
  nullAsUndefined,
  omitUndefined,
  positive,
  publicationStatuses,
  text,
  visibility,
  webUrl,
  withDefault,
  wrapped,
} from './fields.ts';

// Defines the input of ingredients: an object, or one line of text, which is parsed

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

export const ingredientInput = z.union([line(500).transform((text) => parseIngredientLine(text)), ingredientObject]);

// Defines the input of steps and of their links to other items

/** Limited to what fits into an index. */
const linkUrl = webUrl
  .transform((url) => new URL(url).href)
  .refine((url) => url.length <= 1_024, { error: () => t('errors.too-long') })
  .openapi({ maxLength: 1_024 });

const linkInput = z
  .object({
    type: eventableTypeInput.nullish(),
    id: z.int().min(1).nullish(),
    url: linkUrl.nullish(),
    serving: positive.nullish(),
  })
  .transform((input, context): StepLinkDraft => {
    const serving = input.serving ?? null;
    if (input.id && input.type) return { target: { id: input.id, type: input.type }, serving };
    if (input.url) return { target: { iri: normalIri(input.url) }, serving };
    context.addIssue({
      code: 'custom',
      path: [input.id ? 'type' : 'id'],
      message: t('errors.blank'),
    });
    return z.NEVER;
  });

export const stepInput = z
  .object({
    name: withDefault(text(200), '').optional(),
    content: withDefault(text(10_000), '').optional(),
    duration: integer(0).nullish(),
    ingredient_positions: withDefault(z.array(integer(0, 199)).max(200), []).optional(),
    links: withDefault(z.array(linkInput).max(20), []).optional(),
  })
  .transform(
    (input): StepDraft => ({
      name: input.name?.trim() ?? '',
      content: input.content ?? '',
      duration: input.duration ?? null,
      ingredientPositions: [...new Set(input.ingredient_positions ?? [])],
      links: input.links ?? [],
    }),
  )
  .refine(({ name, content, links }) => name || content.trim() || links.length > 0, {
    path: ['content'],
    error: () => t('errors.blank'),
  });

// Defines the input of a recipe's details, in the names of the API

const list = <Entry extends z.ZodType<string>>(entry: Entry, max: number) =>
  withDefault(
    z
      .array(entry)
      .max(max)
      .transform((entries) => [...new Set(entries)]),
    [],
  ).optional();

const nutrient = text(DETAIL_LIMITS.nutrient)
  .transform((value) => value.trim())
  .nullish();
const nutrition = z
  .object(Object.fromEntries(nutrients.map((name) => [name, nutrient])))
  .transform(
    (stated) =>
      Object.fromEntries(
        nutrients.flatMap((name) => (stated[name] ? [[name, stated[name]]] : [])),
      ) as RecipeDetails['nutrition'],
  );

const party = text(DETAIL_LIMITS.party)
  .transform((value) => value.trim())
  .nullish();
const credit = z
  .object({ name: party, url: webUrl.nullish(), site: party })
  .refine(({ name, url }) => name || !url, { path: ['name'], error: () => t('errors.blank') })
  .transform(({ name, url, site }) => creditOf(name ?? null, url ?? null, site ?? null));

const statedRating = z
  .object({ value: z.number().gt(0).max(5), count: z.int().min(1).max(DETAIL_LIMITS.ratings) })
  .transform(({ value, count }) => ratingOf(value, count))
  .openapi({ description: 'Stars and number of the ratings that the page at `source_url` states' });

const detailInputs = inSnakeCase(
  mapDetails({
    seconds: () => integer(0).nullish().openapi({ description: 'Seconds' }),
    texts: ({ max }) => list(line(DETAIL_LIMITS.entry), max),
    diets: () => list(z.enum(restrictedDiets), restrictedDiets.length).transform((diets) => diets && knownDiets(diets)),
    difficulty: () => z.enum(difficulties).nullish(),
    nutrition: () =>
      withDefault(nutrition, {})
        .optional()
        .openapi({ description: 'Texts for one serving, named as in schema.org NutritionInformation' }),
    credit: () => credit.nullish(),
    rating: () => statedRating.nullish(),
    url: () => webUrl.nullish(),
  }),
);

/** Returns the details that were given. Null empties one. */
const toDetails = (input: z.output<z.ZodObject<typeof detailInputs>>): Partial<RecipeDetails> =>
  omitUndefined(Object.fromEntries(detailNames.map((name) => [name, input[snakeCase(name)]])));

// Defines the input of recipes

export const servingType = text(30)
  .regex(/^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u, {
    error: () => t('errors.not-a-slug'),
  })
  .openapi({ pattern: '^[\\p{Ll}\\p{Lo}\\p{N}]+(?:-[\\p{Ll}\\p{Lo}\\p{N}]+)*$' });
const tag = line(LIMITS.tag).transform((value) => value.replace(/^#+/, ''));
export const tagList = z
  .array(tag)
  .max(LIMITS.tags)
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
  ...detailInputs,
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
        forked_from_id: z.int().min(1).nullish().openapi({ description: 'The recipe that this one is a version of' }),
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
      name: 'Pizza dough',
      description: 'Two days in the cold do the work.',
      locale: 'en',
      serving: 4,
      serving_type: 'pizzas',
      visibility: 'public',
      tags: ['pizza'],
      ...inSnakeCase(exampleDetails),
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

// Parses the parameters of a search for recipes, which the API and the page share

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
  category: listQuery('Categories, one of them. Common ones are found in every language', 'soup'),
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
      type: 'integer',
      minimum: 1,
      maximum: maxMinutes,
      example: 30,
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
      type: 'integer',
      minimum: 1,
      maximum: 5,
      example: 4,
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
      type: 'string',
      enum: ['relevance', 'newest', 'cooked', 'rating'],
      example: 'cooked',
      description:
        '`cooked`: most cooked first. `rating`: best rated first, by the mean as if there were five more ratings ' +
        'of 3 stars. By default `relevance`, or `newest` without words and ingredients.',
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

// Defines the input of private notes

export const privateNote = namedSchema('private_note_input', z.object({ content: line(5_000) }), {
  content: 'Half the sugar is enough.',
});
