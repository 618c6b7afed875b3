/** Whether the database answers, keeps what it commits, is up to date and ours, and knows what time it is. */
import { connect, disconnect } from '../../db/client.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { DatabaseRefusal } from '../../db/refusal.ts';
import { checkClock, checkDatabaseSettings } from '../../domain/doctor/database.ts';
import { type Finding, ok, problem } from '../../domain/doctor/finding.ts';
import { checkSecret } from '../../domain/doctor/secret.ts';
import { checkWorkers } from '../../domain/doctor/workers.ts';
import { findNotedOrigin } from '../../domain/instance.ts';
import { config } from '../../lib/config.ts';
import { explain } from '../../lib/errors.ts';
import { withServer } from '../database.ts';

export async function checkDatabaseServer(): Promise<Finding[]> {
  try {
    return await withServer(async (url) => {
      connect(url);
      try {
        const answers = await checkDatabaseSettings();
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
