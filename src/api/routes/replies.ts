/** Lists replies to items and the thread of a status. */
import { z } from '@hono/zod-openapi';
import { getThread, listReplies } from '../../domain/statuses/threads.ts';
import { idParams } from '../../http/ids.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { pageQuery, toListPage } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { filteredItems, toFilteredPage } from '../filtered-page.ts';
import { recipeOutput } from '../output/recipe.ts';
import { statusOutput, toStatusOutput } from '../output/status.ts';
import { toTypedItem, typedItemOutput } from '../output/typed-item.ts';
import { forEachEventableType } from './for-each-type.ts';

const repliesOf = forEachEventableType((type, item) => [
  route({
    method: 'get',
    path: `${item}/replies`,
    summary: `List replies to a ${type}, newest first`,
    scope: 'public',
    rule: `anyone who may see the ${type}. Only replies the viewer may see are listed`,
    params: idParams,
    query: pageQuery,
    status: 200,
    response: z.array(statusOutput),
    handler: async (call) => {
      const statuses = await listReplies(type, call.params.id, call.viewer, toListPage(call.query));
      return toFilteredPage(statuses, call, 'thread', toStatusOutput);
    },
  }),
]);

const getContext = route({
  method: 'get',
  path: '/statuses/{id}/context',
  summary: 'Get the thread of a status: its ancestors and descendants',
  scope: 'public',
  rule: 'anyone who may see the status. Only items the viewer may see are listed',
  params: idParams,
  status: 200,
  response: namedSchema(
    'context_output',
    z.object({
      ancestors: z.array(typedItemOutput).openapi({
        description: 'From the start of the thread, which may be a recipe, preparation or baking',
      }),
      descendants: z.array(statusOutput).openapi({ description: 'Each reply after its parent' }),
    }),
    { ancestors: [{ type: 'recipe' as const, ...schemaExample(recipeOutput) }], descendants: [] },
  ),
  handler: async ({ params, viewer }) => {
    const { ancestors, descendants } = await getThread(params.id, viewer);
    return {
      ancestors: await filteredItems(ancestors, viewer, 'thread', toTypedItem),
      descendants: await filteredItems(descendants, viewer, 'thread', toStatusOutput),
    };
  },
});

export const replies = [...repliesOf, getContext];
