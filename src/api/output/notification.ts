/** Serialises notifications. */
import { z } from '@hono/zod-openapi';
import type { Notification } from '../../domain/notifications/notifications.ts';
import { id } from '../../http/ids.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { accountOutput, toAccountOutput } from './account.ts';
import { shortEventableOutput, toShortEventable } from './short-eventable.ts';
import { timestamp } from './timestamp.ts';

export const notificationOutput = namedSchema(
  'notification_output',
  z.object({
    id,
    type: z.enum([
      'follow',
      'follow_request',
      'mention',
      'reply',
      'like',
      'boost',
      'cooked',
      'quote',
      'recipe_changed',
      'undelivered',
      'moderation',
    ]),
    created_at: timestamp,
    read: z.boolean(),
    account: accountOutput,
    object: z.union([shortEventableOutput, z.null()]),
  }),
  {
    ...{ id: 57, type: 'like', created_at: '2026-05-03T10:05:00.000Z', read: false },
    account: { ...schemaExample(accountOutput), id: 4, username: 'bo', name: 'Bo' },
    object: schemaExample(shortEventableOutput),
  },
);

export function toNotificationOutput(notification: Notification): z.output<typeof notificationOutput> {
  return {
    id: notification.id,
    type: notification.type,
    created_at: notification.createdAt.toISOString(),
    read: notification.read,
    account: toAccountOutput(notification.account),
    object: notification.object && toShortEventable(notification.object),
  };
}
