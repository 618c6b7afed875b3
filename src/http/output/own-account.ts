/** The caller's own account as the API shows it, with what only its owner sets. */
import { z } from '@hono/zod-openapi';
import type { Account } from '../../domain/accounts/account.ts';
import { accountDetailsOutput, showAccount } from './account-details.ts';

export const ownAccountOutput = accountDetailsOutput
  .extend({
    locked: z.boolean().openapi({ description: 'Followers are asked for one by one' }),
    discoverable: z.boolean(),
    indexable: z.boolean(),
    also_known_as: z.array(z.string()).openapi({ description: 'Accounts that may move here' }),
  })
  .openapi('OwnAccount');

export const showOwnAccount = async (account: Account): Promise<z.output<typeof ownAccountOutput>> => ({
  ...(await showAccount(account)),
  locked: account.locked,
  discoverable: account.discoverable,
  indexable: account.indexable,
  also_known_as: account.alsoKnownAs,
});
