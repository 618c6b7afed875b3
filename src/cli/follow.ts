/** Makes a local account follow another account, local or remote. */
import { follow, getRelationships } from '../domain/interactions/follow.ts';
import { getActiveMember } from '../domain/moderation/members.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { CommandFailure } from './errors.ts';
import { findAddress } from './find-account.ts';
import { describe, nameOf } from './lookup.ts';

const timeoutMs = 10_000;

export const run: CommandHandler = ({ args: [name = '', address = ''], print }) =>
  withDatabase(async () => {
    const follower = await getActiveMember(name);
    const account = await findAddress(address, timeoutMs);
    if (account.state === 'unknown') {
      throw new CommandFailure(
        `${nameOf(account)} was not found within ${timeoutMs / 1_000} s. Check that the server is running and the address is right, then try again`,
        { state: 'unknown', account: describe(account) },
      );
    }

    await follow(follower.id, account.id);
    const [relationship] = await getRelationships(follower.id, [account.id]);
    const state = relationship?.following ? 'following' : 'requested';
    print(`${state} ${nameOf(account)}`);
    return { state, account: describe(account) };
  });
