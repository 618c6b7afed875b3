/** Carries promised jobs from the outbox to the queues. */
import pg from 'pg';
import { claimOutbox, nextDueOutbox, type OutboxRow, takeBackOutbox } from '../src/db/sql/outbox.ts';
import { db } from '../src/db/statement.ts';
import { type JobName, jobByName } from '../src/jobs/catalogue.ts';
import type { QueueName } from '../src/jobs/define.ts';
import type { Queues } from '../src/jobs/queues.ts';
import { failpoint } from '../src/lib/failpoint.ts';
import { log } from '../src/lib/log.ts';
import { doAtOnce } from './at-once.ts';

const batchSize = 100;
/** NOTIFY is a hint: this long, in ms, a lost one costs at most. */
export const lookAnyway = 1_000;

export interface Relay {
  stop(): Promise<void>;
}

/**
 * A claimed row is marked before it is offered, so that no transaction is open while the queue is spoken to;
 * if the process dies in between, `reconcile` finds the row.
 */
export async function carry(queues: Queues): Promise<number> {
  const claimed = await claimOutbox(db, batchSize);
  if (claimed.length === 0) return 0;
  failpoint('relay_claimed');

  const known = claimed.filter((row) => row.job in jobByName);
  const left = await doAtOnce(known);
  for (const [queue, rows] of Map.groupBy(left, (row) => queueOf(row.job as JobName))) {
    await offer(queues, queue, rows);
  }
  return claimed.length;
}

async function offer(queues: Queues, queue: QueueName, rows: OutboxRow[]): Promise<void> {
  try {
    await queues.offer(
      queue,
      rows.map(({ job, ...row }) => ({ ...row, name: job })),
    );
  } catch (error) {
    await takeBackOutbox(
      db,
      rows.map((row) => row.id),
    );
    throw error;
  }
}

export const queueOf = (name: JobName): QueueName => jobByName[name].queue;

/** Runs until stopped: at each NOTIFY, at the next due time, and every second anyway. */
export function startRelay(queues: Queues, databaseUrl: string): Relay {
  let stopped = false;
  let wake = () => {};
  let pending = false;
  const woken = () => {
    pending = true;
    wake();
  };
  const listener = listen(databaseUrl, woken);

  const loop = (async () => {
    while (!stopped) {
      pending = false;
      let delay = lookAnyway;
      try {
        if ((await carry(queues)) > 0) continue;
        delay = await untilNextDue();
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'the relay could not carry jobs; it tries again');
      }
      if (stopped || pending) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delay);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();

  return {
    stop: async () => {
      stopped = true;
      wake();
      await loop;
      await listener.stop();
    },
  };
}

async function untilNextDue(): Promise<number> {
  const [next] = await nextDueOutbox(db);
  if (!next?.due_at) return lookAnyway;
  return Math.max(5, Math.min(lookAnyway, next.due_at.getTime() - Date.now()));
}

/** A connection of its own for LISTEN, made again when it drops. */
function listen(databaseUrl: string, woken: () => void): Relay {
  let client: pg.Client | undefined;
  let stopped = false;

  async function open(): Promise<void> {
    if (stopped) return;
    client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'potluck-relay',
      keepAlive: true,
    });
    client.on('notification', woken);
    client.on('error', () => {});
    client.once('end', () => {
      if (!stopped) setTimeout(() => void open(), 1_000).unref();
    });
    try {
      await client.connect();
      await client.query('LISTEN outbox');
      woken();
    } catch {
      await client.end().catch(() => {});
    }
  }

  void open();
  return {
    stop: async () => {
      stopped = true;
      await client?.end().catch(() => {});
    },
  };
}
