/** Serialises the caller's own account with its private settings. */
import { z } from '@hono/zod-openapi';
import type { Account } from '../../domain/accounts/account.ts';
import { quotePolicy } from '../../http/input/profile.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { accountDetailsOutput, toAccountDetails } from './account-details.ts';

export const ownAccountOutput = namedSchema(
  'own_account_output',
  accountDetailsOutput.extend({
    locked: z.boolean().openapi({ description: 'Each follower must be approved' }),
    discoverable: z.boolean(),
    indexable: z.boolean(),
    locale: z.string(),
    recipes_as_articles: z.boolean(),
    quote_policy: quotePolicy.openapi({ description: 'Who may quote public and unlisted items' }),
    also_known_as: z
      .array(z.string())
      .openapi({ description: 'Aliases: accounts that may move to this one' }),
  }),
  {
    ...schemaExample(accountDetailsOutput),
    ...{ locked: false, discoverable: true, indexable: true, locale: 'en', recipes_as_articles: false },
    quote_policy: 'everyone',
    also_known_as: ['https://other.example/users/ann'],
  },
);

export const toOwnAccountOutput = async (account: Account): Promise<z.output<typeof ownAccountOutput>> => ({
  ...(await toAccountDetails(account)),
  locked: account.locked,
  discoverable: account.discoverable,
  indexable: account.indexable,
  locale: account.locale,
  recipes_as_articles: account.recipesAsArticles,
  quote_policy: account.quotePolicy,
  also_known_as: account.alsoKnownAs,
});
