/** Jobs that are promised together, and share a row of the outbox: each still has a fate of its own. */
import { beforeEach, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { forgetOffers } from '../../src/db/sql/dump.ts';
import { countJobs } from '../../src/db/sql/metrics.ts';
import { outboxStats, promiseBundles } from '../../src/db/sql/outbox.ts';
import { db } from '../../src/db/statement.ts';
import { reconcile } from '../../workers/reconcile.ts';
import { carry } from '../../workers/relay.ts';
import { startWork } from '../../workers/work.ts';
import { useDatabase } from '../support/database-connection.ts';
import { openTestQueues, unsettled, untilSettled } from '../support/job-bench.ts';
import { doing, iriOf, type Load } from '../support/load-job.ts';
import { restartUntil } from '../support/worker-child.ts';

useDatabase();
beforeEach(() => pool().query('DELETE FROM outbox'));

/** On their queue in bundles of 32; `load-object` stands for those that are promised so. */
async function sendTogether(names: string[]) {
  const payload = `jsonb_build_object('iri', $2 || name)`;
  await pool().query(
    `WITH given AS (SELECT * FROM unnest($1::text[]) WITH ORDINALITY AS given (name, id))
     ${promiseBundles(`'load-object'`, payload, 'given')}`,
    [names, iriOf('')],
  );
  const queues = await openTestQueues();
  while ((await carry(queues)) > 0);
  return queues;
}

const named = (count: number) => Array.from({ length: count }, (_, number) => `small-${number}`);

async function workAll(names: string[], load: Load): Promise<string[]> {
  const begun: string[] = [];
  const queues = await sendTogether(names);
  startWork(
    queues,
    doing((name) => {
      begun.push(name);
      return load(name);
    }),
  );
  await expect.poll(() => begun.length).toBeGreaterThanOrEqual(names.length);
  return begun;
}

test('all jobs of all bundles are done, in the order they were promised', async () => {
  const names = named(70);
  expect(await workAll(names, async () => 'done')).toEqual(names);
  await untilSettled();
});

test('jobs are counted, not bundles', async () => {
  await sendTogether(named(33));
  expect(await outboxStats(db)).toMatchObject([
    { job: 'load-object', waiting: 0, offered: 33, quarantined: 0 },
  ]);
  expect(await countJobs(db)).toMatchObject([{ job: 'load-object', due: 0, offered: 33 }]);
});

test('one that fails or is put off takes none of its bundle along', async () => {
  await workAll([...named(5), 'bad', 'later'], async (name) => {
    if (name === 'bad') throw new Error('burnt');
    return name === 'later' ? { again: new Date(Date.now() + 3_600_000) } : 'done';
  });
  await expect.poll(async () => (await unsettled()).length).toBe(2);
  await expect.poll(unsettled).toMatchObject([
    { name: 'bad', errors: 1, last_error: 'burnt', offered: false },
    { name: 'later', errors: 0, offered: false },
  ]);
});

test('slow ones keep no others waiting, and none is begun again while its bundle is open', async () => {
  let finish = () => {};
  const slow = new Promise<void>((resolve) => (finish = resolve));
  // Of the 8 places of this queue, 7 are taken: one in each bundle.
  const names = named(7 * 32).map((name, at) => (at % 32 === 0 ? `slow-${at}` : name));
  await workAll(names, async (name) => {
    if (name.startsWith('slow')) await slow;
    return 'done';
  });
  await expect.poll(async () => (await unsettled()).length).toBe(7);
  expect(await reconcile(await openTestQueues(), 0)).toBe(0);
  finish();
  await untilSettled();
});

test('a bundle that is lost is offered anew', async () => {
  const queues = await sendTogether(named(36));
  expect(await reconcile(queues, 0)).toBe(0);
  await pool().query(`UPDATE outbox SET offers = offers + 1 WHERE jsonb_array_length(payload) = 4`);
  expect(await reconcile(queues, 0)).toBe(1);
});

test('set aside by a restore, each is an entry of its own', async () => {
  await sendTogether(named(3));
  const client = await pool().connect();
  expect(await forgetOffers(client, ['load-object'], 'restored')).toBe(3);
  client.release();
  expect(await unsettled()).toMatchObject(
    named(3).map((name) => ({ name, last_error: 'restored', quarantined: true })),
  );
});

test('one that kills its worker is set aside, and those of its bundle are done', async () => {
  const innocent = Array.from({ length: 6 }, (_, number) => `slow-${number}`);
  await sendTogether([...innocent, 'poison', 'small']);

  const lives = await restartUntil(async () => (await unsettled()).every((job) => job.quarantined));
  expect(await unsettled()).toMatchObject([{ name: 'poison', crashes: 5, quarantined: true }]);
  expect(lives.flat()).toEqual(expect.arrayContaining([...innocent, 'poison', 'small']));
});
