/** Which errors of the database say that it is away. */
import { readFile } from 'node:fs/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { pool, prisma, transactionTimeoutMs } from '../../src/db/client.ts';
import { isDataError, isUnavailable } from '../../src/db/errors.ts';
import { PrismaClient } from '../../src/db/generated/client.ts';
import { db } from '../../src/db/statement.ts';
import { transactWithPrisma } from '../../src/db/transaction.ts';
import { config } from '../../src/lib/config.ts';
import { useDatabase } from '../support/database-connection.ts';

useDatabase();

test('a connection that was lost is unavailable, at its end and afterwards', async () => {
  const client = new pg.Client({ connectionString: config.databaseUrl });
  client.on('error', () => {});
  await client.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const interrupted = client.query('SELECT pg_sleep(60)').catch((error) => error);
  await pool().query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
  const later = interrupted.then(() => client.query('SELECT 1')).catch((error) => error);
  expect(isUnavailable(await interrupted)).toBe(true);
  expect((await later).message).toMatch(/not queryable|terminated|ECONNRESET/);
  expect(isUnavailable(await later)).toBe(true);
  // A client whose connection has ended says so in other words.
  await ended;
  const last = await client.query('SELECT 1').catch((error) => error);
  expect(last.message).toMatch(/not queryable/);
  expect(isUnavailable(last)).toBe(true);
  await client.end().catch(() => {});
});

test('a socket that is missing while PostgreSQL starts is unavailable, also for Prisma, unlike a missing file', async () => {
  const connectionString = `${config.databaseUrl!.split('?')[0]}?host=/nowhere`;
  const failure = await new pg.Client({ connectionString }).connect().catch((error) => error);
  expect(failure.code).toBe('ENOENT');
  expect(isUnavailable(failure)).toBe(true);
  const client = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
  const error = await client.setting.count().catch((reason) => reason);
  await client.$disconnect();
  expect(isUnavailable(error)).toBe(true);
  expect(isUnavailable(await readFile('/nowhere/at/all').catch((reason) => reason))).toBe(false);
});

test('a transaction above its time limit is unavailable', async () => {
  const error = await transactWithPrisma(async (tx) => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + transactionTimeoutMs() + 1_000);
    await tx.run({ text: 'SELECT 1' }).finally(() => clock.mockRestore());
  }).catch((reason) => reason);
  expect([error.message, isUnavailable(error)]).toEqual(['the transaction took too long', true]);
});

test('a database without a free connection is unavailable, also for Prisma Client', async () => {
  const name = new URL(config.databaseUrl!).pathname.slice(1);
  await pool().query(`ALTER DATABASE "${name}" CONNECTION LIMIT 0`);
  const client = new PrismaClient({ adapter: new PrismaPg({ connectionString: config.databaseUrl! }) });
  try {
    const error = await client.setting.count().catch((error) => error);
    expect(error.code).toBe('P2037');
    expect(isUnavailable(error)).toBe(true);
  } finally {
    await client.$disconnect();
    await pool().query(`ALTER DATABASE "${name}" CONNECTION LIMIT -1`);
  }
});

test('a deadlock is unavailable, because trying again helps', async () => {
  const error = await pool()
    .query(`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END $$`)
    .catch((error) => error);
  expect(error.code).toBe('40P01');
  expect(isUnavailable(error)).toBe(true);
});

test('a statement that met a deadlock runs once more', async () => {
  await pool().query('CREATE TABLE deadlock_attempt (done int); CREATE SEQUENCE deadlock_attempts');
  await pool().query(`CREATE FUNCTION fail_first() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('deadlock_attempts') = 1 THEN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END IF; RETURN 1; END $$`);
  try {
    expect(await db.run({ text: 'INSERT INTO deadlock_attempt SELECT fail_first() RETURNING done' })).toEqual([
      { done: 1 },
    ]);
    expect(await db.run({ text: 'SELECT count(*)::int AS n FROM deadlock_attempt' })).toEqual([{ n: 1 }]);
  } finally {
    await pool().query('DROP FUNCTION fail_first(); DROP SEQUENCE deadlock_attempts; DROP TABLE deadlock_attempt');
  }
});

test('a wrong statement is not', async () => {
  const error = await pool()
    .query('SELECT 1 / 0')
    .catch((error) => error);
  expect(error.code).toBe('22012');
  expect(isUnavailable(error)).toBe(false);
});

test('a value that the database refuses is an error of the data, also for Prisma Client', async () => {
  const failures = await Promise.allSettled([
    db.run({ text: 'SELECT $1::timestamptz', values: ['0000-01-01T00:00:00Z'] }),
    db.run({ text: 'SELECT 3e9::int' }),
    prisma().setting.create({ data: { key: 'a\0b', value: '' } }),
    prisma().session.count({ where: { expiresAt: new Date('0000-01-01T00:00:00Z') } }),
  ]);
  for (const failure of failures) {
    const error = failure.status === 'rejected' ? failure.reason : null;
    expect([isDataError(error), isUnavailable(error)], String(error)).toEqual([true, false]);
  }
  expect(isDataError(await db.run({ text: 'SELECT missing' }).catch((reason) => reason))).toBe(false);
});
