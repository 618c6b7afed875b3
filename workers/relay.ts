/** Dispatches due jobs from the outbox to the queues. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { lossDetection } from '../src/db/client.ts';
import { claimDueJobs, type OutboxRow, returnToOutbox, selectNextDueTime } from '../src/db/sql/jobs.ts';
import { db } from '../src/db/statement.ts';
import { batchedJobs, type JobName, jobByName, type QueueName } from '../src/jobs/catalogue.ts';
import type { Queues } from '../src/jobs/queues.ts';
import { failpoint } from '../src/lib/failpoint.ts';
import { log } from '../src/lib/log.ts';

const batchSize = 100;
/** Pause per dispatched job, so that jobs share dispatches above 200 jobs per second and hardly wait below. */
const pausePerJobMs = 5;
const maxPauseMs = 100;
/** NOTIFY is only a hint. A lost one delays a job by at most this long. */
export const pollIntervalMs = 5_000;
/** After an error. */
const retryDelayMs = 1_000;
const reconnectDelayMs = 1_000;

export interface Relay {
  stop(): Promise<void>;
}

/**
 * Returns how many jobs were claimed. Rows are marked before they are dispatched, so that no transaction
 * stays open during queue calls. If the process dies in between, `reconcile` finds the rows.
 */
export async function dispatchDueJobs(queues: Queues): Promise<number> {
  const claimed = await claimDueJobs(db, batchSize, batchedJobs);
  if (claimed.length === 0) return 0;
  failpoint('relay_claimed');

  const known = claimed.filter((row) => row.job in jobByName);
  for (const [queue, rows] of Map.groupBy(known, (row) => queueOf(row.job as JobName))) {
    await dispatch(queues, queue, rows);
  }
  return claimed.reduce((jobs, { payload }) => jobs + (Array.isArray(payload) ? payload.length : 1), 0);
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

/** Runs until stopped: on each NOTIFY, at the next due time, and at least once per poll interval. */
export function startRelay(queues: Queues, databaseUrl: string): Relay {
  let isStopped = false;
  let wake = () => {};
  let isNotified = false;
  const onNotify = () => {
    isNotified = true;
    wake();
  };
  const listener = listen(databaseUrl, onNotify);

  const loop = (async () => {
    while (!isStopped) {
      isNotified = false;
      let delayMs = retryDelayMs;
      try {
        const jobs = await dispatchDueJobs(queues);
        if (jobs > 0) {
          await sleep(Math.min(maxPauseMs, jobs * pausePerJobMs));
          continue;
        }
        delayMs = await timeUntilNextDue();
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
      await loop;
      await listener.stop();
    },
  };
}

/** By the clock of the database, which decides what is due. */
async function timeUntilNextDue(): Promise<number> {
  const [next] = await selectNextDueTime(db);
  if (next?.seconds == null) return pollIntervalMs;
  return Math.max(5, Math.min(pollIntervalMs, next.seconds * 1_000));
}

/** Keeps a dedicated connection for LISTEN and reconnects when it drops. */
function listen(databaseUrl: string, onNotify: () => void): Relay {
  let client: pg.Client | undefined;
  let isStopped = false;

  async function open(): Promise<void> {
    if (isStopped) return;
    client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'potluck-relay',
      ...lossDetection,
    });
    client.on('notification', onNotify);
    client.on('error', () => {});
    client.once('end', () => {
      if (!isStopped) setTimeout(() => void open(), reconnectDelayMs).unref();
    });
    try {
      await client.connect();
      await client.query('LISTEN outbox');
      onNotify();
    } catch {
      await client.end().catch(() => {});
    }
  }

  void open();
  return {
    stop: async () => {
      isStopped = true;
      await client?.end().catch(() => {});
    },
  };
}
