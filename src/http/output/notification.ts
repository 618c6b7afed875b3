/** A notification as the API shows it. */
import { z } from '@hono/zod-openapi';
import type { Notification } from '../../domain/notifications.ts';
import { id } from '../ids.ts';
import { accountOutput, toAccountOutput } from './account.ts';
import { shortEventableOutput, toShortEventable } from './short-eventable.ts';
import { timestamp } from './timestamp.ts';

export const notificationOutput = z
  .object({
    id,
    type: z.enum(['follow', 'follow_request', 'mention', 'reply', 'like', 'boost', 'cooked']),
    created_at: timestamp,
    read: z.boolean(),
    account: accountOutput,
    object: shortEventableOutput.nullable(),
  })
  .openapi('Notification');

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
