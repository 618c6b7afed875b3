/** Routes on media. */
import { z } from '@hono/zod-openapi';
import type { EventableType } from '../domain/items/eventable.ts';
import { addMedium, deleteMedium, describeMedium, getOwnMedium } from '../domain/media/media.ts';
import { mediumChanges, pictureUpload } from '../http/input/fields.ts';
import { pathId } from '../http/pagination.ts';
import { uploadLimit } from '../http/rate-limits.ts';
import { type Route, route } from '../http/route.ts';
import { mediumOutput, toMediumOutput } from './output.ts';

const upload = 'media';
const uploadDetails =
  'JPEG, PNG, WebP, GIF or AVIF, detected by content. At most ten per item, and at most `upload_bytes` of ' +
  'the server’s limits each. Pictures are re-encoded without metadata. The parts may also be named `media` ' +
  'and `description`.';
const show = async (accountId: number, id: number) => toMediumOutput(await getOwnMedium(accountId, id));

const postMedium = route({
  method: 'post',
  path: '/media',
  summary: 'Upload a picture. It is deleted after 24 h unless an item refers to it in `media_ids`.',
  details: uploadDetails,
  scope: 'write',
  rule: 'any account',
  upload,
  rateLimit: uploadLimit,
  body: pictureUpload(upload),
  response: mediumOutput,
  create: ({ caller, body }, beforeCommit) => addMedium(caller.accountId, body, null, beforeCommit),
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
      rateLimit: uploadLimit,
      body: pictureUpload(upload),
      response: mediumOutput,
      create: ({ caller, params, body }, beforeCommit) =>
        addMedium(caller.accountId, body, { type, id: medium(params).eventableId }, beforeCommit),
      handler: ({ caller }, id) => show(caller.accountId, id),
    }),
    route({
      method: 'patch',
      path: `${path}/{id}`,
      summary: `Update the description of a picture of a ${type}`,
      scope: 'write',
      rule,
      params,
      body: mediumChanges,
      handler: ({ caller, params, body }) => describeMedium(caller.accountId, medium(params), body.description ?? null),
    }),
    route({
      method: 'delete',
      path: `${path}/{id}`,
      summary: `Delete a picture of a ${type}`,
      details:
        type === 'status'
          ? 'The last picture of a status without text cannot be deleted. Delete the status instead.'
          : '',
      errors: type === 'status' ? ['validation_failed'] : [],
      scope: 'write',
      rule,
      params,
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
