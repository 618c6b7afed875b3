/** Statements on other servers: whether they are blocked, how they want signatures, whether they are alive. */
import { statement } from '../statement.ts';

/** SQL that is true when `host` (an expression) or a domain above it is blocked; a port makes no difference. */
export const isBlockedHost = (host: string): string => `EXISTS (
  SELECT 1 FROM string_to_array(split_part(${host}, ':', 1), '.') AS labels CROSS JOIN generate_subscripts(labels, 1) AS depth
  JOIN domain_block ON domain_block.host = array_to_string(labels[depth:], '.'))`;

/** The circuit opens at the 5th failure in a row, or sooner when it keeps us waiting to the end: a minute, then twice as long after each probe that fails, up to an hour. */
export const failuresToOpen = 5;

/**
 * One row for each host: how many tries failed in a row (0: it answered), as how many they count at least, whether the last
 * one took long, and until when it asked to be left in peace. From `failuresToOpen` on its circuit is open: a minute, doubled
 * with every further failure up to an hour, ±20 %.
 */
export const recordHosts = statement<
  never,
  [
    hosts: string[],
    dialects: (string | null)[],
    failures: number[],
    atLeast: number[],
    slow: boolean[],
    holds: (Date | null)[],
    errors: (string | null)[],
    failuresToOpen: number,
  ]
>(
  'record_hosts',
  `WITH seen AS (
     SELECT host, seen.dialect, seen.slow, seen.hold, seen.error,
       CASE WHEN seen.failures = 0 THEN 0
         ELSE greatest(coalesce(known.failures, 0) + seen.failures, seen.at_least) END AS failures
     FROM unnest($1::text[], $2::signature_dialect[], $3::int[], $4::int[], $5::bool[], $6::timestamptz[], $7::text[])
       AS seen (host, dialect, failures, at_least, slow, hold, error)
     LEFT JOIN host known USING (host)
   )
   INSERT INTO host AS known
     (host, dialect, failures, open_until, last_error, last_failure_at, last_success_at, slow_since)
   SELECT host, coalesce(seen.dialect, known.dialect, 'cavage'), seen.failures,
     coalesce(hold, CASE WHEN seen.failures >= $8 THEN
       now() + least(3600, 60 * 2 ^ least(seen.failures - $8, 10)) * (0.8 + 0.4 * random()) * interval '1 second' END),
     error, CASE WHEN error IS NOT NULL THEN now() END, CASE WHEN error IS NULL THEN now() END,
     CASE WHEN seen.slow THEN coalesce(known.slow_since, now()) END
   FROM seen LEFT JOIN host known USING (host)
   ORDER BY host
   ON CONFLICT (host) DO UPDATE SET
     dialect = excluded.dialect, failures = excluded.failures, open_until = excluded.open_until,
     slow_since = excluded.slow_since,
     last_error = coalesce(excluded.last_error, known.last_error),
     last_failure_at = coalesce(excluded.last_failure_at, known.last_failure_at),
     last_success_at = coalesce(excluded.last_success_at, known.last_success_at)`,
);

export const markSlow = statement<never, [hosts: string[]]>(
  'mark_slow',
  `INSERT INTO host AS known (host, slow_since) SELECT host, now() FROM unnest($1::text[]) AS host ORDER BY host
   ON CONFLICT (host) DO UPDATE SET slow_since = excluded.slow_since WHERE known.slow_since IS NULL`,
);

/** Closes the circuits of hosts that showed a sign of life; answers those that had been given up. */
export const reviveHosts = statement<{ host: string }, [hosts: string[], failuresToOpen: number]>(
  'revive_hosts',
  `UPDATE host SET failures = 0, open_until = NULL WHERE host = ANY($1) AND failures >= $2 RETURNING host`,
);

/** Makes what waits for these hosts due within seconds. */
export const hastenDeliveries = statement<never, [hosts: string[], deliverJob: string]>(
  'hasten_deliveries',
  `UPDATE outbox SET due_at = now() + random() * interval '10 seconds'
   FROM delivery
   WHERE delivery.host = ANY($1) AND delivery.state = 'pending'
     AND outbox.job = $2 AND outbox.offered_at IS NULL AND outbox.quarantined_at IS NULL AND outbox.due_at > now()
     AND (outbox.payload ->> 'deliveryId')::bigint = delivery.id`,
);

export const noteSoftware = statement<never, [host: string, software: string]>(
  'note_software',
  `INSERT INTO host (host, software) VALUES ($1, $2)
   ON CONFLICT (host) DO UPDATE SET software = excluded.software WHERE host.software IS DISTINCT FROM excluded.software`,
);
