/** Whether the database keeps what it commits, and knows what time it is. */
import { DatabaseRefusal } from '../../db/refusal.ts';
import { checkDatabase, clockDifference, maxClockDifference } from '../../db/requirements.ts';
import { selectDatabaseSettings } from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';
import { config } from '../../lib/config.ts';
import { type Finding, ok, problem } from './finding.ts';

export async function checkDatabaseSettings(): Promise<Finding> {
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

export async function checkClock(): Promise<Finding> {
  const apart = await clockDifference();
  const remedy = 'let both machines keep time by NTP';
  return apart > maxClockDifference
    ? problem('clock', `this machine and the database are ${(apart / 1_000).toFixed(1)} s apart`, remedy)
    : ok('clock', `${new Date().toISOString()}, and the database agrees`);
}
