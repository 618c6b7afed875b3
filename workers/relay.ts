/** Dispatches due jobs from the outbox to the queues. */
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../src/db/listen.ts';
import { type OutboxRow, returnToOutbox } from '../src/db/sql/jobs.ts';
import { db } from '../src/db/statement.ts';
import { type JobName, jobByName, type QueueName } from '../src/jobs/catalogue.ts';
import { onWake } from '../src/jobs/enqueue.ts';
import type { Queues } from '../src/jobs/queues.ts';
import { failpoint } from '../src/lib/failpoint.ts';
import { log } from '../src/lib/log.ts';
import { claimAndEnd } from './end-jobs.ts';

const batchSize = 100;
/** Pause per dispatched job, so that jobs share dispatches above 200 jobs per second and do not wait below. */
const pausePerJobMs = 5;
const maxPauseMs = 100;
/** The first jobs after a while are dispatched without a pause: what one publication causes. */
const freePauseMs = 25;
/** NOTIFY is only a hint. A lost one delays a job by at most this long. */
export const pollIntervalMs = 5_000;
/** After an error. */
const retryDelayMs = 1_000;

export interface Relay {
  stop(): Promise<void>;
}

interface Dispatched {
  /** How many jobs were claimed. */
  count: number;
  /** How long nothing else falls due. */
  restMs: number;
}

/**
 * Rows are marked before they are dispatched, so that no transaction stays open during queue calls. If the process dies
 * in between, `reconcile` finds the rows.
 */
export async function dispatchDueJobs(queues: Queues): Promise<Dispatched> {
  const { jobs: claimed, isFull, nextDueAt } = await claimAndEnd(batchSize);
  const restMs = isFull ? 0 : nextDueAt ? Math.max(5, nextDueAt.getTime() - Date.now()) : Number.POSITIVE_INFINITY;
  if (claimed.length === 0) return { count: 0, restMs };
  failpoint('relay_claimed');

  const known = claimed.filter((row) => row.job in jobByName);
  for (const [queue, rows] of Map.groupBy(known, (row) => queueOf(row.job as JobName))) {
    await dispatch(queues, queue, rows);
  }
  const count = claimed.reduce((jobs, { payload }) => jobs + (Array.isArray(payload) ? payload.length : 1), 0);
  return { count, restMs };
}

async function dispatch(queues: Queues, queue: QueueName, rows: OutboxRow[]): Promise<void> {
  try {
    await queues.dispatch(
      queue,
      rows.map(({ job, ...row }) => ({ ...row, name: job })),
    );
  } catch (error) {
    await returnToOutbox(
      db,
      rows.map((row) => row.id),
    );
    throw error;
  }
}

export const queueOf = (name: JobName): QueueName => jobByName[name].queue;

/** Runs until stopped: when jobs were enqueued, at the next due time, and at least once per poll interval. */
export function startRelay(queues: Queues, databaseUrl: string): Relay {
  let isStopped = false;
  let wake = () => {};
  let isNotified = false;
  const onNotify = () => {
    isNotified = true;
    wake();
  };
  const stopListening = listen(databaseUrl, 'outbox', onNotify, onNotify);
  const stopWaking = onWake(onNotify);
  /** In the time of `performance.now`: when jobs at the lowest rate that shares dispatches would have been sent. */
  let pausedUntil = 0;

  const loop = (async () => {
    while (!isStopped) {
      isNotified = false;
      let delayMs = retryDelayMs;
      try {
        const { count, restMs } = await dispatchDueJobs(queues);
        if (count > 0) {
          const now = performance.now();
          pausedUntil = Math.min(Math.max(pausedUntil, now) + count * pausePerJobMs, now + freePauseMs + maxPauseMs);
          const pauseMs = pausedUntil - freePauseMs - now;
          if (pauseMs > 0) await sleep(pauseMs);
        }
        if (restMs === 0) continue;
        delayMs = Math.min(pollIntervalMs, restMs);
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'the relay could not dispatch jobs and will retry');
      }
      if (isStopped || isNotified) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();

  return {
    stop: async () => {
      isStopped = true;
      wake();
      stopWaking();
      await loop;
      await stopListening();
    },
  };
}
