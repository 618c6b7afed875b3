/** Lists recipes to discover. */
import { z } from '@hono/zod-openapi';
import type { Recipe } from '../../domain/items/eventable.ts';
import { listByIds } from '../../domain/items/read.ts';
import { exploreNames, exploreRecipes, maxQuickTime } from '../../domain/search/explore.ts';
import { text } from '../../http/input/fields.ts';
import { linkHeader, neighbourUrls, rankedQuery } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { filteredItems } from '../filtered-page.ts';
import { recipeOutput, toRecipeOutput } from '../output/recipe.ts';

export const getExploreRecipes = route({
  method: 'get',
  path: '/explore/recipes',
  summary: 'List recipes to discover',
  details: `\`new\` and \`category\` have the newest recipes first. \`quick\` has those that take at most ${maxQuickTime} minutes, newest first. \`popular\` has those that were cooked, liked and boosted most in the last 7 days. The \`Link\` header has the next page.`,
  scope: 'public',
  rule: 'anyone. Finds what a search finds: public recipes, the caller’s own, and private recipes of accounts the caller follows',
  query: z.object({
    ...rankedQuery.shape,
    list: z.enum(exploreNames).default('new').openapi({ description: 'Which recipes', example: 'quick' }),
    category: text(100).default('').openapi({
      description: 'For the list `category`, as `category` of recipes. Case does not matter.',
      example: 'soup',
    }),
  }),
  status: 200,
  response: z.array(recipeOutput),
  handler: async ({ viewer, query, url }) => {
    const { list: name, category } = query;
    const { ids, hasMore } = await exploreRecipes({ name, category }, viewer, query);
    const recipes = (await listByIds(ids, viewer)) as Recipe[];
    const link = linkHeader(neighbourUrls(url, query, hasMore));
    return { items: await filteredItems(recipes, viewer, 'public', toRecipeOutput), link };
  },
});
