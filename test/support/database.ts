/** The databases of a test run: one migrated template, and a copy of it for each worker. */
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

/** Creates a fresh database for each test file. Returns its URL. */
export function createDatabase(server: TestServer, worker: string): Promise<string> {
  return replaceDatabase(server, worker, `${server.prefix}_template`);
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
