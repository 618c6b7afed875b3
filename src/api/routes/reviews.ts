/** Lists the reviews of a recipe. */
import { z } from '@hono/zod-openapi';
import { listRecipeReviews } from '../../domain/recipes/reviews.ts';
import { idParams } from '../../http/ids.ts';
import { pageQuery, toListPage } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { toFilteredPage } from '../filtered-page.ts';
import { shortEventableOutput, toShortEventable } from '../output/short-eventable.ts';

export const getRecipeReviews = route({
  method: 'get',
  path: '/recipes/{id}/reviews',
  summary: 'List the reviews of a recipe, newest first',
  details:
    'A review is a baking or preparation with a rating, and its text. All reviews of an account are listed, although only its newest counts for the mean. Those of the recipe’s author are not listed.',
  scope: 'public',
  rule: 'anyone who may see the recipe. Only reviews the viewer may see are listed',
  params: idParams,
  query: pageQuery,
  status: 200,
  response: z.array(shortEventableOutput),
  handler: async (call) => {
    const reviews = await listRecipeReviews(call.params.id, call.viewer, toListPage(call.query));
    return toFilteredPage(reviews, call, 'thread', toShortEventable);
  },
});
