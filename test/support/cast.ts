/** The cast of the tests: Ann cooks, Bo follows her, Cy does not. All are local accounts. */
import { beforeAll } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { useDatabase } from './database-connection.ts';

const names = { ann: 'Ann', bo: 'Bo', cy: 'Cy' };
export type Cast = Record<keyof typeof names, Account>;

/** Filled by `useCast`. */
export let cast: Cast;

/** Connects the database and registers the cast. */
export function useCast(): void {
  useDatabase();
  beforeAll(async () => {
    cast = await registerCast();
  });
}

/** Registers the cast once per test file, because generating keys is slow. */
export async function registerCast(): Promise<Cast> {
  const accounts = await Promise.all(Object.entries(names).map(([username, name]) => register({ username, name })));
  return Object.fromEntries(accounts.map((account) => [account.username, account])) as Cast;
}
