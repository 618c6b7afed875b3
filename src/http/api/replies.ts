/** Replies to items, and the conversation around a status. */
import { z } from '@hono/zod-openapi';
import { repliesTo, threadAround } from '../../domain/threads.ts';
import { idParams } from '../ids.ts';
import { statusOutput, toStatusOutput } from '../output/status.ts';
import { pageQuery, stretchOf, toPage } from '../page.ts';
import { route } from '../route.ts';
import { exampleOf, shape } from '../shape.ts';
import { forEachKind } from './kinds.ts';

const repliesOf = forEachKind((type, item) => [
  route({
    method: 'get',
    path: `${item}/replies`,
    summary: `Statuses that answer a ${type}, newest first`,
    scope: 'public',
    rule: `whoever may see the ${type}, each status for whoever may see it`,
    params: idParams,
    query: pageQuery,
    status: 200,
    answer: z.array(statusOutput),
    handler: async (call) => {
      const statuses = await repliesTo(type, call.params.id, call.viewer, stretchOf(call.query));
      return toPage(statuses, call, (status) => status.id, toStatusOutput);
    },
  }),
]);

const getContext = route({
  method: 'get',
  path: '/statuses/{id}/context',
  summary: 'What a status answers, and what answers it',
  scope: 'public',
  rule: 'whoever may see the status, each other one for whoever may see it',
  params: idParams,
  status: 200,
  answer: shape(
    'context_output',
    z.object({
      ancestors: z.array(statusOutput).openapi({ description: 'The first one first' }),
      descendants: z.array(statusOutput).openapi({ description: 'Each below what it answers' }),
    }),
    { ancestors: [exampleOf(statusOutput)], descendants: [] },
  ),
  handler: async ({ params, viewer }) => {
    const { ancestors, descendants } = await threadAround(params.id, viewer);
    return { ancestors: ancestors.map(toStatusOutput), descendants: descendants.map(toStatusOutput) };
  },
});

export const replies = [...repliesOf, getContext];
