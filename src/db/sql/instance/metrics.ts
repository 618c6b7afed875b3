/** Counts jobs, deliveries and circuits for the metrics. */
import { statement } from '../../statement.ts';
import { countJobsWhere } from '../jobs/outbox.ts';

export const countJobs = statement<
  {
    job: string;
    due: number;
    scheduled: number;
    dispatched: number;
    quarantined: number;
    oldest_due: number;
  },
  []
>(
  'count_jobs',
  `SELECT job,
     ${countJobsWhere('dispatched_at IS NULL AND quarantined_at IS NULL AND due_at <= now()')} AS due,
     ${countJobsWhere('dispatched_at IS NULL AND quarantined_at IS NULL AND due_at > now()')} AS scheduled,
     ${countJobsWhere('dispatched_at IS NOT NULL AND quarantined_at IS NULL')} AS dispatched,
     ${countJobsWhere('quarantined_at IS NOT NULL')} AS quarantined,
     coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE quarantined_at IS NULL AND due_at <= now())), 0)::float8
       AS oldest_due
   FROM outbox GROUP BY job`,
);

export const countDeliveries = statement<{ state: string; count: number }, []>(
  'count_deliveries',
  `SELECT state::text, count(*) FROM delivery GROUP BY state`,
);

/** A circuit is open while no deliveries are tried, and half open when the next one decides. */
export const countCircuits = statement<{ state: string; count: number }, [failuresToOpen: number]>(
  'count_circuits',
  `SELECT CASE WHEN open_until > now() THEN 'open' WHEN failures >= $1 THEN 'half_open' ELSE 'closed' END AS state, count(*)
   FROM host GROUP BY 1`,
);
