/** Checks that workers process due jobs. */
import { countJobs } from '../../../db/sql/instance/metrics.ts';
import { db } from '../../../db/statement.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

const maxOverdueSeconds = 120;

export async function checkWorkers(): Promise<CheckResult> {
  const rows = await countJobs(db);
  const quarantined = rows.reduce((sum, row) => sum + row.quarantined, 0);
  const overdueSeconds = Math.max(0, ...rows.map(({ oldest_due }) => oldest_due));
  if (overdueSeconds > maxOverdueSeconds)
    return problem(
      'workers',
      `a job has been due for ${Math.round(overdueSeconds)} s: no worker is running, or too few are`,
      'start the server, or one more process with ROLE=worker, and look at its log',
    );
  return quarantined > 0
    ? warning(
        'workers',
        `no overdue jobs; ${quarantined} ${quarantined === 1 ? 'job is' : 'jobs are'} quarantined`,
        'read their errors on the Jobs page or with the command queue quarantine, and retry them',
      )
    : ok('workers', 'no overdue jobs');
}
