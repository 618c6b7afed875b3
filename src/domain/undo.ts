/** What every Undo from another server begins with, whatever it takes back. */
import { lockSayings } from '../db/sql/repetitions.ts';
import type { Tx } from '../db/transaction.ts';
import { type Account, getAccount } from './accounts/account.ts';
import { takeBackRestated } from './repetitions.ts';
import { bury, isOver } from './tombstones.ts';

interface Undone<Known> {
  iri: string;
  accountId: number;
  /** Type of the activity. */
  type: string;
  /** What stands here under its IRI, or in its place. */
  find(): Promise<Known[]>;
  doneBy(known: Known): number;
}

/**
 * Ends the activity for good, come or not. Null when that is all there is to do: it was undone before, another account did
 * it, or others that said the same remain.
 */
export async function beginUndo<Known>(
  tx: Tx,
  { iri, accountId, type, find, doneBy }: Undone<Known>,
): Promise<{ account: Account; known: Known | undefined } | null> {
  const account = await getAccount(accountId, tx);
  if (await isOver(tx, iri, accountId)) return null;
  await lockSayings(tx, accountId);
  const [known] = await find();
  if (known && doneBy(known) !== accountId) return null;
  await bury(tx, iri, account.iri!, type);
  return (await takeBackRestated(tx, iri, accountId)) ? null : { account, known };
}
