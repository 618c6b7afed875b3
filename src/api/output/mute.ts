/** Serialises mutes of accounts and threads, and blocked servers. */
import { z } from '@hono/zod-openapi';
import type { MutedAccount } from '../../domain/interactions/account-lists.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { accountOutput, toAccountOutput } from './account.ts';
import { timestamp } from './timestamp.ts';

export const mutedAccountOutput = namedSchema(
  'muted_account_output',
  accountOutput.extend({
    mute_expires_at: timestamp.nullable(),
    muting_notifications: z.boolean(),
  }),
  {
    ...schemaExample(accountOutput),
    ...{ mute_expires_at: '2026-05-01T12:00:00.000Z', muting_notifications: true },
  },
);

export const toMutedAccountOutput = ({
  account,
  expiresAt,
  hidesNotifications,
}: MutedAccount): z.output<typeof mutedAccountOutput> => ({
  ...toAccountOutput(account),
  mute_expires_at: expiresAt?.toISOString() ?? null,
  muting_notifications: hidesNotifications,
});

export const threadMuteOutput = namedSchema('thread_mute_output', z.object({ muted: z.boolean() }), {
  muted: true,
});

export const domainBlockOutput = namedSchema('domain_block_output', z.object({ host: z.string() }), {
  host: 'far.example',
});
