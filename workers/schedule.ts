/** Runs periodic tasks. Every worker process runs them, so each must be safe to run twice. */
import { transact } from '../src/db/transaction.ts';
import { recordObservations } from '../src/domain/instance/hosts.ts';
import { watchServer } from '../src/domain/instance/watch.ts';
import { updateSearchIndex } from '../src/domain/items/search-index.ts';
import { jobs } from '../src/jobs/catalogue.ts';
import { enqueue } from '../src/jobs/enqueue.ts';
import type { Queues } from '../src/jobs/queues.ts';
import { config } from '../src/lib/config.ts';
import { log } from '../src/lib/log.ts';
import { reconcile } from './reconcile.ts';

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
