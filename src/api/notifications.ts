/** Routes on notifications. */
import { z } from '@hono/zod-openapi';
import { notificationTypes } from '../db/vocabulary.ts';
import {
  countUnreadOf,
  listNotificationsOf,
  markNotificationsRead,
  type Notification,
} from '../domain/notifications/notifications.ts';
import { id, pageQuery, toListPage } from '../http/pagination.ts';
import { route } from '../http/route.ts';
import { namedSchema, schemaExample } from '../http/schema.ts';
import { accountOutput, shortEventableOutput, timestamp, toAccountOutput, toShortEventable } from './output.ts';
import { toFilteredHolderPage } from './timelines.ts';

// Serialises notifications

const notificationOutput = namedSchema(
  'notification_output',
  z.object({
    id,
    type: z.enum(notificationTypes),
    created_at: timestamp,
    read: z.boolean(),
    account: accountOutput,
    object: z.union([shortEventableOutput, z.null()]),
  }),
  {
    id: 57,
    type: 'like',
    created_at: '2026-05-03T10:05:00.000Z',
    read: false,
    account: { ...schemaExample(accountOutput), id: 4, username: 'bo', name: 'Bo' },
    object: schemaExample(shortEventableOutput),
  },
);

function toNotificationOutput(notification: Notification): z.output<typeof notificationOutput> {
  return {
    id: notification.id,
    type: notification.type,
    created_at: notification.createdAt.toISOString(),
    read: notification.read,
    account: toAccountOutput(notification.account),
    object: notification.object && toShortEventable(notification.object),
  };
}

// Lists and counts notifications, and marks them as read

const getNotifications = route({
  method: 'get',
  path: '/notifications',
  summary: 'List the caller’s notifications, newest first',
  details: 'Listing notifications does not mark them as read.',
  scope: 'read',
  rule: 'the recipient',
  query: pageQuery,
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
  handler: ({ caller, body }) => markNotificationsRead(caller.accountId, body.max_id),
});

export const notifications = [getNotifications, getUnreadCount, postRead];
