/** What is undone before anybody here heard of it. */
import { selectDeed } from '../db/sql/relevance.ts';
import { transact } from '../db/transaction.ts';
import { getAccount } from './accounts/account.ts';
import { bury, isOver } from './tombstones.ts';

/** It will have no effect when it comes; false when it has come by now. */
export async function endUnheard(iri: string, accountId: number): Promise<boolean> {
  return transact(async (tx) => {
    const account = await getAccount(accountId, tx);
    if (await isOver(tx, iri, accountId)) return true;
    if ((await selectDeed(tx, iri)).length > 0) return false;
    await bury(tx, iri, account.iri!, null);
    return true;
  });
}
