/** Looks up local and remote accounts. */
import { z } from '@hono/zod-openapi';
import { lookUpAccountAndWait } from '../../domain/accounts/lookup.ts';
import { route } from '../../http/route.ts';
import { accountDetailsOutput, toAccountDetails } from '../output/account-details.ts';

export const getAccountByIdOrUsername = route({
  method: 'get',
  path: '/accounts/{id_or_username}',
  summary: 'Get an account by id, name or name@host',
  details:
    'A remote account that is not known yet is fetched from its server, which may take seconds. The response is 404 if there is no such account. `state` says how much has been fetched: only the address is known, because the server does not answer (`unknown`), the profile is known and the latest posts are being fetched (`loading`), or everything is there (`loaded`).',
  scope: 'account:read',
  rule: 'any account',
  params: z.object({
    id_or_username: z
      .string()
      .openapi({ description: 'Id, `name` or `name@host`', example: 'bo@other.example' }),
  }),
  status: 200,
  response: accountDetailsOutput,
  handler: async ({ params }) => toAccountDetails(await lookUpAccountAndWait(params.id_or_username)),
});
