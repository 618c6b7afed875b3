/** The relay, from a committed transaction to the job handler. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { transact } from '../../src/db/transaction.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import { enqueue } from '../../src/jobs/enqueue.ts';
import { startWorkers } from '../../workers/work.ts';
import { useDatabase } from '../support/database-connection.ts';
import { deleteAll } from '../support/delete-all.ts';
import { handlersWith, iriOf } from '../support/load-object-job.ts';
import { leastOf } from '../support/processor-time.ts';
import {
  enqueueTestJob,
  openTestQueues,
  startTestRelay,
  startTestWorkers,
  unfinishedJobs,
  waitForTestJobs,
} from '../support/test-jobs.ts';

useDatabase();
beforeEach(() => deleteAll('jobs'));

const done = 'done' as const;

test('a job enqueued in a transaction that is rolled back never runs', async () => {
  const seen: string[] = [];
  await startTestWorkers(async (name) => {
    seen.push(name);
    return done;
  });
  const lost = transact(async (tx) => {
    await enqueue(tx, jobs.loadObject, { iri: iriOf('rolled-back') });
    throw new Error('changed my mind');
  });
  await expect(lost).rejects.toThrow('changed my mind');

  await enqueueTestJob('committed');
  await waitForTestJobs();
  expect(seen).toEqual(['committed']);
});

test('a job starts within 200 ms of its transaction', async () => {
  const begun: number[] = [];
  await startTestWorkers(async () => {
    begun.push(Date.now());
    return done;
  });
  await enqueueTestJob('to-warm-up');
  await waitForTestJobs();

  const wait = async () => {
    const committed = Date.now();
    await enqueueTestJob(`measured-${begun.length}`);
    await waitForTestJobs();
    return begun.at(-1)! - committed;
  };
  expect(await leastOf(30, 200, wait)).toBeLessThan(200);
});

test('jobs that were enqueued without a relay are dispatched when one starts', async () => {
  await Promise.all([1, 2, 3].map((n) => enqueueTestJob(n)));
  const seen: string[] = [];
  await startTestWorkers(async (name) => {
    seen.push(name);
    return done;
  });
  await waitForTestJobs();
  expect(seen.sort()).toEqual(['1', '2', '3']);
});

test('of equal waiting jobs one is done, and one more if it was enqueued during the run', async () => {
  const seen: string[] = [];
  let finish = () => {};
  await enqueueTestJob('same');
  await enqueueTestJob('same');
  await enqueueTestJob('same');
  await startTestWorkers(async (name) => {
    seen.push(name);
    if (seen.length === 1) await new Promise<void>((resolve) => (finish = resolve));
    return done;
  });
  await expect.poll(() => seen.length).toBe(1);

  // Enqueued together, because a job that is already queued would be done separately.
  await transact(async (tx) => {
    for (let count = 0; count < 2; count += 1) await enqueue(tx, jobs.loadObject, { iri: iriOf('same') });
  });
  finish();
  await waitForTestJobs();
  expect(seen).toEqual(['same', 'same']);
});

test('a delayed job runs at its time', async () => {
  const begun: number[] = [];
  await startTestWorkers(async () => {
    begun.push(Date.now());
    return done;
  });
  const late: number[] = [];
  for (let attempt = 0; attempt < 10 && !late.some((ms) => ms < 500); attempt += 1) {
    const dueAt = Date.now() + 700;
    await enqueueTestJob(`later-${attempt}`, new Date(dueAt));
    await waitForTestJobs();
    expect(begun).toHaveLength(attempt + 1);
    late.push(begun[attempt]! - dueAt);
  }
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  expect(Math.min(...late)).toBeLessThan(500);
});

test('a job that asks to run again does so at once, without waiting for reconciliation', async () => {
  let runs = 0;
  await startTestWorkers(async () => (++runs < 20 ? { again: new Date() } : done));
  await enqueueTestJob('again');
  await waitForTestJobs();
  expect(runs).toBe(20);
});

test('two concurrent relays dispatch every job, and all are settled', async () => {
  const seen = new Map<string, number>();
  const [first, second] = [await openTestQueues(), await openTestQueues()];
  for (const queues of [first, second]) {
    startTestRelay(queues);
    startWorkers(
      queues,
      handlersWith(async (name) => {
        seen.set(name, (seen.get(name) ?? 0) + 1);
        return done;
      }),
    );
  }

  const names = Array.from({ length: 400 }, (_, n) => `of-many-${n}`);
  for (let at = 0; at < names.length; at += 50)
    await Promise.all(names.slice(at, at + 50).map((n) => enqueueTestJob(n)));
  await waitForTestJobs();
  expect([...seen.keys()].sort()).toEqual(names.sort());
  expect([...seen.values()].every((runs) => runs === 1)).toBe(true);
});

test('a stopped relay leaves new jobs to the next one', async () => {
  const queues = await openTestQueues();
  await startTestRelay(queues).stop();
  await enqueueTestJob('left');
  await sleep(200);
  expect(await unfinishedJobs()).toMatchObject([{ name: 'left', dispatched: false }]);

  startTestRelay(queues);
  startWorkers(
    queues,
    handlersWith(async () => done),
  );
  await waitForTestJobs();
});
