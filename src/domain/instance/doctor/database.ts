/** Checks that the database is durable and that its clock agrees with this machine's. */

import { checkDatabase, maxClockSkewMs, measureClockSkew } from '../../../db/requirements.ts';
import { selectDatabaseSettings } from '../../../db/sql/instance/database-settings.ts';
import { DatabaseRefusal } from '../../../db/startup-error.ts';
import { db } from '../../../db/statement.ts';
import { config } from '../../../lib/config.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export async function checkDatabaseSettings(): Promise<CheckResult> {
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
      `fsync is ${fsync}, full_page_writes is ${full_page_writes}: a power failure may destroy the whole database`,
      'turn both on in postgresql.conf',
    );
  const where = config.databaseUrl ? new URL(config.databaseUrl).host : 'embedded';
  return ok(
    'database',
    `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000} (${where}), synchronous_commit ${synchronous_commit}`,
  );
}

export async function checkClock(): Promise<CheckResult> {
  const skewMs = await measureClockSkew();
  return skewMs > maxClockSkewMs
    ? problem(
        'clock',
        `the clocks of this machine and of the database differ by ${(skewMs / 1_000).toFixed(1)} s`,
        'synchronise both by NTP',
      )
    : ok('clock', `${new Date().toISOString()}, and the database agrees`);
}
