/**
 * The embedded PostgreSQL, shared by processes that cannot see each other: other mounts of /proc, users and namespaces.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { type Embedded, findEmbedded, startEmbedded } from '../../src/db/embedded/embedded.ts';
import { killChild, startChildIn, stopChild } from '../support/child.ts';
import { query } from '../support/former-cluster.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { findProcessViews } from '../support/process-views.ts';
import { reportSkipped } from '../support/report-skipped.ts';
import { scratchFolder } from '../support/scratch.ts';
import { scaled } from '../support/test-length.ts';

type Answer = { url: string; startedHere: boolean };

const folder = scratchFolder('views', inject('testServer').folder);
const all = findProcessViews();
/** The two that hide the most, or all of them. */
const views = scaled({ short: all.filter((_, index) => index % 3 === 0), full: all });
const settings = { fsync: 'off' };

const started: Embedded[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((embedded) => embedded.stop()));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(home: string): Promise<Embedded> {
  const embedded = await startEmbedded(home, { settings });
  started.push(embedded);
  return embedded;
}

const lockFile = (home: string) => readFileSync(join(home, 'postgres/files/postmaster.pid'), 'utf8');
const add = (url: string, row: number) => query(url, `INSERT INTO acknowledged VALUES (${row})`);
const rowsIn = async (url: string) =>
  (await query(url, 'SELECT row FROM acknowledged ORDER BY row')).map(({ row }) => row);

const home = join(folder, 'home');
beforeAll(() => copyPreparedCluster(home));
let rows = 0;
const nextRow = () => ++rows;
function findLock(): string | null {
  try {
    return lockFile(home);
  } catch {
    return null;
  }
}
const rowsSoFar = () => Array.from({ length: rows }, (_, index) => index + 1);

describe.each(views)('a process $name', ({ prefix, canStart }) => {
  test('uses the running database, and leaves it to its other users', async () => {
    const server = await start(home);
    await query(server.url, 'CREATE TABLE IF NOT EXISTS acknowledged (row int)');
    const lock = lockFile(home);
    const command = await startChildIn<Answer>(prefix, 'use', home);
    expect(command.response).toEqual({ url: server.url, startedHere: false });
    await add(server.url, nextRow());
    await stopChild(command.child);

    const killed = await startChildIn<Answer>(prefix, 'use', home);
    await add(killed.response.url, nextRow());
    await killChild(killed.child);
    expect(lockFile(home)).toBe(lock);
    expect(await rowsIn(server.url)).toEqual(rowsSoFar());
  });

  test.runIf(canStart)('starts it for others, who start it again if it was killed with all its processes', async () => {
    const command = await startChildIn<Answer>(prefix, 'use', home);
    expect(command.response.startedHere).toBe(true);
    const server = await start(home);
    expect([server.startedHere, server.url]).toEqual([false, command.response.url]);
    server.restartOnExit();
    await add(server.url, nextRow());
    const former = lockFile(home);
    await killChild(command.child);

    // The killed one may answer for a moment.
    await expect.poll(() => findLock() ?? former).not.toBe(former);
    await expect.poll(() => rowsIn(server.url).catch(() => [])).toEqual(rowsSoFar());
    await add(server.url, nextRow());
  });

  test.runIf(canStart)('stops what it started when nobody else uses it', async () => {
    const command = await startChildIn<Answer>(prefix, 'use', home);
    expect(command.response.startedHere).toBe(true);
    await stopChild(command.child);
    expect(await findEmbedded(home)).toBeNull();
    expect(() => lockFile(home)).toThrow('ENOENT');
    expect(await rowsIn((await start(home)).url)).toEqual(rowsSoFar());
  });
});

const starters = views.filter(({ canStart }) => canStart);
test.runIf(starters.length > 0)('of processes in all views that start at once, one starts it', async () => {
  const children = await Promise.all(
    [...starters, ...starters].map(({ prefix }) => startChildIn<Answer>(prefix, 'use', home)),
  );
  expect(new Set(children.map(({ response }) => response.url)).size).toBe(1);
  expect(children.filter(({ response }) => response.startedHere)).toHaveLength(1);
  // The starter is stopped last, because its namespace may end with it.
  for (const { child } of children.toSorted((a, b) => Number(a.response.startedHere) - Number(b.response.startedHere)))
    await stopChild(child);
  expect(await findEmbedded(home)).toBeNull();
});

const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
/** What ProtectProc=invisible and PrivateUsers=yes do. */
const asUnit = [
  'unshare',
  '--mount',
  '/bin/sh',
  '-c',
  'mount -t proc -o hidepid=2 proc /proc && exec "$@"',
  'sh',
  ...nobody,
  'unshare',
  '--user',
  '--map-user=65534',
  '--map-group=65534',
];
const canRunAsUnit = spawnSync(asUnit[0]!, [...asUnit.slice(1), 'true']).status === 0;
if (!canRunAsUnit) reportSkipped('no process is hidden as by the unit of the backup');

test.runIf(canRunAsUnit)('a process that is confined as the nightly backup uses the running database', async () => {
  const home = join(folder, 'unit');
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, 65_534, 65_534);
  const server = await startChildIn<Answer>(nobody, 'use', home);
  const lock = lockFile(home);
  const [pid] = lock.split('\n', 1);
  // The view is what the test is about.
  const sees = (prefix: string[]) =>
    spawnSync(prefix[0]!, [...prefix.slice(1), 'cat', `/proc/${pid}/cmdline`]).status === 0;
  expect([sees(nobody), sees(asUnit)]).toEqual([true, false]);

  const backup = await startChildIn<Answer>(asUnit, 'use', home);
  expect(backup.response).toEqual({ url: server.response.url, startedHere: false });
  await stopChild(backup.child);
  expect(lockFile(home)).toBe(lock);
  await stopChild(server.child);
  expect(() => lockFile(home)).toThrow('ENOENT');
});

test.runIf(views.length > 0)('a database that is owned and cannot be reached is refused, and not touched', async () => {
  const server = await start(home);
  const lock = lockFile(home);
  const socket = join(home, 'postgres/files', `.s.PGSQL.${new URL(server.url).port}`);
  execFileSync('mv', [socket, `${socket}.away`]);
  // It waits for seconds, which pass at once.
  const now = performance.now.bind(performance);
  let passed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 5_000 * passed++);
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(startEmbedded(home, { settings })).rejects.toThrow(
    /is in use by a PostgreSQL that cannot be reached from here/,
  );
  expect(lockFile(home)).toBe(lock);
  execFileSync('mv', [`${socket}.away`, socket]);
});
