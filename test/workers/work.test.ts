/** How failed jobs are retried and quarantined. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { requeueQuarantinedJob, selectQuarantinedJobs } from '../../src/db/sql/jobs.ts';
import { db } from '../../src/db/statement.ts';
import { ConfinedFailure } from '../../src/lib/confined-process.ts';
import { returnUnfinishedJobs } from '../../workers/work.ts';
import { useDatabase } from '../support/database-connection.ts';
import { deleteAll } from '../support/delete-all.ts';
import { iriOf } from '../support/load-object-job.ts';
import {
  enqueueTestJob,
  makeJobsDue,
  startTestWorkers,
  unfinishedJobs,
  waitForTestJobs,
} from '../support/test-jobs.ts';

useDatabase();
beforeEach(() => deleteAll('jobs'));

const failedTimes = (errors: number) =>
  expect.poll(() => unfinishedJobs()).toMatchObject([{ errors, dispatched: false }]);

test('a failed job is retried later, and its error is stored', async () => {
  let healthy = false;
  await startTestWorkers(async () => {
    if (!healthy) throw new Error('the oven is cold');
    return 'done';
  });
  await enqueueTestJob('bread');
  await failedTimes(1);
  expect(await unfinishedJobs()).toMatchObject([{ last_error: 'the oven is cold', quarantined: false }]);

  healthy = true;
  await makeJobsDue();
  await waitForTestJobs();
});

test('after ten errors a job is quarantined, listed, and done when replayed', async () => {
  let healthy = false;
  await startTestWorkers(async () => {
    if (!healthy) throw new Error('burnt');
    return 'done';
  });
  await enqueueTestJob('toast');
  for (let errors = 1; errors < 10; errors += 1) {
    await failedTimes(errors);
    await makeJobsDue();
  }
  await expect.poll(() => unfinishedJobs()).toMatchObject([{ errors: 10, quarantined: true }]);
  const [listed] = await selectQuarantinedJobs(db, 10);
  expect(listed).toMatchObject({ job: 'load-object', errors: 10, last_error: 'burnt' });

  healthy = true;
  await requeueQuarantinedJob(db, listed!.id);
  await waitForTestJobs();
  expect(await selectQuarantinedJobs(db, 10)).toEqual([]);
});

test('a job for which the kernel killed a process twice is quarantined', async () => {
  await startTestWorkers(async () => {
    throw new ConfinedFailure('imaging', 'killed', 'SIGKILL');
  });
  await enqueueTestJob('photo');
  await failedTimes(1);
  expect(await unfinishedJobs()).toMatchObject([{ quarantined: false }]);
  await makeJobsDue();
  const last_error = 'imaging ended with SIGKILL (killed, most likely for want of memory)';
  await expect.poll(() => unfinishedJobs()).toMatchObject([{ errors: 2, quarantined: true, last_error }]);
});

test('an invalid payload fails only its own job', async () => {
  await startTestWorkers(async () => 'done');
  await pool().query(`INSERT INTO outbox (job, payload) VALUES ('load-object', '{"iri": 7}')`);
  await enqueueTestJob('good');
  await expect.poll(() => unfinishedJobs()).toMatchObject([{ errors: 1 }]);
});

test('a job with an unknown name waits for a version that knows it', async () => {
  await startTestWorkers(async () => 'done');
  await pool().query(`INSERT INTO outbox (job, payload) VALUES ('bake-planet', '{}')`);
  await enqueueTestJob('known');
  await waitForTestJobs();
  const { rows } = await pool().query('SELECT errors, quarantined_at FROM outbox');
  expect(rows).toEqual([{ errors: 0, quarantined_at: null }]);
});

test('a job that waits does not run over and over where the clock is behind that of PostgreSQL', async () => {
  const behindMs = 2 * 3_600_000;
  const { now } = Date;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - behindMs);
  onTestFinished(() => clock.mockRestore());
  const runs: string[] = [];
  await startTestWorkers(async (name) => {
    runs.push(name);
    return name === 'third' ? 'done' : { again: new Date(Date.now() + 3_600_000) };
  });
  await enqueueTestJob('alone');
  const batch = ['first', 'second', 'third'].map((name) => ({ iri: iriOf(name) }));
  await pool().query(`INSERT INTO outbox (job, payload) VALUES ('load-object', $1)`, [JSON.stringify(batch)]);
  await expect.poll(() => runs.length).toBeGreaterThanOrEqual(4);
  const due = () =>
    pool().query<{ minutes: number }>(
      `SELECT round(extract(epoch FROM due_at - now()) / 60)::int AS minutes FROM outbox WHERE dispatched_at IS NULL`,
    );
  await expect.poll(async () => (await due()).rows).toEqual([{ minutes: 60 }, { minutes: 60 }, { minutes: 60 }]);
  expect(runs.toSorted()).toEqual(['alone', 'first', 'second', 'third']);
});

test('a job whose result could not be stored is done again', async () => {
  let runs = 0;
  const queues = await startTestWorkers(async () => {
    runs += 1;
    // Simulates a lost PostgreSQL connection by terminating the handler's own.
    if (runs === 1) await pool().query('SELECT pg_terminate_backend(pg_backend_pid())');
    return 'done';
  });
  await enqueueTestJob('cut');
  await failedTimes(1);
  await makeJobsDue();
  await waitForTestJobs();
  expect(runs).toBe(2);
  await queues.counts();
});

test('a job that lost its connection to PostgreSQL runs again within seconds', async () => {
  await startTestWorkers(async (name) => {
    if (name === 'cut') await pool().query('SELECT pg_terminate_backend(pg_backend_pid())');
    throw new Error('the oven is cold');
  });
  await enqueueTestJob('cold');
  await failedTimes(1);
  expect(await secondsUntilRetry()).toBeGreaterThan(20);
  await deleteAll('jobs');

  await enqueueTestJob('cut');
  for (const [errors, longest] of [1.2, 6, 18].entries()) {
    await failedTimes(errors + 1);
    expect(await secondsUntilRetry()).toBeLessThanOrEqual(longest);
    await makeJobsDue();
  }
  await failedTimes(4);
  expect(await secondsUntilRetry()).toBeGreaterThan(20);
});

async function secondsUntilRetry(): Promise<number> {
  const { rows } = await pool().query(
    `SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM outbox WHERE job = 'load-object'`,
  );
  return rows[0].seconds;
}

test('jobs that are running at shutdown are due again at once', async () => {
  let finish = () => {};
  const begun: string[] = [];
  await startTestWorkers(async (name) => {
    begun.push(name);
    if (begun.length === 1) await new Promise<void>((resolve) => (finish = resolve));
    return 'done';
  });
  await enqueueTestJob('long');
  await expect.poll(() => begun.length).toBe(1);

  await returnUnfinishedJobs();
  await pool().query('NOTIFY outbox');
  await waitForTestJobs();
  expect(begun).toEqual(['long', 'long']);
  finish();
});
