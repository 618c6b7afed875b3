/** The caller's own account as the API shows it, with what only its owner sets. */
import { z } from '@hono/zod-openapi';
import type { Account } from '../../domain/accounts/account.ts';
import { exampleOf, shape } from '../shape.ts';
import { accountDetailsOutput, showAccount } from './account-details.ts';

export const ownAccountOutput = shape(
  'own_account_output',
  accountDetailsOutput.extend({
    locked: z.boolean().openapi({ description: 'Followers are asked for one by one' }),
    discoverable: z.boolean(),
    indexable: z.boolean(),
    locale: z.string(),
    recipes_as_notes: z.boolean(),
    also_known_as: z.array(z.string()).openapi({ description: 'Accounts that may move here' }),
  }),
  {
    ...exampleOf(accountDetailsOutput),
    ...{ locked: false, discoverable: true, indexable: true, locale: 'en', recipes_as_notes: false },
    also_known_as: ['https://elsewhere.example/users/ann'],
  },
);

export const showOwnAccount = async (account: Account): Promise<z.output<typeof ownAccountOutput>> => ({
  ...(await showAccount(account)),
  locked: account.locked,
  discoverable: account.discoverable,
  indexable: account.indexable,
  locale: account.locale,
  recipes_as_notes: account.recipesAsNotes,
  also_known_as: account.alsoKnownAs,
});
