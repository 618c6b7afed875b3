/** Few requests to one server at once, from all processes together. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { acquirePermit } from '../../src/db/semaphore.ts';
import { insertActivity } from '../../src/db/sql/deliveries.ts';
import { db } from '../../src/db/statement.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { deliver } from '../../src/federation/deliver/deliver.ts';
import { iris } from '../../src/lib/iris.ts';
import { withHostPermit } from '../../workers/fetch-jobs.ts';
import { query, useDatabase } from '../support/database-connection.ts';
import { emptyResponse, enqueueDeliveriesTo, peer, upsertAccount } from '../support/deliveries.ts';
import { stored } from '../support/stored.ts';

useDatabase();

/** Another process that has taken all places under the name; kills it when called. */
async function holdInOtherProcess(name: string, limit: number): Promise<() => Promise<void>> {
  const file = join(import.meta.dirname, '../support/permit-holder.ts');
  const child = spawn(process.execPath, [file, name, String(limit)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(kill);
  const [printed] = await once(child.stdout, 'data');
  expect(String(printed).trim()).toBe(String(limit));
  return kill;
}

test('a semaphore has a fixed number of permits, and a released permit can be acquired again', async () => {
  const places = await Promise.all(Array.from({ length: 6 }, () => acquirePermit('busy.example', 4)));
  const taken = places.filter((place) => place !== null);
  expect(taken).toHaveLength(4);
  taken[0]!.release();
  const again = await acquirePermit('busy.example', 4);
  expect(again).not.toBeNull();
  for (const place of [...taken.slice(1), again!]) place.release();
});

test('permits held by one process are held for all, until it is killed', async () => {
  const kill = await holdInOtherProcess('shared.example', 4);
  expect(await acquirePermit('shared.example', 4)).toBeNull();
  await kill();
  await expect.poll(() => acquirePermit('shared.example', 4)).not.toBeNull();
});

test('released permits can be acquired by other processes', async () => {
  const locks = async () =>
    (
      await query(`SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE locktype = 'advisory' AND datname = current_database()`)
    ).length;
  const places = await Promise.all([1, 2, 3, 4].map(() => acquirePermit('passed-on.example', 4)));
  const before = await locks();
  for (const place of places) place!.release();
  await expect.poll(locks).toBeLessThanOrEqual(before - 4);
  await holdInOtherProcess('passed-on.example', 4);
});

test('a host that another process delivers to gets no more requests, and its deliveries run after a kill', async () => {
  const taken = peer('slow.example', emptyResponse(202));
  const ann = await register({ username: 'ann' });
  const bob = await upsertAccount('bob', 'slow.example');
  const iri = iris.activity(ann.id, '1');
  const [activity] = await insertActivity(db, iri, ann.id, 'Create', null, '{}', true);
  const [id] = await enqueueDeliveriesTo(activity!.id, ann.id, [bob.id]);

  const kill = await holdInOtherProcess('slow.example', 4);
  expect(await deliver(id!)).toMatchObject({ again: expect.any(Date) });
  expect(taken).toEqual([]);
  expect([await stored.deliveries({ attempts: 0 }), await stored.deliveries()]).toEqual([1, 1]);

  await kill();
  await expect.poll(() => deliver(id!)).toBe('done');
  expect(taken).toHaveLength(1);
});

test('fetches have permits of their own', async () => {
  await holdInOtherProcess('fetch full.example', 3);
  const work = async () => 'done' as const;
  expect(await withHostPermit('https://full.example/1', work)).toMatchObject({ again: expect.any(Date) });
  expect(await withHostPermit('https://free.example/1', work)).toBe('done');
});

test('many permits are released at the same time without a warning of the driver', async () => {
  const warnings: string[] = [];
  const hear = (warning: Error) => warnings.push(warning.message);
  process.on('warning', hear);
  onTestFinished(() => void process.off('warning', hear));

  const before = await heldPermits();
  const names = Array.from({ length: 6 }, (_, number) => `leaving${number}.example`);
  const places = await Promise.all(names.map((name) => acquirePermit(name, 1)));
  // Longer than a place is kept for the next.
  await sleep(1_100);
  for (const place of places) place!.release();
  await expect.poll(() => heldPermits()).toBeLessThanOrEqual(before);
  expect(warnings).toEqual([]);
});

async function heldPermits(): Promise<number> {
  const [row] = await query<{ held: number }>(
    `SELECT count(*)::int AS held FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND application_name = 'potluck-permits' AND pg_stat_activity.datname = current_database()`,
  );
  return row!.held;
}
