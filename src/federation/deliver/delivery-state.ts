/** Loads deliveries and records their attempts; concurrent deliveries share one statement. */
import {
  clearInbox,
  type PendingDelivery,
  recordDeliveries,
  selectPendingDeliveries,
} from '../../db/sql/deliveries.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { batched } from '../../lib/batch.ts';
import type { DeliveryAttempt } from './post-activity.ts';

/** Resolves to undefined for a delivery that has already ended. */
export const loadDelivery = batched(
  async (ids: number[]) => {
    const rows = new Map((await selectPendingDeliveries(db, ids)).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id));
  },
  { parallel: 2 },
);

type AttemptResult = Pick<DeliveryAttempt, 'outcome' | 'attempts' | 'status'>;

const record = batched(async (results: (AttemptResult & { delivery: PendingDelivery })[]) => {
  await recordDeliveries(
    db,
    results.map(({ delivery }) => delivery.id),
    results.map(({ outcome }) => outcome.state),
    results.map(({ attempts }) => attempts),
    results.map(({ status }) => status),
    results.map(({ outcome }) => outcome.error?.slice(0, 500) ?? null),
  );
  return results;
});

export async function recordAttempt(delivery: PendingDelivery, attempt: AttemptResult): Promise<void> {
  await record({ ...attempt, delivery });
}

/** Ends a delivery without another attempt. */
export async function failDelivery(delivery: PendingDelivery, error: string): Promise<'done'> {
  const { attempts } = delivery;
  await record({ delivery, attempts, status: null, outcome: { state: 'failed', error } });
  return 'done';
}

/** Stops using an inbox that answered 410, and refetches its accounts, which finds the deleted ones. */
export async function forgetInbox(inbox: string): Promise<void> {
  await transact(async (tx) => {
    for (const { id } of await clearInbox(tx, inbox)) await enqueue(tx, jobs.loadAccount, { accountId: id });
  });
}
