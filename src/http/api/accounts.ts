/** Accounts: look one up, here or on another server. */
import { z } from '@hono/zod-openapi';
import { lookUpAccount } from '../../domain/accounts/look-up.ts';
import { accountDetailsOutput, showAccount } from '../output/account-details.ts';
import { route } from '../route.ts';

export const getAccountByIdOrUsername = route({
  method: 'get',
  path: '/accounts/{id_or_username}',
  summary: 'An account by id, name or name@host; one of another server is fetched when it is not known yet',
  details:
    '`state` says how much is known of an account elsewhere: nothing but its address (`unknown`), its profile while its posts are being read (`loading`), or these as well (`loaded`).',
  scope: 'account:read',
  rule: 'anybody',
  params: z.object({
    id_or_username: z
      .string()
      .openapi({ description: 'Id, `name` or `name@host`', example: 'bo@elsewhere.example' }),
  }),
  status: 200,
  answer: accountDetailsOutput,
  handler: async ({ params }) => showAccount(await lookUpAccount(params.id_or_username)),
});
