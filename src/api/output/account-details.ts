/** Serialises one account with its header and the account it has moved to. */
import { z } from '@hono/zod-openapi';
import { type Account, findAccount } from '../../domain/accounts/account.ts';
import { pictureUrls } from '../../http/media-url.ts';
import { namedSchema, schemaExample } from '../../http/named-schema.ts';
import { accountOutput, toAccountOutput } from './account.ts';

export const accountDetailsOutput = namedSchema(
  'account_details_output',
  accountOutput.extend({
    header: z
      .object({ original: z.url(), medium: z.url(), small: z.url() })
      .optional()
      .openapi({ description: 'The wide picture above the profile, if there is one' }),
    moved_to: accountOutput.optional().openapi({ description: 'Only present if the account has moved' }),
  }),
  schemaExample(accountOutput),
);

export async function toAccountDetails(account: Account): Promise<z.output<typeof accountDetailsOutput>> {
  const target = account.movedToId === null ? null : await findAccount(account.movedToId);
  const hidden = !target || target.deletedAt || target.suspendedAt;
  return {
    ...toAccountOutput(account),
    ...(account.headerKey && { header: pictureUrls(account.headerKey) }),
    ...(!hidden && { moved_to: toAccountOutput(target) }),
  };
}
