/** Small jobs that travel over the queue together: each still has a fate of its own. */
import { beforeEach, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { reconcile } from '../../workers/reconcile.ts';
import { carry } from '../../workers/relay.ts';
import { startWork } from '../../workers/work.ts';
import { useDatabase } from '../support/database-connection.ts';
import { openTestQueues, promise, unsettled, untilSettled } from '../support/job-bench.ts';
import { doing, type Load } from '../support/load-job.ts';
import { restartUntil } from '../support/worker-child.ts';

useDatabase();
beforeEach(() => pool().query('DELETE FROM outbox'));

/** On their queue in parcels of 16; `load-object` stands for those that travel so. */
async function sendTogether(names: string[]) {
  for (const name of names) await promise(name);
  const queues = await openTestQueues();
  while ((await carry(queues, ['load-object'])) > 0);
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

test('all jobs of all parcels are done, in the order they were promised', async () => {
  const names = named(40);
  expect(await workAll(names, async () => 'done')).toEqual(names);
  await untilSettled();
});

test('one that fails or is put off takes none of its parcel along', async () => {
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

test('slow ones keep no others waiting, and none is begun again while its parcel is open', async () => {
  let finish = () => {};
  const slow = new Promise<void>((resolve) => (finish = resolve));
  // Of the 8 places of this queue, 7 are taken: one in each parcel.
  const names = named(7 * 16).map((name, at) => (at % 16 === 0 ? `slow-${at}` : name));
  await workAll(names, async (name) => {
    if (name.startsWith('slow')) await slow;
    return 'done';
  });
  await expect.poll(async () => (await unsettled()).length).toBe(7);
  expect(await reconcile(await openTestQueues(), 0)).toBe(0);
  finish();
  await untilSettled();
});

test('a parcel that is lost is offered anew', async () => {
  const queues = await sendTogether(named(20));
  expect(await reconcile(queues, 0)).toBe(0);
  await pool().query(`UPDATE outbox SET parcel = parcel || ' lost' WHERE parcel LIKE '%.1'`);
  expect(await reconcile(queues, 0)).toBe(4);
});

test('one that kills its worker is set aside, and those of its parcel are done', async () => {
  const innocent = Array.from({ length: 6 }, (_, number) => `slow-${number}`);
  await sendTogether([...innocent, 'poison', 'small']);

  const lives = await restartUntil(async () => (await unsettled()).every((job) => job.quarantined));
  expect(await unsettled()).toMatchObject([{ name: 'poison', crashes: 5, quarantined: true }]);
  expect(lives.flat()).toEqual(expect.arrayContaining([...innocent, 'poison', 'small']));
});
