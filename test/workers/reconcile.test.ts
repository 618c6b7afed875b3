/** Recovers jobs that their queue has lost. */
import { Redis } from 'ioredis';
import { beforeEach, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { dispatchDueJobs } from '../../workers/relay.ts';
import { reconcile } from '../../workers/schedule.ts';
import { startWorkers } from '../../workers/work.ts';
import { useDatabase } from '../support/database-connection.ts';
import { deleteAll } from '../support/delete-all.ts';
import { handlersWith, iriOf } from '../support/load-object-job.ts';
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

async function wipeQueue(): Promise<void> {
  if (!process.env.REDIS_URL) return void (await pool().query('TRUNCATE bullmq.job CASCADE'));
  const redis = new Redis(process.env.REDIS_URL);
  await redis.flushdb();
  await redis.quit();
}

test('a wiped queue delays jobs but loses none', async () => {
  const queues = await openTestQueues();
  const names = Array.from({ length: 1_200 }, (_, n) => `wiped-${n}`);
  await pool().query(
    `INSERT INTO outbox (job, payload, dedupe_key)
     SELECT 'load-object', jsonb_build_object('iri', $2 || name), name FROM unnest($1::text[]) name`,
    [names, iriOf('')],
  );
  while ((await dispatchDueJobs(queues)).count > 0);
  await wipeQueue();
  expect(await reconcile(queues, 0)).toBe(1_200);

  const seen = new Set<string>();
  startTestRelay(queues);
  startWorkers(
    queues,
    handlersWith(async (name) => {
      seen.add(name);
      return 'done';
    }),
  );
  await waitForTestJobs();
  expect(seen.size).toBe(1_200);
});

test('a queue that is wiped while its workers run continues', async () => {
  const seen: string[] = [];
  const queues = await startTestWorkers(async (name) => {
    seen.push(name);
    return 'done';
  });
  await enqueueTestJob('before');
  await waitForTestJobs();
  await wipeQueue();
  await enqueueTestJob('after');
  await expect
    .poll(async () => {
      await reconcile(queues, 1);
      return (await unfinishedJobs()).length;
    })
    .toBe(0);
  expect(seen).toEqual(['before', 'after']);
});

test('a job that is waiting or running is not treated as lost', async () => {
  const queues = await openTestQueues();
  await enqueueTestJob('waiting');
  await dispatchDueJobs(queues);
  expect(await reconcile(queues, 0)).toBe(0);

  let finish = () => {};
  const begun = new Promise<void>((begin) =>
    startWorkers(
      queues,
      handlersWith(async () => {
        begin();
        await new Promise<void>((resolve) => (finish = resolve));
        return 'done';
      }),
    ),
  );
  await begun;
  expect(await reconcile(queues, 0)).toBe(0);
  finish();
  await waitForTestJobs();
});

test('a recently dispatched job is not checked', async () => {
  const queues = await openTestQueues();
  await enqueueTestJob('fresh');
  await dispatchDueJobs(queues);
  await wipeQueue();
  expect(await reconcile(queues, 60)).toBe(0);
  expect(await reconcile(queues, 0)).toBe(1);
});
