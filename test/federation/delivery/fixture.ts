/** Activities of Ann to deliver, and the state of their deliveries. */
import { beforeAll } from 'vitest';
import { insertActivity } from '../../../src/db/sql/deliveries.ts';
import { db } from '../../../src/db/statement.ts';
import type { Account } from '../../../src/domain/accounts/account.ts';
import { register } from '../../../src/domain/accounts/register.ts';
import { query, useDatabase } from '../../support/database-connection.ts';
import { enqueueDeliveriesTo } from '../../support/deliveries.ts';

export let ann: Account;
let activities = 0;

/** Connects the database and registers Ann. */
export function useAnn(): void {
  useDatabase();
  beforeAll(async () => {
    ann = await register({ username: 'ann' });
  });
}

/**
 * Inserts an activity of Ann with one delivery for each inbox. Returns the delivery ids in the order of the inboxes.
 */
export async function enqueueDelivery(...recipients: Account[]): Promise<number[]> {
  activities += 1;
  const iri = `https://cook.example/users/${ann.id}/activities/${activities}`;
  const body = JSON.stringify({ id: iri, type: 'Create', content: 'crème brûlée' });
  const [activity] = await insertActivity(db, iri, ann.id, 'Create', null, body, true);
  const ids = recipients.map(({ id }) => id);
  return enqueueDeliveriesTo(activity!.id, ann.id, ids);
}

export async function deliveryOf(id: number) {
  const [row] = await query<{ state: string; attempts: number; last_status: number | null; inbox: string }>(
    'SELECT state, attempts, last_status, inbox FROM delivery WHERE id = $1',
    [id],
  );
  return row!;
}

export const hostOf = async (host: string) =>
  (
    await query<{ dialect: string; failures: number; open_until: Date | null }>('SELECT * FROM host WHERE host = $1', [
      host,
    ])
  )[0];

/** Seconds between a time in milliseconds and that of the next attempt. */
export const secondsAfter = (start: number, again: Date) => (again.getTime() - start) / 1_000;
export const secondsUntil = (again: Date) => secondsAfter(Date.now(), again);
