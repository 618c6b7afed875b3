/** Lists the forks of recipes, and compares recipes. */
import { z } from '@hono/zod-openapi';
import { compareVisibleRecipes, getForkTree, listForks } from '../../domain/recipes/forks.ts';
import { idParams, pathId } from '../../http/ids.ts';
import { pageQuery, toListPage } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { toFilteredPage } from '../filtered-page.ts';
import { differenceOutput, toDifferenceOutput } from '../output/difference.ts';
import { forkOutput, forkTreeOutput, toForkOutput, toForkTreeOutput } from '../output/fork.ts';

const rule = 'anyone who may see the recipe. Only recipes the viewer may see are listed';

const getForks = route({
  method: 'get',
  path: '/recipes/{id}/forks',
  summary: 'List the forks of a recipe, newest first',
  details: 'Versions by other cooks, also on other servers as far as this server knows them.',
  scope: 'public',
  rule,
  params: idParams,
  query: pageQuery,
  status: 200,
  response: z.array(forkOutput),
  handler: async (call) => {
    const forks = await listForks(call.params.id, call.viewer, toListPage(call.query));
    return toFilteredPage(forks, call, 'public', toForkOutput);
  },
});

const getTree = route({
  method: 'get',
  path: '/recipes/{id}/fork_tree',
  summary: 'Get the originals of a recipe, and its forks and their forks',
  details:
    'At most 20 originals and 200 forks, 10 levels deep. The tree ends at recipes that the viewer may not see.',
  scope: 'public',
  rule,
  params: idParams,
  status: 200,
  response: forkTreeOutput,
  handler: async ({ params, viewer }) => toForkTreeOutput(await getForkTree(params.id, viewer)),
});

const getDifference = route({
  method: 'get',
  path: '/recipes/{id}/difference',
  summary: 'Compare a recipe with another one, such as its original',
  scope: 'public',
  rule: 'anyone who may see both recipes',
  params: idParams,
  query: z.object({
    from: z
      .string()
      .pipe(pathId)
      .openapi({ type: 'integer', minimum: 1, description: 'Id of the earlier recipe', example: 9 }),
  }),
  status: 200,
  response: differenceOutput,
  handler: async ({ params, query, viewer }) =>
    toDifferenceOutput((await compareVisibleRecipes(params.id, query.from, viewer)).difference),
});

export const forks = [getForks, getTree, getDifference];
