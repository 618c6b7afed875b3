/** The embedded PostgreSQL, shared by processes that start, stop and die. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, expect, inject, test } from 'vitest';
import { type Embedded, findEmbedded, startEmbedded } from '../../src/db/embedded/embedded.ts';
import { killChild, startChild, stopChild } from '../support/child.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { scratchFolder } from '../support/scratch.ts';
import { isFull, scaled } from '../support/test-length.ts';

type Answer = { url: string; startedHere: boolean };

const folder = scratchFolder('test', inject('testServer').folder);

const started: Embedded[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((embedded) => embedded.stop()));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(home = folder): Promise<Embedded> {
  const embedded = await startEmbedded(home, { settings: { fsync: 'off' } });
  started.push(embedded);
  return embedded;
}

const lockOf = (home: string) => join(home, 'postgres/files/postmaster.pid');
const lockFile = () => lockOf(folder);
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

test('it starts in an empty folder, listens on loopback only, refuses a wrong password, and preserves data', async () => {
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
  const wrong = new URL(second.url);
  wrong.password = 'wrong';
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  await second.stop();
});

test('it survives a killed process, is used by the next, and stops with that one', async () => {
  const { child, response } = await startChild<Answer>('use', folder);
  expect(response.startedHere).toBe(true);
  await killChild(child);
  expect(await ask(response.url, 'SELECT 1')).toBe(1);

  const next = await start();
  expect(next.startedHere).toBe(false);
  expect(next.url).toBe(response.url);
  await next.stop();
  expect(await findEmbedded(folder)).toBeNull();
});

test.runIf(isFull)('it keeps running when a second user stops', async () => {
  const server = await start();
  const { child, response } = await startChild<Answer>('use', folder);
  expect(response).toEqual({ url: server.url, startedHere: false });
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
  const here = Array.from({ length: scaled({ short: 1, full: 2 }) }, () => start(empty));
  const [{ child, response }, ...others] = await Promise.all([startChild<Answer>('use', empty), ...here]);
  expect(new Set([response, ...others].map(({ url }) => url)).size).toBe(1);
  expect([response, ...others].filter(({ startedHere }) => startedHere)).toHaveLength(1);

  await stopChild(child);
  await Promise.all(others.map((other) => other.stop()));
  expect(await findEmbedded(empty)).toBeNull();
});

test.runIf(isFull)('after a crash of PostgreSQL the next start recovers committed data', async () => {
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
  await expect.poll(() => ask(server.url, "SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory'")).toBe(1);
});

test('a killed PostgreSQL starts again on its port, also if another program has its process id by now', async () => {
  const killed = await start();
  await ask(killed.url, 'CREATE TABLE acknowledged AS SELECT 1 AS one');
  const lines = readFileSync(lockFile(), 'utf8').split('\n');
  process.kill(Number(lines[0]), 'SIGKILL');
  await expect.poll(() => findEmbedded(folder)).toBeNull();
  writeFileSync(lockFile(), [process.ppid, ...lines.slice(1)].join('\n'));

  const again = await start();
  expect(again).toMatchObject({ startedHere: true, url: killed.url });
  expect(await ask(again.url, 'SELECT one FROM acknowledged')).toBe(1);
  await Promise.all([killed.stop(), again.stop()]);
});

const stale = (home: string, pid: number) => `${pid}\n${home}/postgres/files\n1\n1\n\n127.0.0.1\n1 1\nready\n`;

test('a lock file of an earlier version is never removed: it is refused if it may live', async () => {
  const home = join(folder, 'earlier');
  await copyPreparedCluster(home);
  writeFileSync(lockOf(home), stale(home, process.ppid));
  expect(await findEmbedded(home)).toBeNull();
  await expect(start(home)).rejects.toThrow(
    new RegExp(`postmaster.pid names process ${process.ppid}, which exists.*stop the server`),
  );
  expect(readFileSync(lockOf(home), 'utf8')).toBe(stale(home, process.ppid));
});

test.runIf(isFull)('it is used if it answers, and replaced if its process is gone', async () => {
  const [home, other] = [join(folder, 'answering'), join(folder, 'other')];
  await Promise.all([home, other].map(copyPreparedCluster));
  const earlier = await startEmbedded(home, { settings: { fsync: 'off', unix_socket_directories: '' } });
  started.push(earlier);
  expect(await start(home)).toMatchObject({ startedHere: false, url: earlier.url });
  await Promise.all(started.splice(0).map((each) => each.stop()));

  const { child } = await startChild('use', other);
  await killChild(child);
  writeFileSync(lockOf(home), stale(home, child.pid!));
  expect((await start(home)).startedHere).toBe(true);
  await (await start(other)).stop();
});

test.runIf(isFull)('it starts where no sockets can be made, and then other processes use its port', async () => {
  const home = join(folder, 'no-sockets');
  await copyPreparedCluster(home);
  const first = await startEmbedded(home, { settings: { fsync: 'off', unix_socket_directories: '/proc/none' } });
  started.push(first);
  expect(new URL(first.url).search).toBe('');
  expect(await start(home)).toMatchObject({ startedHere: false, url: first.url });
  expect(await ask(first.url, 'SELECT 1')).toBe(1);
});

test('a copy of the data folder has a database of its own, also while the original runs', async () => {
  const [home, copied] = [join(folder, 'original'), join(folder, 'copy')];
  await copyPreparedCluster(home);
  const original = await start(home);
  const lock = readFileSync(lockOf(home));
  await original.stop();
  execFileSync('cp', ['-a', home, copied]);
  const again = await startEmbedded(home, { settings: { fsync: 'off', port: new URL(original.url).port } });
  started.push(again);
  writeFileSync(lockOf(copied), lock);

  const copy = await start(copied);
  expect(copy.startedHere).toBe(true);
  expect(copy.url).not.toBe(again.url);
});

test('a data folder of another PostgreSQL version is refused with a one-line error', async () => {
  const home = join(folder, 'former');
  await copyPreparedCluster(home);
  writeFileSync(join(home, 'postgres/files/PG_VERSION'), '17\n');
  await expect(start(home)).rejects.toThrow(
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

test.runIf(process.getuid?.() === 0)('a user without a name is named with the remedy', async () => {
  const home = join(folder, 'nameless');
  await mkdir(join(home, 'postgres'), { recursive: true });
  chownSync(join(home, 'postgres'), 54_321, 54_321);
  await expect(startEmbedded(home)).rejects.toThrow(
    /^User 54321 has no name on this machine.*"useradd --uid 54321 --no-create-home potluck".*DATABASE_URL/,
  );
});
