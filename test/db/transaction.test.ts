/** Transactions are atomic, with Prisma and without. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { inBatches } from '../../src/db/batch.ts';
import { attach, detach, pool } from '../../src/db/client.ts';
import { insertDeliveries, recordDeliveries } from '../../src/db/sql/deliveries.ts';
import { finishSmallFanOuts } from '../../src/db/sql/events.ts';
import { insertInbound } from '../../src/db/sql/federation.ts';
import { claimDueJobs, endJobs } from '../../src/db/sql/jobs.ts';
import { insertPlainItems } from '../../src/db/sql/statuses.ts';
import type { Executor } from '../../src/db/statement.ts';
import { type Tx, transact, transactWithPrisma } from '../../src/db/transaction.ts';
import { log } from '../../src/lib/log.ts';
import { asOperation } from '../../src/lib/operation.ts';
import { useDatabase } from '../support/database-connection.ts';

useDatabase();
beforeEach(async () => void (await pool().query(`DELETE FROM domain_block`)));

const block = (tx: Tx, host: string) => tx.run({ text: 'INSERT INTO domain_block (host) VALUES ($1)', values: [host] });

async function blocked(): Promise<string[]> {
  const { rows } = await pool().query<{ host: string }>('SELECT host FROM domain_block ORDER BY host');
  return rows.map(({ host }) => host);
}

describe.each([
  { name: 'without Prisma', begin: transact },
  { name: 'with Prisma', begin: transactWithPrisma },
])('a transaction $name', ({ begin }) => {
  test('commits everything and then runs the hooks', async () => {
    const calls: string[] = [];
    const result = await begin(async (tx) => {
      tx.afterCommit(() => void calls.push('done'));
      await block(tx, 'one.example');
      await block(tx, 'two.example');
      expect(calls).toEqual([]);
      return 2;
    });
    expect(result).toBe(2);
    expect(calls).toEqual(['done']);
    expect(await blocked()).toEqual(['one.example', 'two.example']);
  });

  test('rolls back a failure half-way, and runs no hook', async () => {
    const calls: string[] = [];
    const failing = begin(async (tx) => {
      tx.afterCommit(() => void calls.push('done'));
      await block(tx, 'one.example');
      throw new Error('half-way');
    });
    await expect(failing).rejects.toThrow('half-way');
    expect(calls).toEqual([]);
    expect(await blocked()).toEqual([]);
  });

  test.each([
    ['after a deadlock', '40P01'],
    ['when a row that it refers to was deleted in the meantime', '23503'],
  ])('is retried %s', async (_, code) => {
    let times = 0;
    await begin(async (tx) => {
      times += 1;
      await block(tx, `try-${times}.example`);
      if (times === 1) throw Object.assign(new Error('failed'), { code });
    });
    expect(await blocked()).toEqual(['try-2.example']);
  });
});

test('a transaction longer than its limit is rolled back and logged by its operation, and a batch of many gets smaller', async () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  const connection = (await detach())!;
  attach({ ...connection, timeoutMs: 500 });
  const slow = [transact, transactWithPrisma].map((begin, number) =>
    asOperation(
      () => `operation ${number}`,
      () =>
        begin(async (tx) => {
          await block(tx, `before-${number}.example`);
          await sleep(600);
          await tx.run({ name: 'block_again', text: 'SELECT 1' });
        }),
    ),
  );
  const sizes: number[] = [];
  const batches = inBatches({ max: 50 }, async (tx, size) => {
    await block(tx, `batch-${sizes.push(size)}.example`);
    if (sizes.length === 1) await sleep(600);
    return 0;
  });
  for (const { status } of await Promise.allSettled(slow)) expect(status).toBe('rejected');
  expect(await batches).toBe(true);
  expect(sizes).toEqual([50, 5]);
  expect(await blocked()).toEqual(['batch-2.example']);
  const logged = warn.mock.calls.map(([line]) => line);
  warn.mockRestore();
  attach(connection);
  expect(logged).toHaveLength(3);
  for (const number of [0, 1])
    expect(logged).toContainEqual(expect.objectContaining({ operation: `operation ${number}` }));
});

test('a transaction with a failed statement does not count as committed', async () => {
  const careless = transact(async (tx) => {
    await block(tx, 'one.example');
    await block(tx, 'one.example').catch(() => {});
  });
  await expect(careless).rejects.toThrow('a statement of the transaction failed');
  expect(await blocked()).toEqual([]);
});

test('a lost connection fails its transaction, and the next transaction gets another connection', async () => {
  const cut = transact(async (tx) => {
    await block(tx, 'one.example');
    await tx.run({ text: 'SELECT pg_terminate_backend(pg_backend_pid())' });
  });
  await expect(cut).rejects.toThrow();

  await transact((tx) => block(tx, 'two.example'));
  expect(await blocked()).toEqual(['two.example']);
});

/** What the transaction waits for that runs this statement. */
const synchronousCommit = (run: (on: Executor) => Promise<unknown>) =>
  transact(async (tx) => {
    await run(tx);
    return (await tx.run<{ synchronous_commit: string }>({ text: 'SHOW synchronous_commit' }))[0]!.synchronous_commit;
  });

test.each<[string, (on: Executor) => Promise<unknown>]>([
  ['claims jobs', (on) => claimDueJobs(on, 1, [])],
  ['ends jobs', (on) => endJobs(on, { completed: [], handled: [] })],
  ['records deliveries', (on) => recordDeliveries(on, [], [], [], [], [])],
  ['stores a received item', (on) => insertPlainItems(on, '[]', '')],
  ['fans out', (on) => finishSmallFanOuts(on, [], 0)],
])('a statement that %s does not wait for the disk, since a job does it again', async (_, run) => {
  expect(await synchronousCommit(run)).toBe('off');
});

test.each<[string, (on: Executor) => Promise<unknown>]>([
  ['accepts an activity', (on) => insertInbound(on, [], [], [], [], [], [], [])],
  ['lets an activity leave', (on) => insertDeliveries(on, 0, 0, false, [], null, false, '', 0, 0)],
])('a statement that %s waits for the disk, in the same connection', async (_, run) => {
  await synchronousCommit((on) => endJobs(on, { completed: [], handled: [] }));
  expect(await synchronousCommit(run)).toBe('on');
});
