/** Makes an embedded database as it was before the owner role existed: the superuser of initdb owns everything. */
import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findBinaries, findOwner, readCluster } from '../../src/db/embedded/cluster.ts';
import { findRunning, readPostmaster, startPostmaster, stopPostmaster } from '../../src/db/embedded/postmaster.ts';

const superuserPassword = 'former';

type Work = (url: string) => Promise<void>;

/** Fills the database by `work`, which gets the URL of the superuser, and stops PostgreSQL. */
export async function makeFormerCluster(dataDir: string, work: Work): Promise<void> {
  const binaries = findBinaries();
  const folder = join(dataDir, 'postgres');
  const owner = findOwner(folder);
  mkdirSync(dataDir, { recursive: true });
  mkdirSync(folder, { mode: 0o700 });
  const password = join(folder, 'password');
  writeFileSync(password, superuserPassword, { mode: 0o600 });
  if (owner) for (const path of [folder, password]) chownSync(path, owner.uid, owner.gid);

  const files = join(folder, 'files');
  const options = ['--auth=scram-sha-256', '--encoding=UTF8', '--no-locale', '--set=unix_socket_directories='];
  await promisify(execFile)(binaries.initdb, ['-D', files, '--username=potluck', `--pwfile=${password}`, ...options], {
    cwd: dirname(binaries.initdb),
    env: { LC_ALL: 'C' },
    ...owner,
  });

  await runFormerCluster(dataDir, async (url) => {
    await query(url.replace(/\w+$/, 'postgres'), 'CREATE DATABASE potluck');
    await work(url);
  });
}

/** Starts such a cluster for `work`, and stops it. */
export async function runFormerCluster(dataDir: string, work: Work): Promise<void> {
  const cluster = readCluster(dataDir)!;
  const owner = findOwner(cluster.folder);
  const program = { cluster, binaries: findBinaries(), owner, settings: { fsync: 'off' } };
  const started = await startPostmaster(program);
  while (!(await findRunning(cluster))) {
    if (started!.hasEnded()) throw new Error('PostgreSQL did not start');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const postmaster = readPostmaster(cluster)!;
  try {
    await work(`postgresql://potluck:${superuserPassword}@127.0.0.1:${postmaster.port}/potluck`);
  } finally {
    await stopPostmaster(cluster, postmaster, started);
  }
}

/** Returns the rows of the last statement. */
// biome-ignore lint/suspicious/noExplicitAny: callers declare what they read
export async function query(connectionString: string, sql: string): Promise<any[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    const results = [await client.query(sql)].flat();
    return results.at(-1)!.rows;
  } finally {
    await client.end();
  }
}
