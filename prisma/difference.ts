/** Computes the SQL from the schema of the migrations to schema.prisma with Prisma's schema engine. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { catalogueAdapter } from './catalogue-adapter.ts';

export const migrationsFolder = join(import.meta.dirname, 'migrations');

const isBlank = (line: string) => line.trim() === '' || line.startsWith('--');

/**
 * Returns an empty string if they agree. Ignores CHECK constraints, functions, and partial and expression indexes.
 * @param url of an empty database, which is filled
 */
export async function findDifference(url: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url });
  try {
    const sql = await compare(pool);
    return sql.split('\n').every(isBlank) ? '' : sql;
  } finally {
    await pool.end();
  }
}

async function compare(pool: pg.Pool): Promise<string> {
  const schema = readFileSync(join(import.meta.dirname, 'schema.prisma'), 'utf8');
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(catalogueAdapter(pool)),
  );
  const lockfile = 'migration_lock.toml';
  const { stdout } = await engine.diff({
    from: {
      tag: 'migrations',
      baseDir: migrationsFolder,
      lockfile: { path: lockfile, content: readFileSync(join(migrationsFolder, lockfile), 'utf8') },
      shadowDbInitScript: '',
      migrationDirectories: readdirSync(migrationsFolder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
        .map((name) => ({ path: name, migrationFile: migrationFile(name) })),
    },
    to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout ?? '';
}

function migrationFile(name: string) {
  const value = readFileSync(join(migrationsFolder, name, 'migration.sql'), 'utf8');
  return { path: 'migration.sql', content: { tag: 'ok' as const, value } };
}
