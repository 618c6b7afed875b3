/** Records that the profile of a local account changed. */
import type { Tx } from '../../db/transaction.ts';
import { recordFact } from '../../jobs/enqueue.ts';

export async function enqueueActorUpdate(tx: Tx, accountId: number): Promise<void> {
  await recordFact(tx, { fact: 'account.updated', accountId });
}
