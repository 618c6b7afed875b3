/** Whether somebody does the work that is due. */
import { countJobs } from '../../db/sql/metrics.ts';
import { db } from '../../db/statement.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Seconds after which work that is due should have been begun and done. */
const patience = 120;

export async function checkWorkers(): Promise<Finding> {
  const rows = await countJobs(db);
  const aside = rows.reduce((sum, { quarantined }) => sum + quarantined, 0);
  const oldest = Math.max(0, ...rows.map(({ oldest_due }) => oldest_due));
  if (oldest > patience)
    return problem(
      'workers',
      `a job has been due for ${Math.round(oldest)} s: no worker is alive, or too few are`,
      'start the server, or one more with ROLE=worker, and look at its log',
    );
  return ok(
    'workers',
    aside > 0 ? `nothing waits; ${aside} jobs are set aside, see "queue quarantine"` : 'nothing waits',
  );
}
