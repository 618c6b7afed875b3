/** The upgrade of an embedded database, from the installed PostgreSQL to itself, because no other one is at hand. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { findBinaries } from '../../src/db/embedded/cluster.ts';
import { startEmbedded } from '../../src/db/embedded/embedded.ts';
import { upgradeCluster } from '../../src/db/embedded/upgrade.ts';
import { cli } from '../support/cli.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { scratchFolder } from '../support/scratch.ts';

const parent = scratchFolder('upgrade', inject('testServer').folder);
const binaries = findBinaries();

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(sql).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  );
}

/** Makes a database with a setting in it. */
async function filled(name: string): Promise<string> {
  const dataDir = join(parent, name);
  await copyPreparedCluster(dataDir);
  const { url, stop } = await startEmbedded(dataDir, { settings: { fsync: 'off' } });
  await query(url, `INSERT INTO setting VALUES ('salt', '"a pinch"')`);
  await stop();
  return dataDir;
}

async function valueIn(dataDir: string): Promise<unknown> {
  const { url, stop } = await startEmbedded(dataDir, { settings: { fsync: 'off' } });
  return query(url, `SELECT value FROM setting WHERE key = 'salt'`).finally(stop);
}

test('a running server is refused, and later everything is in the new cluster and the former one is kept', async () => {
  const dataDir = await filled('whole');
  mkdirSync(join(dataDir, 'upgrade/postgres'), { recursive: true });
  const { url, stop } = await startEmbedded(dataDir, { settings: { fsync: 'off' } });
  const server = new pg.Client({ connectionString: url, application_name: 'potluck' });
  await server.connect();
  // This process is one user of the cluster already, and the upgrade another one.
  await expect(upgradeCluster(dataDir, binaries, () => {})).rejects.toThrow('stop it first');
  await server.end();
  await stop();

  const tables: string[] = [];
  const former = await upgradeCluster(dataDir, binaries, ({ name, rows }) => rows > 0 && tables.push(name));
  expect(tables).toEqual(['setting']);
  expect(existsSync(join(former, 'files/PG_VERSION'))).toBe(true);
  expect(existsSync(join(dataDir, 'upgrade'))).toBe(false);
  expect(await valueIn(dataDir)).toEqual([{ value: 'a pinch' }]);
});

test('after an interruption no empty database is created, and the command finishes the upgrade', async () => {
  const dataDir = await filled('interrupted');
  mkdirSync(join(dataDir, 'upgrade'));
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'upgrade/postgres'));
  writeFileSync(join(dataDir, 'upgrade/complete'), '');
  mkdirSync(join(dataDir, 'postgres-17'));
  await expect(startEmbedded(dataDir)).rejects.toThrow(/interrupted: run .*database upgrade.* again/);

  const env = { DATABASE_URL: '', DATA_DIR: dataDir };
  expect((await cli(['database', 'upgrade'], { env })).stdout).toContain(`delete ${join(dataDir, 'postgres-17')}`);
  expect(await valueIn(dataDir)).toEqual([{ value: 'a pinch' }]);
  expect((await cli(['database', 'upgrade'], { env })).stdout).toContain('nothing to do');
});

test('a version that npm does not have leads to a backup with the former Potluck', async () => {
  const dataDir = join(parent, 'ancient');
  await copyPreparedCluster(dataDir);
  writeFileSync(join(dataDir, 'postgres/files/PG_VERSION'), '9\n');
  const { code, stderr } = await cli(['database', 'upgrade'], {
    env: { DATABASE_URL: '', DATA_DIR: dataDir },
  });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/make a backup with .*backup FILE/)]);
});
