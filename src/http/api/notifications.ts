/** Notifications: list, count, mark as read. */
import { z } from '@hono/zod-openapi';
import { countUnreadOf, listNotificationsOf, markNotificationsRead } from '../../domain/notifications.ts';
import { notificationOutput, toNotificationOutput } from '../output/notification.ts';
import { pageQuery, stretchOf, toPage } from '../page.ts';
import { route } from '../route.ts';
import { shape } from '../shape.ts';

const getNotifications = route({
  method: 'get',
  path: '/notifications',
  summary: 'What concerns the caller, newest first',
  details: 'Reading them does not mark them as read.',
  scope: 'read',
  rule: 'their recipient',
  query: pageQuery,
  status: 200,
  answer: z.array(notificationOutput),
  handler: async (call) => {
    const listed = await listNotificationsOf(call.caller.accountId, stretchOf(call.query));
    return toPage(listed, call, (notification) => notification.id, toNotificationOutput);
  },
});

const getUnreadCount = route({
  method: 'get',
  path: '/notifications/unread_count',
  summary: 'How many notifications are unread',
  scope: 'read',
  rule: 'their recipient',
  status: 200,
  answer: shape('unread_count_output', z.object({ count: z.int().min(0) }), { count: 3 }),
  handler: async ({ caller }) => ({ count: await countUnreadOf(caller.accountId) }),
});

const postRead = route({
  method: 'post',
  path: '/notifications/read',
  summary: 'Mark notifications as read, up to and with one',
  scope: 'write',
  rule: 'their recipient',
  body: shape('notifications_read_input', z.object({ max_id: z.int().min(1) }), { max_id: 57 }),
  status: 204,
  answer: null,
  handler: ({ caller, body }) => markNotificationsRead(caller.accountId, body.max_id),
});

export const notifications = [getNotifications, getUnreadCount, postRead];
