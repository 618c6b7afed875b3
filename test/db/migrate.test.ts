/** Migrates a database, even if several processes do so at the same time. */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { catalogueAdapter } from '../../prisma/catalogue-adapter.ts';
import { migrate, pendingMigrations } from '../../src/db/migrate.ts';
import { startChild } from '../support/child.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { scratchFolder } from '../support/scratch.ts';

let folder: string;
let url: string;
let pool: pg.Pool;

beforeEach(async () => {
  folder = scratchFolder('test', inject('testServer').folder);
  url = await createEmptyDatabase(inject('testServer'), `migrate_${process.env.VITEST_POOL_ID}`);
  pool = new pg.Pool({ connectionString: url });
  // Dropping the database closes idle connections, which emits an error.
  pool.on('error', () => {});
});
afterEach(async () => {
  await pool.end();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}
const logged = async () => (await pool.query('SELECT * FROM _prisma_migrations ORDER BY migration_name')).rows;

test('migrations are applied in order, once', async () => {
  write('2_fill', 'INSERT INTO dish VALUES (1);');
  write('1_dish', 'CREATE TABLE dish (id int);');
  expect(await pendingMigrations(url, { folder })).toEqual(['1_dish', '2_fill']);
  expect(await migrate(url, { folder })).toEqual(['1_dish', '2_fill']);
  expect(await migrate(url, { folder })).toEqual([]);
  expect(await pendingMigrations(url, { folder })).toEqual([]);
  expect((await pool.query('SELECT * FROM dish')).rows).toHaveLength(1);
});

test('a migration is repeated after deadlocks with running processes, and other errors end it', async () => {
  // A rollback does not reset a sequence.
  await pool.query('CREATE SEQUENCE attempts');
  const failTwice = (code: string) =>
    `DO $$ BEGIN IF nextval('attempts') < 3 THEN RAISE SQLSTATE '${code}'; END IF; END $$; CREATE TABLE dish (id int);`;
  write('1_dish', failTwice('40P01'));
  expect(await migrate(url, { folder })).toEqual(['1_dish']);

  await pool.query('ALTER SEQUENCE attempts RESTART; DROP TABLE dish');
  write('2_dish', failTwice('42P01'));
  await expect(migrate(url, { folder })).rejects.toThrow('Migration 2_dish failed');
});

test('migration rows have the format of Prisma', async () => {
  write('1_dish', 'CREATE TABLE dish (id int);');
  await migrate(url, { folder });
  expect(await logged()).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      checksum: createHash('sha256').update('CREATE TABLE dish (id int);').digest('hex'),
      finished_at: expect.any(Date),
      migration_name: '1_dish',
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Date),
      applied_steps_count: 1,
    },
  ]);
});

test('Prisma’s engine finds no problem, and migrations that it applied count as applied', async () => {
  const dish = 'CREATE TABLE dish (id int);';
  const cook = 'CREATE TABLE cook (id int);';
  write('1_dish', dish);
  await migrate(url, { folder });
  write('2_cook', cook);

  const itsPool = new pg.Pool({ connectionString: url });
  itsPool.on('error', () => {});
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', 'datasource db {\n provider = "postgresql"\n}']] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(catalogueAdapter(itsPool)),
  );
  const migration = (path: string, value: string) => ({
    path,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } },
  });
  const migrationsList = {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' },
    shadowDbInitScript: '',
    migrationDirectories: [migration('1_dish', dish), migration('2_cook', cook)],
  };
  const filters = { externalTables: [], externalEnums: [] };
  expect(
    await engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters }),
  ).toMatchObject({
    editedMigrationNames: [],
    failedMigrationNames: [],
    hasMigrationsTable: true,
    history: { diagnostic: 'databaseIsBehind', unappliedMigrationNames: ['2_cook'] },
  });
  expect(await engine.applyMigrations({ migrationsList, filters })).toEqual({
    appliedMigrationNames: ['2_cook'],
  });
  // The lock lasts as long as the connection.
  await itsPool.end();
  expect(await migrate(url, { folder })).toEqual([]);
  const [ours, theirs] = (await logged()).map((row) => ({
    ...row,
    id: typeof row.id,
    checksum: row.checksum.length,
    finished_at: row.finished_at instanceof Date,
    started_at: row.started_at <= row.finished_at,
    migration_name: '',
  }));
  expect(ours).toEqual(theirs);
});

test('of two concurrent migrations, one applies and the other finds nothing to do', async () => {
  write('1_dish', 'CREATE TABLE dish (id int); SELECT pg_sleep(0.3);');
  const [here, elsewhere] = await Promise.all([
    migrate(url, { folder }),
    startChild<string[]>('migrate', url, folder).then(({ response }) => response),
  ]);
  expect([...here, ...elsewhere]).toEqual(['1_dish']);
  expect(await logged()).toHaveLength(1);
});

test('a failed migration leaves nothing and is retried', async () => {
  write('1_dish', 'CREATE TABLE dish (id int); SELECT no_such_thing();');
  await expect(migrate(url, { folder })).rejects.toThrow(/^Migration 1_dish failed: function no_such_thing/);
  expect(await logged()).toEqual([]);

  write('1_dish', 'CREATE TABLE dish (id int);');
  expect(await migrate(url, { folder })).toEqual(['1_dish']);
});

test('a migration outside a transaction that fails must be resolved by hand', async () => {
  write('1_dish', 'CREATE TABLE dish (id int);');
  write('2_index', '-- no-transaction\nCREATE INDEX CONCURRENTLY dish_id ON dish (no_such_column);');
  await expect(migrate(url, { folder })).rejects.toThrow(/^Migration 2_index failed: /);
  await expect(migrate(url, { folder })).rejects.toThrow(
    /^Migration 2_index was started but did not finish: .*rolled-back/,
  );
  await expect(pendingMigrations(url, { folder })).rejects.toThrow(/did not finish/);

  await pool.query("UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '2_index'");
  write('2_index', '-- no-transaction\nCREATE INDEX CONCURRENTLY dish_id ON dish (id);');
  expect(await migrate(url, { folder })).toEqual(['2_index']);
});

test('a migration that was changed after it was applied is reported', async () => {
  write('1_dish', 'CREATE TABLE dish (id int);');
  await migrate(url, { folder });
  write('1_dish', 'CREATE TABLE dish (id bigint);');
  await expect(migrate(url, { folder })).rejects.toThrow(/^Migration 1_dish was changed after it was applied/);
});

test('a database that is newer than the code is reported, and used', async () => {
  write('1_dish', 'CREATE TABLE dish (id int);');
  write('2_cook', 'CREATE TABLE cook (id int);');
  await migrate(url, { folder });
  rmSync(join(folder, '2_cook'), { recursive: true });

  const lines: string[] = [];
  expect(await migrate(url, { folder, log: (line) => lines.push(line) })).toEqual([]);
  expect(lines).toEqual(['the database is newer than this version: it has 2_cook']);
});
