/** Writes the SQL that leads from the migrations to schema.prisma: `npm run migration:new NAME`, or with `--check` says whether there is any. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { startEmbedded } from '../src/db/embedded.ts';
import { catalogueAdapter } from './catalogue-adapter.ts';

const migrations = join(import.meta.dirname, 'migrations');
const schema = readFileSync(join(import.meta.dirname, 'schema.prisma'), 'utf8');
const nothing = /^(?:\s*--.*\n?)*\s*$/;

const [argument = ''] = process.argv.slice(2);
if (argument !== '--check' && !/^[a-z][a-z0-9_]*$/.test(argument)) {
  process.stderr.write('Usage: npm run migration:new NAME, with a name such as add_bakings\n');
  process.exit(2);
}
const sql = await onScratchDatabase(difference);

if (nothing.test(sql)) {
  process.stdout.write('Migrations and schema.prisma agree.\n');
} else if (argument === '--check') {
  process.stderr.write(`Migrations and schema.prisma differ: run "npm run migration:new NAME".\n\n${sql}`);
  process.exitCode = 1;
} else {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const folder = join(migrations, `${time}_${argument}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'migration.sql'), sql);
  process.stdout.write(`${join(folder, 'migration.sql')}\n`);
}

async function onScratchDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'potluck-diff-'));
  chmodSync(folder, 0o755);
  const database = await startEmbedded(folder, { fsync: 'off' });
  const close = async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(1)));
  }

  try {
    return await work(database.url);
  } finally {
    await close();
  }
}

/** The engine plays the migrations and compares the outcome with the schema. */
async function difference(url: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url });
  try {
    return await compare(catalogueAdapter(pool));
  } finally {
    await pool.end();
  }
}

async function compare(adapter: PrismaPg): Promise<string> {
  const files = [{ path: 'schema.prisma', content: schema }];
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
  const { stdout } = await engine.diff({
    from: {
      tag: 'migrations',
      baseDir: migrations,
      lockfile: {
        path: 'migration_lock.toml',
        content: readFileSync(join(migrations, 'migration_lock.toml'), 'utf8'),
      },
      shadowDbInitScript: '',
      migrationDirectories: readdirSync(migrations, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
        .map((name) => ({ path: name, migrationFile: migrationFile(name) })),
    },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout ?? '';
}

function migrationFile(name: string) {
  const value = readFileSync(join(migrations, name, 'migration.sql'), 'utf8');
  return { path: 'migration.sql', content: { tag: 'ok' as const, value } };
}
