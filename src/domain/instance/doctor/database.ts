/** Checks that the database is durable and that its clock agrees with this machine's. */

import { checkDatabase, maxClockSkewMs, measureClockSkew } from '../../../db/requirements.ts';
import { selectDatabaseSettings } from '../../../db/sql/instance.ts';
import { DatabaseRefusal } from '../../../db/startup-error.ts';
import { db } from '../../../db/statement.ts';
import { config } from '../../../lib/config.ts';
import { momentText } from '../../../lib/language/dates.ts';
import { toMessage } from '../../../lib/language/text.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export async function checkDatabaseSettings(): Promise<CheckResult> {
  try {
    await checkDatabase();
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    return problem(
      'database',
      toMessage('doctor-checks.database-refused', { reason: error.message }),
      toMessage('doctor-checks.database-remedy'),
    );
  }
  const [settings] = await selectDatabaseSettings(db);
  const { version = 0, synchronous_commit = '', fsync = '', full_page_writes = '' } = settings ?? {};
  if (!config.test && (fsync === 'off' || full_page_writes === 'off'))
    return problem(
      'database',
      toMessage('doctor-checks.database-not-durable', { fsync, fullPageWrites: full_page_writes }),
      toMessage('doctor-checks.database-not-durable-remedy'),
    );
  const values = {
    version: `${Math.floor(version / 10_000)}.${version % 10_000}`,
    synchronousCommit: synchronous_commit,
  };
  const message = config.databaseUrl
    ? toMessage('doctor-checks.database-at', { ...values, host: new URL(config.databaseUrl).host })
    : toMessage('doctor-checks.database-embedded', values);
  return ok('database', message);
}

export async function checkClock(): Promise<CheckResult> {
  const skewMs = await measureClockSkew();
  return skewMs > maxClockSkewMs
    ? problem(
        'clock',
        toMessage('doctor-checks.clock-differs', { seconds: skewMs / 1_000 }),
        toMessage('doctor-checks.clock-differs-remedy'),
      )
    : ok('clock', toMessage('doctor-checks.clock-good', { time: momentText(new Date()) }));
}
