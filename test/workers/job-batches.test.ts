/** Jobs that share a row of the outbox as a batch still succeed or fail one by one. */
import { beforeEach, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { resetOutbox } from '../../src/db/sql/database.ts';
import { countJobs } from '../../src/db/sql/instance.ts';
import { enqueueInSql, maxJobsPerBatch, selectQueueStats } from '../../src/db/sql/jobs.ts';
import { db } from '../../src/db/statement.ts';
import { dispatchDueJobs } from '../../workers/relay.ts';
import { reconcile } from '../../workers/schedule.ts';
import { startWorkers } from '../../workers/work.ts';
import { useDatabase } from '../support/database-connection.ts';
import { deleteAll } from '../support/delete-all.ts';
import { handlersWith, iriOf, type LoadObjectHandler } from '../support/load-object-job.ts';
import { openTestQueues, unfinishedJobs, waitForTestJobs } from '../support/test-jobs.ts';
import { isFull, scaled } from '../support/test-length.ts';
import { continueWork, killWorkers } from '../support/worker-child.ts';

useDatabase();
beforeEach(() => deleteAll('jobs'));

/** Enqueues jobs in full batches and dispatches them; `load-object` is a job type with batches. */
async function sendTogether(names: string[]) {
  const payload = `jsonb_build_object('iri', $2 || name)`;
  await pool().query(
    `WITH given AS (SELECT * FROM unnest($1::text[]) WITH ORDINALITY AS given (name, id))
     ${enqueueInSql(`'load-object'`, payload, 'given')}`,
    [names, iriOf('')],
  );
  const queues = await openTestQueues();
  while ((await dispatchDueJobs(queues)).count > 0);
  return queues;
}

const named = (count: number) => Array.from({ length: count }, (_, number) => `small-${number}`);

async function workAll(names: string[], load: LoadObjectHandler): Promise<string[]> {
  const begun: string[] = [];
  const queues = await sendTogether(names);
  startWorkers(
    queues,
    handlersWith((name) => {
      begun.push(name);
      return load(name);
    }),
  );
  await expect.poll(() => begun.length).toBeGreaterThanOrEqual(names.length);
  return begun;
}

test('all jobs of all batches are done in the order they were enqueued', async () => {
  const names = named(2 * maxJobsPerBatch + 6);
  expect(await workAll(names, async () => 'done')).toEqual(names);
  await waitForTestJobs();
});

test('jobs are counted, not batches', async () => {
  await sendTogether(named(maxJobsPerBatch + 1));
  expect(await selectQueueStats(db)).toMatchObject([
    { job: 'load-object', waiting: 0, dispatched: maxJobsPerBatch + 1, quarantined: 0 },
  ]);
  expect(await countJobs(db)).toMatchObject([{ job: 'load-object', due: 0, dispatched: maxJobsPerBatch + 1 }]);
});

test('a failed or postponed job does not affect the rest of its batch', async () => {
  await workAll([...named(5), 'bad', 'later'], async (name) => {
    if (name === 'bad') throw new Error('burnt');
    return name === 'later' ? { again: new Date(Date.now() + 3_600_000) } : 'done';
  });
  await expect.poll(async () => (await unfinishedJobs()).length).toBe(2);
  await expect.poll(unfinishedJobs).toMatchObject([
    { name: 'bad', errors: 1, last_error: 'burnt', dispatched: false },
    { name: 'later', errors: 0, dispatched: false },
  ]);
});

test('a job of a batch that lost its connection to PostgreSQL runs again within seconds', async () => {
  await workAll(named(3), async (name) => {
    if (name === 'small-1') await pool().query('SELECT pg_terminate_backend(pg_backend_pid())');
    return 'done';
  });
  await expect.poll(unfinishedJobs).toMatchObject([{ name: 'small-1', errors: 1 }]);
  const { rows } = await pool().query(
    `SELECT 1 FROM outbox WHERE job = 'load-object' AND due_at < now() + interval '2 seconds'`,
  );
  expect(rows).toHaveLength(1);
});

test('slow jobs do not delay others, and no job starts again while its batch is open', async () => {
  let finish = () => {};
  const slow = new Promise<void>((resolve) => (finish = resolve));
  // The queue runs 8 jobs at once, and 7 are slow: one in each batch.
  const names = named(7 * maxJobsPerBatch).map((name, at) => (at % maxJobsPerBatch === 0 ? `slow-${at}` : name));
  await workAll(names, async (name) => {
    if (name.startsWith('slow')) await slow;
    return 'done';
  });
  await expect.poll(async () => (await unfinishedJobs()).length).toBe(7);
  expect(await reconcile(await openTestQueues(), 0)).toBe(0);
  finish();
  await waitForTestJobs();
});

test('a lost batch is dispatched again', async () => {
  const queues = await sendTogether(named(maxJobsPerBatch + 4));
  expect(await reconcile(queues, 0)).toBe(0);
  await pool().query(`UPDATE outbox SET dispatches = dispatches + 1 WHERE jsonb_array_length(payload) = 4`);
  expect(await reconcile(queues, 0)).toBe(1);
});

test('quarantined by a restore, each job has its own entry', async () => {
  await sendTogether(named(3));
  const client = await pool().connect();
  expect(await resetOutbox(client, ['load-object'], 'restored')).toBe(3);
  client.release();
  expect(await unfinishedJobs()).toMatchObject(
    named(3).map((name) => ({ name, last_error: 'restored', quarantined: true })),
  );
});

test('a job that kills its worker is quarantined, and the rest of its batch is done', async () => {
  const innocent = Array.from({ length: 6 }, (_, number) => `slow-${number}`);
  await sendTogether([...innocent, 'poison', 'small']);

  // The first crash is that of the batch, and the second one that of a job with a row of its own.
  const killed = await killWorkers(scaled({ short: 2, full: 6 }));
  if (!isFull) await pool().query(`UPDATE outbox SET crashes = 4 WHERE payload::text LIKE '%poison%'`);
  const last = await continueWork();
  await expect.poll(async () => (await unfinishedJobs()).every((job) => job.quarantined)).toBe(true);
  expect(await unfinishedJobs()).toMatchObject([{ name: 'poison', crashes: 5, quarantined: true }]);
  expect([...killed, ...last]).toEqual(expect.arrayContaining([...innocent, 'poison', 'small']));
});
