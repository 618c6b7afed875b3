/** Prints what is known of an account. */
import type { Account } from '../domain/accounts/account.ts';
import { findAddress } from './address.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = async ({ args: [address = ''], say }) => {
  const account = await withDatabase(() => findAddress(address));
  say(`${nameOf(account)}  ${account.state}`);
  const known = describe(account);
  const shown = Object.entries(known).filter(
    ([key, value]) => value !== null && value !== '' && !['handle', 'state'].includes(key),
  );
  for (const [key, value] of shown) say(`  ${key.padEnd(15)}${value}`);
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
