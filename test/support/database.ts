/** The databases of a test run: one migrated template, and a copy of it for each worker, emptied between files. */
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';

export type TestServer = {
  /** Names the role that owns the databases, like that of a real server. */
  url: string;
  /** Names a role that may create databases. */
  adminUrl: string;
  /** Starts the names of this run's databases, so that two runs may share a server. */
  prefix: string;
  folder: string;
};

export interface TestRun extends TestServer {
  /** Private keys in PEM. */
  rsaKeys: string[];
}

export async function createTemplate(server: TestServer): Promise<void> {
  await migrate(await replaceDatabase(server, 'template', 'template1'));
}

/** Creates a copy of the template. Returns its URL. */
export function createDatabase(server: TestServer, name: string): Promise<string> {
  return replaceDatabase(server, name, `${server.prefix}_template`);
}

/** A worker's database, reached with the rights of an administrator. */
export interface WorkerDatabase {
  url: string;
  client: pg.Client;
  /** Of the template. */
  schema: string;
}

export async function createWorkerDatabase(server: TestServer, worker: string): Promise<WorkerDatabase> {
  const url = await createDatabase(server, worker);
  const client = new pg.Client({ connectionString: databaseUrl(server.adminUrl, new URL(url).pathname.slice(1)) });
  await client.connect();
  return { url, client, schema: await schemaOf(client) };
}

/**
 * Deletes all rows, which costs much less than a copy whose connections load the catalogue and plan each statement
 * again. Returns false if the database differs from the template by more than small tables of rows.
 */
export async function emptyDatabase({ client, schema }: WorkerDatabase, keptBackends: number[]): Promise<boolean> {
  await client.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND pid <> ALL($1)`,
    [keptBackends],
  );
  if ((await schemaOf(client)) !== schema) return false;
  const { rows: tables } = await client.query<{ name: string; size: number }>(
    `SELECT quote_ident(relname) AS name, pg_total_relation_size(oid)::float8 AS size
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'`,
  );
  if (tables.some(({ size }) => size > maxTableBytes)) return false;
  const { rows: filled } = await client.query<{ name: string }>(
    tables.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`).join(' UNION ALL '),
  );
  // Foreign keys and triggers have nothing to do when all rows go.
  await client.query(
    [
      'BEGIN',
      'SET LOCAL session_replication_role = replica',
      ...filled.map(({ name }) => `DELETE FROM ${name}`),
      `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
       FROM pg_sequences WHERE last_value IS NOT NULL`,
      'COMMIT',
    ].join('; '),
  );
  return true;
}

/** Deleted rows stay in the files of a table, so a table of this size is copied anew. */
const maxTableBytes = 4_000_000;

/** Changes with each relation, function, trigger, column, setting and statistic of the database. */
async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(
    `SELECT md5(concat_ws('|',
       (SELECT string_agg(format('%s %s %s', oid, relnatts, reltuples), ',' ORDER BY oid) FROM pg_class
         WHERE relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)),
       (SELECT string_agg(format('%s %s', oid, xmin), ',' ORDER BY oid) FROM pg_proc WHERE oid >= 16384),
       (SELECT string_agg(format('%s %s', oid, tgenabled), ',' ORDER BY oid) FROM pg_trigger),
       (SELECT string_agg(oid::text, ',' ORDER BY oid) FROM pg_constraint),
       (SELECT format('%s %s', datconnlimit, (
           SELECT string_agg(setconfig::text, ',' ORDER BY setrole) FROM pg_db_role_setting WHERE setdatabase = oid))
         FROM pg_database WHERE datname = current_database()),
       (SELECT count(*) FROM pg_statistic),
       (SELECT count(*) FROM pg_largeobject_metadata))) AS schema`,
  );
  return rows[0]!.schema;
}

/** Creates a database without tables. */
export function createEmptyDatabase(server: TestServer, name: string): Promise<string> {
  return replaceDatabase(server, name, 'template0');
}

async function replaceDatabase(
  { url, adminUrl, prefix }: TestServer,
  suffix: string,
  template: string,
): Promise<string> {
  const name = `${prefix}_${suffix}`;
  const owner = new URL(url).username || 'DEFAULT';
  await onServer(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  // Files of a small template are copied in half the time that its blocks take through the log.
  await onServer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy OWNER ${owner}`);
  return databaseUrl(url, name);
}

export async function dropDatabases({ adminUrl, prefix }: TestServer): Promise<void> {
  const names = await onServer(adminUrl, `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}_')`);
  for (const { datname } of names) await onServer(adminUrl, `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(url: string, sql: string): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ datname: string }>(sql)).rows;
  } finally {
    await client.end();
  }
}
