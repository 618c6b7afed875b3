/** Prints what is stored about an account. */
import type { Account } from '../domain/accounts/account.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { findAddress } from './find-account.ts';

export const run: CommandHandler = async ({ args: [address = ''], print }) => {
  const account = await withDatabase(() => findAddress(address));
  print(`${nameOf(account)}  ${account.state}`);
  const known = describe(account);
  const shown = Object.entries(known).filter(
    ([key, value]) => value !== null && value !== '' && !['handle', 'state'].includes(key),
  );
  for (const [key, value] of shown) print(`  ${key.padEnd(15)}${value}`);
  return known;
};

export const nameOf = (account: Account): string => account.handle ?? account.iri ?? account.username;

export const describe = (account: Account) => ({
  id: account.id,
  handle: account.handle,
  name: account.name,
  state: account.state,
  iri: account.iri,
  url: account.url,
  followersCount: account.followersCount,
  followingCount: account.followingCount,
  fetchedAt: account.fetchedAt?.toISOString() ?? null,
  fetchFailures: account.fetchFailures,
  nextFetchAt: account.nextFetchAt?.toISOString() ?? null,
});
