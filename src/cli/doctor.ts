/** Prints what is wrong with a server, and what to do about it. */
import { connect, disconnect } from '../db/client.ts';
import { DatabaseRefusal } from '../db/errors.ts';
import { pendingMigrations } from '../db/migrate.ts';
import {
  type CheckResult,
  checkBackup,
  checkBlockLists,
  checkClock,
  checkDatabaseSettings,
  checkDisk,
  checkGrowth,
  checkMail,
  checkMemory,
  checkOrigin,
  checkQueue,
  checkRemoteClocks,
  checkSecret,
  checkStorage,
  checkWorkers,
  ok,
  problem,
} from '../domain/instance/doctor/checks.ts';
import { checkReachability } from '../domain/instance/doctor/run-checks.ts';
import { findStoredOrigin } from '../domain/instance/instance.ts';
import { config } from '../lib/config.ts';
import { explain } from '../lib/errors.ts';
import { textOf } from '../lib/language/text.ts';
import { version } from '../lib/paths.ts';
import { CommandFailure, type Print } from './command.ts';
import { withServer } from './database.ts';

export const doctor = async (print: Print) => {
  const results: (CheckResult<string> & { message: string; remedy: string | null })[] = [];
  const report = (found: CheckResult<string>[]) => {
    for (const result of found) {
      const { check, ok: isOk, isWarning } = result;
      const message = textOf(result.message);
      const remedy = result.remedy && textOf(result.remedy);
      print(`${isWarning ? 'warning' : isOk ? 'ok     ' : 'problem'}  ${check.padEnd(12)}${message}`);
      if (remedy) print(`         ${' '.repeat(12)}→ ${remedy}`);
      results.push({ ...result, message, remedy });
    }
  };

  report([ok('settings', `readable; Potluck ${version}, data in ${config.dataDir}`)]);
  report([checkOrigin()]);
  report(await checkDatabaseServer());
  report(await checkReachability());
  report([await checkQueue()]);
  report(await checkDisk());
  report([await checkStorage()]);
  report([checkMemory()]);
  report([await checkMail()]);

  const problems = results.filter((result) => !result.ok);
  if (problems.length === 0) return results;
  throw new CommandFailure(`${problems.length} of ${results.length} checks found a problem`, results);
};

// Checks the database: connection, settings, migrations, origin, secret, jobs, backups, growth and clocks

async function checkDatabaseServer(): Promise<CheckResult<string>[]> {
  try {
    return await withServer(async (url) => {
      connect(url);
      try {
        const settings = await checkDatabaseSettings();
        const migrations = await checkMigrations(url);
        const clock = await checkClock();
        return [settings, migrations, ...(migrations.ok ? await checkContent() : []), clock];
      } finally {
        await disconnect();
      }
    });
  } catch (error) {
    const remedy = config.databaseUrl
      ? 'start PostgreSQL, or set DATABASE_URL to one that runs'
      : `name the folder of the server with DATA_DIR, or look at the log in ${config.dataDir}/postgres`;
    return [problem('database', explain(error), remedy)];
  }
}

async function checkMigrations(url: string): Promise<CheckResult<string>> {
  const remedy = 'run "npm run cli -- migrate", or start the server, which applies them too';
  try {
    const pending = await pendingMigrations(url);
    return pending.length === 0
      ? ok('migrations', 'all applied')
      : problem('migrations', `pending: ${pending.join(', ')}`, remedy);
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    return problem('migrations', error.message, 'fix this, then run doctor again');
  }
}

async function checkContent(): Promise<CheckResult<string>[]> {
  return [
    await checkOwner(),
    await checkSecret(),
    await checkWorkers(),
    await checkBackup(),
    await checkRemoteClocks(),
    await checkGrowth(),
    await checkBlockLists(),
  ];
}

async function checkOwner(): Promise<CheckResult<string>> {
  const stored = await findStoredOrigin();
  if (stored === null || stored === config.baseUrl) return ok('owner', `the database belongs to ${config.baseUrl}`);
  return problem('owner', `the database belongs to ${stored}, not ${config.baseUrl}`, `set BASE_URL=${stored}`);
}
