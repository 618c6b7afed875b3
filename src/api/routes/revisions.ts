/** Lists the former states of recipes, and what each edit changed. */
import { z } from '@hono/zod-openapi';
import { getRevision, listRevisions } from '../../domain/recipes/revisions.ts';
import { idParams, pathId } from '../../http/ids.ts';
import { pageQuery, toListPage, toPage } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import {
  fullRevisionOutput,
  revisionOutput,
  toFullRevisionOutput,
  toRevisionOutput,
} from '../output/revision.ts';

const rule =
  'anyone who may see the recipe. Only the author sees revisions from times when the recipe was for fewer people';

const getRevisions = route({
  method: 'get',
  path: '/recipes/{id}/revisions',
  summary: 'List the edits of a recipe, newest first',
  details:
    'A revision is the state before an edit. Edits within ten minutes are one revision. Drafts have none, and unpublishing a recipe deletes them.',
  scope: 'public',
  rule,
  params: idParams,
  query: pageQuery,
  status: 200,
  response: z.array(revisionOutput),
  handler: async (call) => {
    const revisions = await listRevisions(call.params.id, call.viewer, toListPage(call.query));
    return toPage(revisions, call, (revision) => revision.id, toRevisionOutput);
  },
});

const getFullRevision = route({
  method: 'get',
  path: '/recipes/{id}/revisions/{revision_id}',
  summary: 'Get a former state of a recipe, and how it differs from the next one',
  details: 'Without links and pictures.',
  scope: 'public',
  rule,
  params: z.object({ id: pathId, revision_id: pathId }),
  status: 200,
  response: fullRevisionOutput,
  handler: async ({ params, viewer }) =>
    toFullRevisionOutput(await getRevision(params.id, params.revision_id, viewer)),
});

export const revisions = [getRevisions, getFullRevision];
