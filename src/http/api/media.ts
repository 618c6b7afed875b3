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
const show = async (accountId: number, id: number) => toMediumOutput(await getOwnMedium(accountId, id));

const postMedium = route({
  method: 'post',
  path: '/media',
  summary: 'Upload a picture; one that no item takes by `media_ids` vanishes after 24 h',
  scope: 'write',
  rule: 'anybody, in their own name',
  upload,
  body: pictureUpload(upload),
  status: 201,
  answer: mediumOutput,
  create: ({ caller, body }) => addMedium(caller.accountId, body),
  handler: ({ caller }, id) => show(caller.accountId, id),
});

const mediaOf = (type: EventableType, parent: `/${string}`): Route[] => {
  const path = `${parent}/{eventable_id}/media` as const;
  const rule = `the ${type}’s author`;
  const params = z.object({ eventable_id: pathId, id: pathId });
  return [
    route({
      method: 'post',
      path,
      summary: `Add a picture to a ${type}`,
      scope: 'write',
      rule,
      params: z.object({ eventable_id: pathId }),
      upload,
      body: pictureUpload(upload),
      status: 201,
      answer: mediumOutput,
      create: ({ caller, params: { eventable_id: id }, body }) =>
        addMedium(caller.accountId, body, { type, id }),
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
      handler: ({ caller, params: { eventable_id: eventableId, id }, body }) =>
        describeMedium(caller.accountId, { type, eventableId, id }, body.description ?? null),
    }),
    route({
      method: 'delete',
      path: `${path}/{id}`,
      summary: `Delete a picture of a ${type} for good`,
      scope: 'write',
      rule,
      params,
      status: 204,
      answer: null,
      handler: ({ caller, params: { eventable_id: eventableId, id } }) =>
        deleteMedium(caller.accountId, { type, eventableId, id }),
    }),
  ];
};

export const media = [
  postMedium,
  ...mediaOf('status', '/statuses'),
  ...mediaOf('preparation', '/preparations'),
  ...mediaOf('baking', '/bakings'),
  ...mediaOf('recipe', '/recipes'),
];
