/** Lists and counts notifications, and marks them as read. */
import { z } from '@hono/zod-openapi';
import {
  countUnreadOf,
  listNotificationsOf,
  markNotificationsRead,
} from '../../domain/notifications/notifications.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { pageQuery, toListPage } from '../../http/pagination.ts';
import { route } from '../../http/route.ts';
import { toFilteredHolderPage } from '../filtered-page.ts';
import { notificationOutput, toNotificationOutput } from '../output/notification.ts';

const getNotifications = route({
  method: 'get',
  path: '/notifications',
  summary: 'List the caller’s notifications, newest first',
  details: 'Listing notifications does not mark them as read.',
  scope: 'read',
  rule: 'the recipient',
  query: pageQuery,
  status: 200,
  response: z.array(notificationOutput),
  handler: async (call) => {
    const listed = await listNotificationsOf(call.caller.accountId, toListPage(call.query));
    return toFilteredHolderPage(listed, call, 'notifications', toNotificationOutput);
  },
});

const getUnreadCount = route({
  method: 'get',
  path: '/notifications/unread_count',
  summary: 'Count unread notifications',
  scope: 'read',
  rule: 'the recipient',
  status: 200,
  response: namedSchema('unread_count_output', z.object({ count: z.int().min(0) }), { count: 3 }),
  handler: async ({ caller: { accountId }, viewer }) => ({
    count: await countUnreadOf({ ...viewer, accountId }),
  }),
});

const postRead = route({
  method: 'post',
  path: '/notifications/read',
  summary: 'Mark notifications as read, up to and including `max_id`',
  scope: 'write',
  rule: 'the recipient',
  body: namedSchema('notifications_read_input', z.object({ max_id: z.int().min(1) }), { max_id: 57 }),
  status: 204,
  response: null,
  handler: ({ caller, body }) => markNotificationsRead(caller.accountId, body.max_id),
});

export const notifications = [getNotifications, getUnreadCount, postRead];
