/** Runs periodic tasks. Every worker process runs them, so each must be safe to run twice. */
import { listDispatched, recordReconciliation } from '../src/db/sql/jobs.ts';
import { db } from '../src/db/statement.ts';
import { transact } from '../src/db/transaction.ts';
import { watchServer } from '../src/domain/instance/doctor/run-checks.ts';
import { recordObservations } from '../src/domain/instance/hosts.ts';
import { recordTotals } from '../src/domain/instance/usage.ts';
import { updateSearchIndex } from '../src/domain/items/search-index.ts';
import { type JobName, jobByName, jobs } from '../src/jobs/catalogue.ts';
import { enqueue, wakeRelay } from '../src/jobs/enqueue.ts';
import type { Queues } from '../src/jobs/queues.ts';
import { config } from '../src/lib/config.ts';
import { log } from '../src/lib/log.ts';
import { queueOf } from './relay.ts';

const second = 1_000;

export function startSchedule(queues: Queues): { stop(): Promise<void> } {
  const refreshTrends = () => transact((tx) => enqueue(tx, jobs.refreshTrending, {}));
  const tasks = [
    every(5 * second, 'reconcile', () => reconcile(queues)),
    every(3_600 * second, 'prune', () => transact((tx) => enqueue(tx, jobs.prune, {}))),
    every(3_600 * second, 'send digests', () => transact((tx) => enqueue(tx, jobs.sendDigests, {}))),
    every(600 * second, 'refresh accounts', () => transact((tx) => enqueue(tx, jobs.refreshAccounts, {}))),
    every(3_600 * second, 'refresh block lists', () => transact((tx) => enqueue(tx, jobs.refreshBlockLists, {}))),
    every(300 * second, 'watch server', watchServer),
    every(600 * second, 'record observations', () => recordObservations()),
    every(600 * second, 'record totals', () => recordTotals()),
    every(600 * second, 'update search index', updateSearchIndex, { runNow: true }),
    every(config.trendingInterval * second, 'refresh trends', refreshTrends, { runNow: true }),
  ];
  return { stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))) };
}

/** Skips a run while the previous one is still active in this process. */
function every(ms: number, name: string, task: () => Promise<unknown>, { runNow = false } = {}) {
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;

  const run = () => {
    if (isRunning) return;
    isRunning = true;
    running = task()
      .catch((error: Error) => log.warn({ task: name, error: error.message }, 'a scheduled task failed'))
      .finally(() => {
        isRunning = false;
      });
  };
  const timer = setInterval(run, ms);
  if (runNow) run();

  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

// Finds dispatched jobs that the queue has lost and dispatches them again, so that a flushed Redis loses no work

const batchSize = 1_000;

/** Checks jobs that were dispatched more than `seconds` ago. Returns how many were lost. */
export async function reconcile(queues: Queues, seconds = 10): Promise<number> {
  let lost = 0;
  for (;;) {
    const found = await reconcileBatch(queues, seconds);
    lost += found;
    // If a whole batch is lost, the queue was flushed and later jobs are lost as well.
    if (found < batchSize) return lost;
  }
}

async function reconcileBatch(queues: Queues, seconds: number): Promise<number> {
  const dispatched = (await listDispatched(db, seconds, batchSize)).filter((row) => row.job in jobByName);
  if (dispatched.length === 0) return 0;

  const lost: string[] = [];
  const queued: string[] = [];
  await Promise.all(
    dispatched.map(async (row) => {
      const isQueued = await queues.holds(queueOf(row.job as JobName), row);
      (isQueued ? queued : lost).push(row.id);
    }),
  );
  await recordReconciliation(db, lost, queued, seconds);
  if (lost.length > 0) wakeRelay();
  return lost.length;
}
