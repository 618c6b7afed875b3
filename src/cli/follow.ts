/** Lets an account of this server follow another, wherever that one is. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, getAccount } from '../domain/accounts/account.ts';
import { getActiveMember } from '../domain/accounts/members.ts';
import { follow } from '../domain/follows.ts';
import { getRelationships } from '../domain/relationships.ts';
import { findAddress } from './address.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';
import { describe, nameOf } from './lookup.ts';
import { Failure } from './outcome.ts';

const patience = 10_000;

export const run: Run = ({ args: [name = '', address = ''], say }) =>
  withDatabase(async () => {
    const follower = await getActiveMember(name);
    const account = await untilKnown(await findAddress(address));
    if (account.state === 'unknown') {
      throw new Failure(
        `${nameOf(account)} is still unknown after ${patience / 1_000} s: is the server running, and the address right? Try again later`,
        { state: 'unknown', account: describe(account) },
      );
    }

    await follow(follower.id, account.id);
    const [relationship] = await getRelationships(follower.id, [account.id]);
    const state = relationship?.following ? 'following' : 'requested';
    say(`${state} ${nameOf(account)}`);
    return { state, account: describe(account) };
  });

/** The worker of the running server loads it. */
async function untilKnown(account: Account): Promise<Account> {
  const until = Date.now() + patience;
  let seen = account;
  while (seen.state === 'unknown' && Date.now() < until) {
    await sleep(100);
    seen = await getAccount(account.id);
  }
  return seen;
}
