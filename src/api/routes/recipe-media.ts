/** Lists pictures of the bakings of a recipe. */
import { z } from '@hono/zod-openapi';
import { listRecipeMedia } from '../../domain/recipes/baking-media.ts';
import { pathId } from '../../http/ids.ts';
import { pageQuery, toListPage, toPage } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { extendedMediumOutput, toExtendedMedium } from '../output/extended-medium.ts';

export const recipeMedia = [
  route({
    method: 'get',
    path: '/recipes/{recipe_id}/media',
    summary: 'List pictures of the bakings of a recipe, newest first',
    scope: 'public',
    rule: 'anyone who may see the recipe. Only pictures of bakings the viewer may see are listed',
    params: z.object({ recipe_id: pathId }),
    query: pageQuery,
    status: 200,
    response: z.array(extendedMediumOutput),
    handler: async (call) => {
      const media = await listRecipeMedia(call.params.recipe_id, call.viewer, toListPage(call.query));
      return toPage(media, call, (medium) => medium.id, toExtendedMedium);
    },
  }),
];
