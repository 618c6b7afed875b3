/** The embedded PostgreSQL, shared by processes that start, stop and die. */
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import { type Embedded, findEmbedded, startEmbedded } from '../../src/db/embedded/embedded.ts';
import { killChild, startChild, stopChild } from '../support/child.ts';
import { scratchFolder } from '../support/scratch.ts';

type Answer = { url: string; startedHere: boolean };

const folder = scratchFolder('test', inject('testServer').folder);

const started: Embedded[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((embedded) => embedded.stop()));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(home = folder): Promise<Embedded> {
  const embedded = await startEmbedded(home, { fsync: 'off' });
  started.push(embedded);
  return embedded;
}

const lockFile = () => join(folder, 'postgres/files/postmaster.pid');
const postmasterPid = () => Number(readFileSync(lockFile(), 'utf8').split('\n', 1)[0]);

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return Object.values((await client.query({ text: sql })).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

test('it starts in an empty folder, listens on loopback only, and preserves data', async () => {
  const first = await start();
  expect(first.startedHere).toBe(true);
  expect(await findEmbedded(folder)).toBe(first.url);
  expect(await ask(first.url, 'SHOW listen_addresses')).toBe('127.0.0.1');
  expect(await ask(first.url, 'SHOW server_encoding')).toBe('UTF8');
  expect(await ask(first.url, "SELECT lower('ÉCLAIR')")).toBe('éclair');
  expect(statSync(join(folder, 'postgres/password')).mode & 0o777).toBe(0o600);
  await ask(first.url, 'CREATE TABLE kept (id int)');
  await first.stop();
  expect(await findEmbedded(folder)).toBeNull();

  const second = await start();
  expect(await ask(second.url, 'SELECT count(*)::int FROM kept')).toBe(0);
  await second.stop();
});

test('a wrong password is refused', async () => {
  const { url } = await start();
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
});

test('it survives a killed process, is used by the next, and stops with that one', async () => {
  const { child, answer } = await startChild<Answer>('use', folder);
  expect(answer.startedHere).toBe(true);
  await killChild(child);
  expect(await ask(answer.url, 'SELECT 1')).toBe(1);

  const next = await start();
  expect(next.startedHere).toBe(false);
  expect(next.url).toBe(answer.url);
  await next.stop();
  expect(await findEmbedded(folder)).toBeNull();
});

test('it keeps running when a second user stops', async () => {
  const server = await start();
  const { child, answer } = await startChild<Answer>('use', folder);
  expect(answer).toEqual({ url: server.url, startedHere: false });
  await stopChild(child);
  expect(await ask(server.url, 'SELECT 1')).toBe(1);
});

test('it keeps running when its starter stops before another user, and stops with that user', async () => {
  const { child } = await startChild<Answer>('use', folder);
  const later = await start();
  await stopChild(child);
  expect(await ask(later.url, 'SELECT 1')).toBe(1);

  await later.stop();
  expect(await findEmbedded(folder)).toBeNull();
});

test('of processes that start at once in an empty folder, one starts it and all use it', async () => {
  const empty = join(folder, 'empty');
  const all = await Promise.all([start(empty), start(empty), startChild<Answer>('use', empty)]);
  const [first, second, { child, answer }] = all;
  expect(new Set([first.url, second.url, answer.url]).size).toBe(1);
  expect([first, second, answer].filter(({ startedHere }) => startedHere)).toHaveLength(1);

  await stopChild(child);
  await Promise.all([first.stop(), second.stop()]);
  expect(await findEmbedded(empty)).toBeNull();
});

test('after a crash of PostgreSQL the next start recovers committed data', async () => {
  const crashed = await start();
  await ask(crashed.url, 'CREATE TABLE committed AS SELECT 7 AS seven');
  process.kill(postmasterPid(), 'SIGKILL');

  const recovered = await start();
  expect(await ask(recovered.url, 'SELECT seven FROM committed')).toBe(7);
  await Promise.all([crashed.stop(), recovered.stop()]);
  expect(await findEmbedded(folder)).toBeNull();
});

test('a broken connection does not make it forget its users', async () => {
  const server = await start();
  await ask(
    server.url,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid()',
  );
  await expect
    .poll(() => ask(server.url, "SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory'"))
    .toBe(1);
});

test('a lock file with the process id of another program is ignored', async () => {
  await (await start()).stop();
  writeFileSync(lockFile(), `${process.ppid}\n${folder}/postgres/files\n1\n5432\n\n127.0.0.1\n1 1\nready\n`);
  expect(await findEmbedded(folder)).toBeNull();

  const again = await start();
  expect(again.startedHere).toBe(true);
});

test('a data folder of another PostgreSQL version is refused with a one-line error', async () => {
  await (await start()).stop();
  writeFileSync(join(folder, 'postgres/files/PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(
    /^.* was written by PostgreSQL 17, but PostgreSQL 18 is installed: run .*database upgrade.*$/,
  );
});

test.runIf(process.getuid?.() === 0)('as root, a closed folder is named with its remedy', async () => {
  const closed = join(folder, 'closed');
  await mkdir(closed);
  chmodSync(closed, 0o700);
  await expect(startEmbedded(join(closed, 'data'))).rejects.toThrow(
    `cannot reach ${closed}: run "chmod o+x ${closed}"`,
  );
});
