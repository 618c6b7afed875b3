/** Statuses: post, read, change, delete. */
import { z } from '@hono/zod-openapi';
import { getOfType, getStamp, listOwn } from '../../domain/eventables/read.ts';
import { createStatus, deleteStatus, updateStatus } from '../../domain/statuses.ts';
import { idParams } from '../ids.ts';
import { newStatus, statusChanges } from '../input/status.ts';
import { statusOutput, toStatusOutput } from '../output/status.ts';
import { pageQuery, stretchOf, toPage } from '../page.ts';
import { route } from '../route.ts';
import { stamped } from '../stamped.ts';

export const postStatus = route({
  method: 'post',
  path: '/statuses',
  summary: 'Post a status',
  details:
    'Words or at least one picture. Accounts that the text mentions as `@name@host` are notified; a `direct` status is for them and its author alone. What it answers must be for the caller to see.',
  scope: 'write',
  rule: 'anybody, in their own name',
  body: newStatus,
  status: 201,
  answer: statusOutput,
  create: ({ caller, body }) => createStatus(caller.accountId, body),
  handler: async ({ viewer }, id) => toStatusOutput(await getOfType('status', id, viewer)),
});

export const getStatuses = route({
  method: 'get',
  path: '/statuses',
  summary: 'The caller’s statuses, newest first',
  scope: 'read',
  rule: 'the author',
  query: pageQuery,
  status: 200,
  answer: z.array(statusOutput),
  handler: async (call) => {
    const statuses = await listOwn('status', call.caller.accountId, stretchOf(call.query));
    return toPage(statuses, call, (status) => status.id, toStatusOutput);
  },
});

export const getStatus = route({
  method: 'get',
  path: '/statuses/{id}',
  summary: 'A status',
  scope: 'public',
  rule: 'whoever may see the status',
  params: idParams,
  status: 200,
  answer: statusOutput,
  stamp: ({ params, viewer }) => getStamp('status', params.id, viewer),
  handler: async ({ params, viewer }) =>
    stamped(await getOfType('status', params.id, viewer), toStatusOutput),
});

export const patchStatus = route({
  method: 'patch',
  path: '/statuses/{id}',
  summary: 'Change a status',
  details: 'A key left out stays as it is. A status without words keeps at least one picture.',
  scope: 'write',
  rule: 'the status’s author',
  params: idParams,
  body: statusChanges,
  status: 204,
  answer: null,
  handler: ({ caller, params, body }) => updateStatus(caller.accountId, params.id, body),
});

export const removeStatus = route({
  method: 'delete',
  path: '/statuses/{id}',
  summary: 'Delete a status for good',
  scope: 'write',
  rule: 'the status’s author',
  params: idParams,
  status: 204,
  answer: null,
  handler: ({ caller, params }) => deleteStatus(caller.accountId, params.id),
});
