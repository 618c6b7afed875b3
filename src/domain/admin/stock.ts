/** How much there is of everything, counted now. */
import { countStock, type Stock } from '../../db/sql/admin.ts';
import { countDeliveries, countJobs } from '../../db/sql/metrics.ts';
import { db } from '../../db/statement.ts';

export async function takeStock(): Promise<
  Stock & { oldestDue: number; setAside: number; deliveries: Record<string, number> }
> {
  const [[stock], jobs, deliveries] = await Promise.all([countStock(db), countJobs(db), countDeliveries(db)]);
  return {
    ...stock!,
    // Seconds.
    oldestDue: Math.max(0, ...jobs.map(({ oldest_due }) => oldest_due)),
    setAside: jobs.reduce((sum, { quarantined }) => sum + quarantined, 0),
    deliveries: Object.fromEntries(deliveries.map(({ state, count }) => [state, count])),
  };
}

export const countWork = () => countJobs(db);
