/** Searches recipes by words, ingredients and facts. */
import { z } from '@hono/zod-openapi';
import type { Recipe } from '../../domain/items/eventable.ts';
import { listByIds } from '../../domain/items/read.ts';
import { findRecipes, maxMatches } from '../../domain/search/search-recipes.ts';
import { recipeSearchFields, toRecipeSearch } from '../../http/input/recipe-search.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { neighbourUrls, rankedQuery } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { filteredItems } from '../filtered-page.ts';
import { recipeOutput, toRecipeOutput } from '../output/recipe.ts';

const values = z.array(z.object({ value: z.string(), count: z.int() }));

const facets = z.object({
  tags: values,
  categories: values,
  cuisines: values,
  diets: values,
  languages: values,
  max_times: z.array(z.object({ minutes: z.int(), count: z.int() })),
  with_photo: z.int(),
});

export const getRecipeSearch = route({
  method: 'get',
  path: '/search/recipes',
  summary: 'Search recipes by words, ingredients and facts',
  details: `At most ${maxMatches} matches are counted and listed. If there are more, \`total_is_capped\` is true and all counts are lower bounds. Ingredients are found in the singular or plural and by common names in other languages: \`leek\` finds \`2 Stangen Lauch\`.`,
  scope: 'public',
  rule: 'anyone. Finds public recipes, the caller’s own, and private recipes of accounts the caller follows',
  query: z.object({
    ...recipeSearchFields,
    limit: rankedQuery.shape.limit,
    offset: rankedQuery.shape.offset,
  }),
  status: 200,
  response: namedSchema(
    'recipe_search_output',
    z.object({
      recipes: z.array(recipeOutput),
      total: z.int(),
      total_is_capped: z.boolean(),
      next: z.url().nullable().openapi({ description: 'The next page' }),
      prev: z.url().nullable().openapi({ description: 'The previous page' }),
      facets,
    }),
    {
      recipes: [schemaExample(recipeOutput)],
      total: 1,
      total_is_capped: false,
      ...{ next: null, prev: null },
      facets: {
        tags: [{ value: 'vegan', count: 1 }],
        categories: [{ value: 'soup', count: 1 }],
        cuisines: [],
        diets: [],
        languages: [{ value: 'en', count: 1 }],
        max_times: [{ minutes: 60, count: 1 }],
        with_photo: 1,
      },
    },
  ),
  handler: async ({ viewer, url, query: { limit, offset, ...input } }) => {
    const found = await findRecipes({ ...toRecipeSearch(input), limit, offset }, viewer);
    const { maxTimes, withPhoto, ...terms } = found.facets;
    const recipes = (await listByIds(found.ids, viewer)) as Recipe[];
    return {
      recipes: await filteredItems(recipes, viewer, 'public', toRecipeOutput),
      total: found.total,
      total_is_capped: found.isCapped,
      ...neighbourUrls(url, { limit, offset }, offset + limit < found.total),
      facets: { ...terms, max_times: maxTimes, with_photo: withPhoto },
    };
  },
});
