/** Collects the figures of the admin pages. */

import { countDeliveries, countInstance, countJobs, type InstanceCounts } from '../../db/sql/instance.ts';
import { db } from '../../db/statement.ts';

export async function collectStatistics(): Promise<
  InstanceCounts & { oldestDue: number; quarantined: number; deliveries: Record<string, number> }
> {
  const [[counts], jobs, deliveries] = await Promise.all([
    countInstance(db),
    countJobs(db),
    countDeliveries(db),
  ]);
  return {
    ...counts!,
    // In seconds.
    oldestDue: Math.max(0, ...jobs.map(({ oldest_due }) => oldest_due)),
    quarantined: jobs.reduce((sum, { quarantined }) => sum + quarantined, 0),
    deliveries: Object.fromEntries(deliveries.map(({ state, count }) => [state, count])),
  };
}

export const countJobsByName = () => countJobs(db);
