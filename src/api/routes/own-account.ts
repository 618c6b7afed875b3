/** Reads, updates and deletes the caller's own account. */
import { z } from '@hono/zod-openapi';
import { getAccount } from '../../domain/accounts/account.ts';
import { deleteAccount } from '../../domain/accounts/delete.ts';
import { updateProfile } from '../../domain/accounts/profile.ts';
import { id } from '../../http/ids.ts';
import { wrapped } from '../../http/input/fields.ts';
import { profileChanges, profileOf } from '../../http/input/profile.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { password, requirePassword } from '../../http/require-password.ts';
import { type Route, route } from '../../http/route.ts';
import { ownAccountOutput, toOwnAccountOutput } from '../output/own-account.ts';

const path = '/accounts/me';
const rule = 'the account’s owner';

const deletion = wrapped(
  'account',
  namedSchema('account_deletion_input', z.object({ password }), { password: 'correct horse battery staple' }),
);

export const ownAccount: Route[] = [
  route({
    method: 'get',
    path,
    summary: 'Get the caller’s account',
    scope: 'account:read',
    rule,
    status: 200,
    response: ownAccountOutput,
    handler: async ({ caller }) => toOwnAccountOutput(await getAccount(caller.accountId)),
  }),
  route({
    method: 'patch',
    path,
    summary: 'Update the caller’s profile and settings',
    scope: 'account:write',
    rule,
    body: profileChanges,
    status: 200,
    response: ownAccountOutput,
    handler: async ({ caller, body }) => {
      await updateProfile(caller.accountId, profileOf(body));
      return toOwnAccountOutput(await getAccount(caller.accountId));
    },
  }),
  route({
    method: 'delete',
    path,
    summary: 'Delete the caller’s account and everything it published. This cannot be undone.',
    details:
      'Needs the password, so that a stolen token is not enough. The token becomes invalid at once, and nobody sees the account or what it published any more. A job erases it all, which takes some hours for a million items, and other servers are told to delete it.',
    scope: 'account:write',
    rule,
    body: deletion,
    status: 202,
    response: namedSchema('deleted_account_output', z.object({ id }), { id: 3 }),
    handler: async ({ caller, body }) => {
      const guesser = `apps of ${caller.accountId}`;
      await requirePassword(caller.accountId, { given: body.password, field: 'password', guesser });
      await deleteAccount(caller.accountId);
      return { id: caller.accountId };
    },
  }),
];
