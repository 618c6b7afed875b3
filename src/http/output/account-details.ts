/** One account looked at by itself, with where it has moved. */
import type { z } from '@hono/zod-openapi';
import { type Account, findAccount } from '../../domain/accounts/account.ts';
import { exampleOf, shape } from '../shape.ts';
import { accountOutput, toAccountOutput } from './account.ts';

export const accountDetailsOutput = shape(
  'account_details_output',
  accountOutput.extend({
    moved_to: accountOutput.optional().openapi({ description: 'Left out unless it has moved' }),
  }),
  exampleOf(accountOutput),
);

export async function showAccount(account: Account): Promise<z.output<typeof accountDetailsOutput>> {
  const target = account.movedToId === null ? null : await findAccount(account.movedToId);
  const hidden = !target || target.deletedAt || target.suspendedAt;
  return { ...toAccountOutput(account), ...(!hidden && { moved_to: toAccountOutput(target) }) };
}
