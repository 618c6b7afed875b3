/** The databases of a test run: one migrated template, and a copy of it for each worker. */
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';

/** `prefix` starts the names of this run's databases, so that two runs may share a server. */
export type TestServer = { url: string; prefix: string; folder: string };

export async function createTemplate({ url, prefix }: TestServer): Promise<void> {
  await onServer(url, `CREATE DATABASE ${prefix}_template`);
  await migrate(databaseUrl(url, `${prefix}_template`));
}

/** Creates a fresh database for each test file. Returns its URL. */
export function createDatabase(server: TestServer, worker: string): Promise<string> {
  return replaceDatabase(server, worker, `${server.prefix}_template`);
}

/** Creates a database without tables. */
export function createEmptyDatabase(server: TestServer, name: string): Promise<string> {
  return replaceDatabase(server, name, 'template0');
}

async function replaceDatabase(
  { url, prefix }: TestServer,
  suffix: string,
  template: string,
): Promise<string> {
  const name = `${prefix}_${suffix}`;
  await onServer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return databaseUrl(url, name);
}

export async function dropDatabases({ url, prefix }: TestServer): Promise<void> {
  const names = await onServer(
    url,
    `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}_')`,
  );
  for (const { datname } of names) await onServer(url, `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
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
