/** A relay and workers in the test's own process, with `load-object` doing whatever the test wants. */
import { expect, onTestFinished } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { transact } from '../../src/db/transaction.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { openQueues, type Queues } from '../../src/jobs/queues.ts';
import { type Relay, startRelay } from '../../workers/relay.ts';
import { startWork } from '../../workers/work.ts';
import { doing, iriOf, type Load } from './load-job.ts';

/** Promises a `load-object` in a transaction of its own. */
export function promise(name: string | number, dueAt: Date | null = null): Promise<void> {
  return transact(async (tx) => void (await enqueue(tx, jobs.loadObject, { iri: iriOf(name) }, { dueAt })));
}

export async function openTestQueues(): Promise<Queues> {
  const queues = await openQueues(process.env.DATABASE_URL!);
  onTestFinished(() => queues.close());
  return queues;
}

export function startTestRelay(queues: Queues): Relay {
  const relay = startRelay(queues, process.env.DATABASE_URL!);
  onTestFinished(() => relay.stop());
  return relay;
}

/** Relay and workers; ends what it started when the test does. */
export async function startBench(load: Load) {
  const queues = await openTestQueues();
  startTestRelay(queues);
  startWork(queues, doing(load));
  return queues;
}

interface Row {
  name: string;
  errors: number;
  crashes: number;
  last_error: string | null;
  offered: boolean;
  quarantined: boolean;
}

/** The `load-object` jobs that are not done. */
export async function unsettled(): Promise<Row[]> {
  const { rows } = await pool().query<Row>(
    `SELECT substr(payload ->> 'iri', $1) AS name, errors, crashes, last_error,
       offered_at IS NOT NULL AS offered, quarantined_at IS NOT NULL AS quarantined
     FROM outbox WHERE job = 'load-object' ORDER BY name`,
    [iriOf('').length + 1],
  );
  return rows;
}

/** Waits until no `load-object` is left to do. */
export async function untilSettled(): Promise<void> {
  await expect.poll(() => unsettled()).toEqual([]);
}

/** Makes what waits for its time due now. */
export async function hasten(): Promise<void> {
  await pool().query('UPDATE outbox SET due_at = now() WHERE offered_at IS NULL');
  await pool().query('NOTIFY outbox');
}
