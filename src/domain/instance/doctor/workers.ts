/** Checks that workers process due jobs. */

import { countJobs } from '../../../db/sql/instance.ts';
import { db } from '../../../db/statement.ts';
import { toMessage } from '../../../lib/language/text.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

const maxOverdueSeconds = 120;

export async function checkWorkers(): Promise<CheckResult> {
  const rows = await countJobs(db);
  const quarantined = rows.reduce((sum, row) => sum + row.quarantined, 0);
  const overdueSeconds = Math.max(0, ...rows.map(({ oldest_due }) => oldest_due));
  if (overdueSeconds > maxOverdueSeconds)
    return problem(
      'workers',
      toMessage('doctor-checks.workers-overdue', { seconds: Math.round(overdueSeconds) }),
      toMessage('doctor-checks.workers-overdue-remedy'),
    );
  return quarantined > 0
    ? warning(
        'workers',
        toMessage('doctor-checks.workers-quarantined', { count: quarantined }),
        toMessage('doctor-checks.workers-quarantined-remedy'),
      )
    : ok('workers', toMessage('doctor-checks.workers-good'));
}
