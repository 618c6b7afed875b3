/** The people of the tests: Ann cooks, Bo follows, Cy keeps away; each with an account of this server. */
import { beforeAll } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { useDatabase } from './database-connection.ts';

const names = { ann: 'Ann', bo: 'Bo', cy: 'Cy' };
export type Cast = Record<keyof typeof names, Account>;

/** As `useCast` gathered it. */
export let cast: Cast;

/** The database and the people in it. */
export function useCast(): void {
  useDatabase();
  beforeAll(async () => {
    cast = await gatherCast();
  });
}

/** Registers them; once a test file, for making keys takes its time. */
export async function gatherCast(): Promise<Cast> {
  const accounts = await Promise.all(
    Object.entries(names).map(([username, name]) => register({ username, name })),
  );
  return Object.fromEntries(accounts.map((account) => [account.username, account])) as Cast;
}
