/** The caller's own account: see it, change it, leave for good. */
import { z } from '@hono/zod-openapi';
import { getAccount } from '../../domain/accounts/account.ts';
import { leave } from '../../domain/accounts/leave.ts';
import { updateProfile } from '../../domain/accounts/profile.ts';
import { id } from '../ids.ts';
import { profileChanges, profileOf } from '../input/profile.ts';
import { ownAccountOutput, showOwnAccount } from '../output/own-account.ts';
import { type Route, route } from '../route.ts';
import { shape } from '../shape.ts';

const path = '/accounts/me';
const rule = 'the account itself';

export const ownAccount: Route[] = [
  route({
    method: 'get',
    path,
    summary: 'The caller’s own account',
    scope: 'account:read',
    rule,
    status: 200,
    answer: ownAccountOutput,
    handler: async ({ caller }) => showOwnAccount(await getAccount(caller.accountId)),
  }),
  route({
    method: 'patch',
    path,
    summary: 'Change one’s name, summary and settings',
    scope: 'account:write',
    rule,
    body: profileChanges,
    status: 200,
    answer: ownAccountOutput,
    handler: async ({ caller, body }) => {
      await updateProfile(caller.accountId, profileOf(body));
      return showOwnAccount(await getAccount(caller.accountId));
    },
  }),
  route({
    method: 'delete',
    path,
    summary: 'Leave for good, with everything one published; cannot be undone',
    details:
      'The token is refused from then on; what was published is gone within seconds, and other servers are told to forget it.',
    scope: 'account:write',
    rule,
    status: 202,
    answer: shape('deleted_account_output', z.object({ id }), { id: 3 }),
    handler: async ({ caller }) => {
      await leave(caller.accountId);
      return { id: caller.accountId };
    },
  }),
];
