/** The databases of a test run: one template, migrated once, and a copy of it for each worker. */
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';

const run = `potluck_test_${process.env.POTLUCK_TEST_RUN ?? ''}`;

/** Named after the run, so that two runs may share a server. */
export async function createTemplate(server: string): Promise<void> {
  await onServer(server, `CREATE DATABASE ${run}_template`);
  await migrate(databaseUrl(server, `${run}_template`));
}

/** Made anew for each test file, so that none sees what another left; answers its URL. */
export async function createDatabase(server: string, worker: string): Promise<string> {
  const name = `${run}_${worker}`;
  await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${run}_template`);
  return databaseUrl(server, name);
}

export async function dropDatabases(server: string): Promise<void> {
  const names = await onServer(server, `SELECT datname FROM pg_database WHERE starts_with(datname, '${run}_')`);
  for (const { datname } of names) await onServer(server, `DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
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
