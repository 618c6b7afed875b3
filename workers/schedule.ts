/** What is done by the clock, in every worker alike: each piece may run twice without harm. */
import { transact } from '../src/db/transaction.ts';
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
    every(600 * second, 'refresh accounts', () => transact((tx) => enqueue(tx, jobs.refreshAccounts, {}))),
    every(config.trendingInterval * second, 'refresh trends', refreshTrends, { atOnce: true }),
  ];
  return { stop: async () => void (await Promise.all(tasks.map((task) => task.stop()))) };
}

/** Never two runs of one task at a time in a process. */
function every(ms: number, name: string, task: () => Promise<unknown>, { atOnce = false } = {}) {
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;

  const run = () => {
    if (busy) return;
    busy = true;
    running = task()
      .catch((error: Error) => log.warn({ task: name, error: error.message }, 'a scheduled task failed'))
      .finally(() => {
        busy = false;
      });
  };
  const timer = setInterval(run, ms);
  if (atOnce) run();

  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
