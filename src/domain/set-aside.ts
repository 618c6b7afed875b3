/** Jobs that failed too often and wait for somebody to decide. */
import { listQuarantined, notifyOutbox, replayOutbox } from '../db/sql/outbox.ts';
import { db } from '../db/statement.ts';
import { transact } from '../db/transaction.ts';
import { DomainError } from '../lib/errors.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Oldest first. */
export const listSetAside = (limit: number) => listQuarantined(db, limit);

/** Tries it once more. Throws not_found. */
export async function replayJob(id: string): Promise<void> {
  const missing = new DomainError('not_found', `no job ${id} was set aside`);
  if (!uuid.test(id)) throw missing;
  await transact(async (tx) => {
    if ((await replayOutbox(tx, id)).length === 0) throw missing;
    await notifyOutbox(tx);
  });
}
