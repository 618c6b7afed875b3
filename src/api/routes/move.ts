/** Sets account aliases and moves the caller's account to another one. */
import { getAccount } from '../../domain/accounts/account.ts';
import { moveAway, moveBack, setAliases } from '../../domain/migration/move.ts';
import { aliases, confirmedMove } from '../../http/input/move.ts';
import { requirePassword } from '../../http/require-password.ts';
import { type Route, route } from '../../http/route.ts';
import { ownAccountOutput, toOwnAccountOutput } from '../output/own-account.ts';

const path = '/accounts/me';
const rule = 'the account’s owner';

export const move: Route[] = [
  route({
    method: 'put',
    path: `${path}/aliases`,
    summary: 'Replace the list of accounts that may move to this one',
    scope: 'account:write',
    rule,
    body: aliases,
    status: 200,
    response: ownAccountOutput,
    handler: async ({ caller, body }) => {
      await setAliases(caller.accountId, body.aliases);
      return toOwnAccountOutput(await getAccount(caller.accountId));
    },
  }),
  route({
    method: 'post',
    path: `${path}/move`,
    summary:
      'Move to an account that lists this one as an alias. Followers are moved, and this account can no longer publish.',
    scope: 'account:write',
    rule,
    body: confirmedMove,
    status: 200,
    response: ownAccountOutput,
    handler: async ({ caller, body }) => {
      const guesser = `apps of ${caller.accountId}`;
      await requirePassword(caller.accountId, { given: body.password, field: 'password', guesser });
      await moveAway(caller.accountId, body.target);
      return toOwnAccountOutput(await getAccount(caller.accountId));
    },
  }),
  route({
    method: 'delete',
    path: `${path}/move`,
    summary: 'Cancel a move: publish here again. Followers do not come back automatically.',
    scope: 'account:write',
    rule,
    status: 204,
    response: null,
    handler: ({ caller }) => moveBack(caller.accountId),
  }),
];
