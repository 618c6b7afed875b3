/**
 * Fills a database like a large server: `npm run bench -- seed --events 1000000 --data-dir FOLDER`, or with `--url` for a
 * PostgreSQL of one's own. Prints the members that can be used, and stores them in `growth.json` in the data folder.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '../../../src/db/embedded/embedded.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { runProcess } from '../child.ts';
import { onCleanup } from '../cleanup.ts';
import type { Grown } from '../processes/seed-growth.ts';
import { progress } from '../report.ts';

const limits = { min: 10_000, max: 1_000_000 };

const fileIn = (folder: string) => join(folder, 'growth.json');

/** Returns null if the data folder was not seeded. */
export const readGrown = (folder: string): Grown | null =>
  existsSync(fileIn(folder)) ? JSON.parse(readFileSync(fileIn(folder), 'utf8')) : null;

/** Returns whether it was done. */
export async function runSeed(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: String(limits.max) },
      'data-dir': { type: 'string', default: process.env.DATA_DIR ?? './data' },
      url: { type: 'string', default: process.env.DATABASE_URL ?? '' },
      'base-url': { type: 'string', default: process.env.BASE_URL ?? 'http://localhost:3000' },
    },
  });
  const events = Number(values.events);
  if (!Number.isInteger(events) || events < limits.min || events > limits.max) {
    process.stderr.write(`--events must be a number from ${limits.min} to ${limits.max}\n`);
    return false;
  }
  const folder = resolve(values['data-dir']);
  const embedded = values.url ? null : await startEmbedded(folder);
  const stop = onCleanup(() => embedded?.stop());
  try {
    const url = values.url || embedded!.url;
    await migrate(url, { log: progress });
    if (await hasAccounts(url)) {
      process.stderr.write('The database has accounts already: name an empty one\n');
      return false;
    }
    await seed(url, { folder, baseUrl: values['base-url'], events });
    return true;
  } finally {
    stop();
    await embedded?.stop();
  }
}

export async function seed(
  url: string,
  { folder, baseUrl, events }: { folder: string; baseUrl: string; events: number },
): Promise<Grown> {
  progress(`seeding ${events.toLocaleString('en')} events, which takes up to ${Math.ceil(events / 50_000)} minutes`);
  const environment = { DATABASE_URL: url, DATA_DIR: folder, BASE_URL: baseUrl, NODE_ENV: 'test', LOG_LEVEL: 'error' };
  const began = performance.now();
  const grown = await runProcess<Grown>('seed-growth', events, environment);
  writeFileSync(fileIn(folder), JSON.stringify(grown, null, 2), { mode: 0o600 });
  for (const { username, token } of Object.values(grown.members)) progress(`  @${username}: token ${token}`);
  progress(`seeded in ${Math.round((performance.now() - began) / 1_000)} s; see ${fileIn(folder)}`);
  return grown;
}

async function hasAccounts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT 1 FROM account WHERE actor_type <> 'Application' LIMIT 1`);
    return rows.length > 0;
  } finally {
    await client.end();
  }
}
