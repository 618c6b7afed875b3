/** The caller's own account as the API shows it, with what only its owner sets. */
import { z } from '@hono/zod-openapi';
import type { Account } from '../../domain/accounts/account.ts';
import { accountOutput, toAccountOutput } from './account.ts';

export const ownAccountOutput = accountOutput
  .extend({
    locked: z.boolean().openapi({ description: 'Followers are asked for one by one' }),
    discoverable: z.boolean(),
    indexable: z.boolean(),
  })
  .openapi('OwnAccount');

export const toOwnAccountOutput = (account: Account): z.output<typeof ownAccountOutput> => ({
  ...toAccountOutput(account),
  locked: account.locked,
  discoverable: account.discoverable,
  indexable: account.indexable,
});
