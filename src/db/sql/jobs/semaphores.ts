/** Statements on semaphores that all processes share. Permits are session locks, so PostgreSQL frees them with the connection. */
import { statement } from '../../statement.ts';

const lockKey = `hashtextextended(permit.name || ' ' || permit.number, 1)`;

/** Returns for each name the number of the permit acquired, or null if all below its limit are taken. */
export const acquirePermits = statement<
  { number: number | null },
  [names: string[], limits: number[], held: string[]]
>(
  'acquire_permits',
  `SELECT (
     SELECT permit.number FROM (
       SELECT requested.name, n AS number FROM generate_series(0, requested.max_permits - 1) AS n
     ) AS permit
     -- CASE keeps the order: a session would be granted a lock that it already holds.
     WHERE CASE WHEN permit.number <> ALL(string_to_array(requested.held, ',')::int[]) THEN pg_try_advisory_lock(${lockKey}) END
     LIMIT 1
   ) AS number
   FROM unnest($1::text[], $2::int[], $3::text[]) WITH ORDINALITY AS requested (name, max_permits, held, row)
   ORDER BY requested.row`,
);

export const releasePermits = statement<never, [names: string[], numbers: number[]]>(
  'release_permits',
  `SELECT pg_advisory_unlock(${lockKey}) FROM unnest($1::text[], $2::int[]) AS permit (name, number)`,
);
