/** Serialises one account with the account it has moved to. */
import type { z } from '@hono/zod-openapi';
import { type Account, findAccount } from '../../domain/accounts/account.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { accountOutput, toAccountOutput } from './account.ts';

export const accountDetailsOutput = namedSchema(
  'account_details_output',
  accountOutput.extend({
    moved_to: accountOutput.optional().openapi({ description: 'Only present if the account has moved' }),
  }),
  schemaExample(accountOutput),
);

export async function toAccountDetails(account: Account): Promise<z.output<typeof accountDetailsOutput>> {
  const target = account.movedToId === null ? null : await findAccount(account.movedToId);
  const hidden = !target || target.deletedAt || target.suspendedAt;
  return { ...toAccountOutput(account), ...(!hidden && { moved_to: toAccountOutput(target) }) };
}
