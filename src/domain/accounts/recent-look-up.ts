/** Remembers for 15 minutes that a handle or IRI names no account, or an account that has another handle or IRI. */
import { selectLookUp, storeLookUp } from '../../db/sql/accounts.ts';
import { db, type Executor } from '../../db/statement.ts';
import { type Account, findAccount } from './account.ts';

const keyOf = (name: string) => JSON.stringify(['look-up', name]);

/** `name` is a handle or an IRI. A null `accountId` means that there is no such account. */
export async function rememberLookUp(on: Executor, name: string, accountId: number | null): Promise<void> {
  await storeLookUp(on, keyOf(name), accountId);
}

/** Returns `missing` if the last look-up found no such account, and null if nothing is remembered. */
export async function findRecentLookUp(name: string, on: Executor = db): Promise<Account | 'missing' | null> {
  const [lookUp] = await selectLookUp(on, keyOf(name));
  if (!lookUp) return null;
  return lookUp.account_id === null ? 'missing' : findAccount(lookUp.account_id, on);
}
