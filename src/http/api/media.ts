/** Pictures: uploaded for an item or for one to come, described, deleted. */
import { z } from '@hono/zod-openapi';
import type { EventableType } from '../../domain/eventables/eventable.ts';
import { deleteMedium, describeMedium, getOwnMedium } from '../../domain/media/change.ts';
import { addMedium } from '../../domain/media/upload.ts';
import { pathId } from '../ids.ts';
import { mediumChanges, pictureUpload } from '../input/upload.ts';
import { mediumOutput, toMediumOutput } from '../output/medium.ts';
import { type Route, route } from '../route.ts';

const upload = 'media';
const uploadDetails =
  'JPEG, PNG, WebP, GIF or AVIF by its content, ten to an item; `upload_bytes` of the server’s limits says how large. What is shown is made anew, without metadata. The file may also be a plain part `media`, beside `description`.';
const show = async (accountId: number, id: number) => toMediumOutput(await getOwnMedium(accountId, id));

const postMedium = route({
  method: 'post',
  path: '/media',
  summary: 'Upload a picture; one that no item takes by `media_ids` vanishes after 24 h',
  details: uploadDetails,
  scope: 'write',
  rule: 'anybody, in their own name',
  upload,
  body: pictureUpload(upload),
  status: 201,
  answer: mediumOutput,
  create: ({ caller, body }) => addMedium(caller.accountId, body),
  handler: ({ caller }, id) => show(caller.accountId, id),
});

const mediaOf = (type: EventableType, parent: `/${string}`, parentId = 'eventable_id'): Route[] => {
  const path = `${parent}/{${parentId}}/media` as const;
  const rule = `the ${type}’s author`;
  const params = z.object({ [parentId]: pathId, id: pathId });
  const medium = ({ id = 0, ...parent }: Record<string, number>) => ({
    type,
    eventableId: parent[parentId] ?? 0,
    id,
  });
  return [
    route({
      method: 'post',
      path,
      summary: `Add a picture to a ${type}`,
      details: uploadDetails,
      scope: 'write',
      rule,
      params: z.object({ [parentId]: pathId }),
      upload,
      body: pictureUpload(upload),
      status: 201,
      answer: mediumOutput,
      create: ({ caller, params, body }) =>
        addMedium(caller.accountId, body, { type, id: medium(params).eventableId }),
      handler: ({ caller }, id) => show(caller.accountId, id),
    }),
    route({
      method: 'patch',
      path: `${path}/{id}`,
      summary: `Change the description of a ${type}’s picture`,
      scope: 'write',
      rule,
      params,
      body: mediumChanges,
      status: 204,
      answer: null,
      handler: ({ caller, params, body }) =>
        describeMedium(caller.accountId, medium(params), body.description ?? null),
    }),
    route({
      method: 'delete',
      path: `${path}/{id}`,
      summary: `Delete a picture of a ${type} for good`,
      details:
        type === 'status' ? 'The last picture of a status without words stays: delete the status.' : '',
      fails: type === 'status' ? ['validation_failed'] : [],
      scope: 'write',
      rule,
      params,
      status: 204,
      answer: null,
      handler: ({ caller, params }) => deleteMedium(caller.accountId, medium(params)),
    }),
  ];
};

export const media = [
  postMedium,
  ...mediaOf('status', '/statuses'),
  ...mediaOf('preparation', '/preparations'),
  ...mediaOf('baking', '/bakings'),
  ...mediaOf('recipe', '/recipes', 'recipe_id'),
];
