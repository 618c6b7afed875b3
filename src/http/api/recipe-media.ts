/** Pictures of what was baked after a recipe. */
import { z } from '@hono/zod-openapi';
import { listRecipeMedia } from '../../domain/recipes/media.ts';
import { pathId } from '../ids.ts';
import { extendedMediumOutput, toExtendedMedium } from '../output/extended-medium.ts';
import { pageQuery, stretchOf, toPage } from '../page.ts';
import { route } from '../route.ts';

export const recipeMedia = [
  route({
    method: 'get',
    path: '/recipes/{recipe_id}/media',
    summary: 'Pictures of the bakings of a recipe, newest first',
    scope: 'public',
    rule: 'whoever may see the recipe, pictures of each baking for whoever may see that',
    params: z.object({ recipe_id: pathId }),
    query: pageQuery,
    status: 200,
    answer: z.array(extendedMediumOutput),
    handler: async (call) => {
      const media = await listRecipeMedia(call.params.recipe_id, call.viewer, stretchOf(call.query));
      return toPage(media, call, (medium) => medium.id, toExtendedMedium);
    },
  }),
];
