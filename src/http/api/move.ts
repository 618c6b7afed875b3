/** Moving house: which accounts elsewhere are the caller's too, and where the caller has gone. */
import { getAccount } from '../../domain/accounts/account.ts';
import { moveAway, moveBack, setAliases } from '../../domain/accounts/move.ts';
import { aliases, moveTarget } from '../input/move.ts';
import { ownAccountOutput, showOwnAccount } from '../output/own-account.ts';
import { type Route, route } from '../route.ts';

const path = '/accounts/me';
const rule = 'the account itself';

export const move: Route[] = [
  route({
    method: 'put',
    path: `${path}/aliases`,
    summary: 'Name the accounts that may move here; the list given replaces the list',
    scope: 'account:write',
    rule,
    body: aliases,
    status: 200,
    answer: ownAccountOutput,
    handler: async ({ caller, body }) => {
      await setAliases(caller.accountId, body.aliases);
      return showOwnAccount(await getAccount(caller.accountId));
    },
  }),
  route({
    method: 'post',
    path: `${path}/move`,
    summary:
      'Move to an account that names this one among its aliases: followers go there, nothing more is published',
    scope: 'account:write',
    rule,
    body: moveTarget,
    status: 200,
    answer: ownAccountOutput,
    handler: async ({ caller, body }) => {
      await moveAway(caller.accountId, body.target);
      return showOwnAccount(await getAccount(caller.accountId));
    },
  }),
  route({
    method: 'delete',
    path: `${path}/move`,
    summary: 'Publish here again; followers who have gone do not come back by themselves',
    scope: 'account:write',
    rule,
    status: 204,
    answer: null,
    handler: ({ caller }) => moveBack(caller.accountId),
  }),
];
