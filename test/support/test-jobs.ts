/** A relay and workers in the test process, with a handler of `load-object` that the test chooses. */
import { expect, onTestFinished } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { transact } from '../../src/db/transaction.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { openQueues, type Queues } from '../../src/jobs/queues.ts';
import { type Relay, startRelay } from '../../workers/relay.ts';
import { startWorkers } from '../../workers/work.ts';
import { handlersWith, iriOf, type LoadObjectHandler } from './load-object-job.ts';

/** Enqueues a `load-object` in its own transaction. */
export function enqueueTestJob(name: string | number, dueAt: Date | null = null): Promise<void> {
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

/** Starts relay and workers, and stops them with the test. */
export async function startTestWorkers(load: LoadObjectHandler) {
  const queues = await openTestQueues();
  startTestRelay(queues);
  startWorkers(queues, handlersWith(load));
  return queues;
}

interface Row {
  name: string;
  errors: number;
  crashes: number;
  last_error: string | null;
  dispatched: boolean;
  quarantined: boolean;
}

/** Lists unfinished `load-object` jobs. */
export async function unfinishedJobs(): Promise<Row[]> {
  const { rows } = await pool().query<Row>(
    `SELECT substr(payload ->> 'iri', $1) AS name, errors, crashes, last_error,
       dispatched_at IS NOT NULL AS dispatched, quarantined_at IS NOT NULL AS quarantined
     FROM outbox WHERE job = 'load-object' ORDER BY name`,
    [iriOf('').length + 1],
  );
  return rows;
}

/** Waits until no `load-object` job is left. */
export async function waitForTestJobs(): Promise<void> {
  await expect.poll(() => unfinishedJobs()).toEqual([]);
}

/** Makes postponed jobs due now. */
export async function makeJobsDue(): Promise<void> {
  await pool().query('UPDATE outbox SET due_at = now() WHERE dispatched_at IS NULL');
  await pool().query('NOTIFY outbox');
}
