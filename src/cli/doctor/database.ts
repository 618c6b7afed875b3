/** Whether the database answers, keeps what it commits, is up to date and ours, and knows what time it is. */
import { connect, disconnect } from '../../db/client.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { DatabaseRefusal } from '../../db/refusal.ts';
import { checkDatabase, clockDifference, maxClockDifference } from '../../db/requirements.ts';
import { selectDatabaseSettings } from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';
import { type Finding, ok, problem } from '../../domain/doctor/finding.ts';
import { checkSecret } from '../../domain/doctor/secret.ts';
import { checkWorkers } from '../../domain/doctor/workers.ts';
import { findNotedOrigin } from '../../domain/instance.ts';
import { config } from '../../lib/config.ts';
import { withServer } from '../database.ts';
import { explain } from '../outcome.ts';

export async function checkDatabaseServer(): Promise<Finding[]> {
  try {
    return await withServer(async (url) => {
      connect(url);
      try {
        const answers = await checkSettings();
        const migrations = await checkMigrations(url);
        const clock = await checkClock();
        return [answers, migrations, ...(migrations.ok ? await checkContent() : []), clock];
      } finally {
        await disconnect();
      }
    });
  } catch (error) {
    const remedy = config.databaseUrl
      ? 'start PostgreSQL, or set DATABASE_URL to one that runs'
      : `look at the log in ${config.dataDir}/postgres`;
    return [problem('database', explain(error), remedy)];
  }
}

async function checkSettings(): Promise<Finding> {
  try {
    await checkDatabase();
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    return problem('database', error.message, 'change it in postgresql.conf, or use another PostgreSQL');
  }
  const [settings] = await selectDatabaseSettings(db);
  const { version = 0, synchronous_commit = '', fsync, full_page_writes } = settings ?? {};
  if (!config.test && (fsync === 'off' || full_page_writes === 'off'))
    return problem(
      'database',
      `fsync is ${fsync}, full_page_writes is ${full_page_writes}: a power cut may destroy the whole database`,
      'turn both on in postgresql.conf',
    );
  const where = config.databaseUrl ? new URL(config.databaseUrl).host : 'embedded';
  return ok(
    'database',
    `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000} (${where}), synchronous_commit ${synchronous_commit}`,
  );
}

async function checkMigrations(url: string): Promise<Finding> {
  const remedy = 'run "npm run cli -- migrate", or start the server, which does it too';
  try {
    const pending = await pendingMigrations(url);
    return pending.length === 0
      ? ok('migrations', 'all applied')
      : problem('migrations', `not applied yet: ${pending.join(', ')}`, remedy);
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    return problem('migrations', error.message, 'do what it says, then run doctor again');
  }
}

async function checkContent(): Promise<Finding[]> {
  return [await checkOwner(), await checkSecret(), await checkWorkers()];
}

async function checkOwner(): Promise<Finding> {
  const noted = await findNotedOrigin();
  if (noted === null || noted === config.baseUrl)
    return ok('owner', `the database belongs to ${config.baseUrl}`);
  return problem('owner', `the database belongs to ${noted}, not ${config.baseUrl}`, `set BASE_URL=${noted}`);
}

async function checkClock(): Promise<Finding> {
  const apart = await clockDifference();
  const remedy = 'let both machines keep time by NTP';
  return apart > maxClockDifference
    ? problem('clock', `this machine and the database are ${(apart / 1_000).toFixed(1)} s apart`, remedy)
    : ok('clock', `${new Date().toISOString()}, and the database agrees`);
}
