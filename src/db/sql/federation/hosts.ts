/** Statements on remote servers: blocks, circuits, health and signature dialects. */
import { statement } from '../../statement.ts';

/** SQL that is true when `host` (an expression) or one of its parent domains is in the table. Ports are ignored. */
const isListed = (host: string, table: string, condition: string): string => `EXISTS (
  SELECT 1 FROM string_to_array(split_part(${host}, ':', 1), '.') AS labels CROSS JOIN generate_subscripts(labels, 1) AS depth
  JOIN ${table} listed ON listed.host = array_to_string(labels[depth:], '.') WHERE ${condition})`;

/** SQL that is true while this server federates only with the servers on its allow list. */
const isAllowListMode = `(SELECT value ->> 'mode' FROM setting WHERE key = 'federation') IS NOT DISTINCT FROM 'allow_list'`;

/** SQL that is true when nothing may be sent to a remote host or accepted from it. */
export const isBlockedHost = (host: string): string =>
  `(${isListed(host, 'domain_block', `listed.severity = 'suspend'`)}
    OR (${isAllowListMode} AND NOT ${isListed(host, 'domain_allow', 'true')}))`;

/** The circuit opens after this many consecutive failures. */
export const failuresToOpen = 5;

/**
 * One element per host: how many attempts failed in a row (0: it responded), the minimum they count as, whether the last
 * was slow, and the pause the host asked for. From `failuresToOpen` on the circuit is open for a minute, doubled by every
 * further failure up to an hour, ±20 %.
 */
export const upsertHosts = statement<
  never,
  [
    hosts: string[],
    dialects: (string | null)[],
    failures: number[],
    minFailures: number[],
    slow: boolean[],
    pausesUntil: (Date | null)[],
    errors: (string | null)[],
    failuresToOpen: number,
  ]
>(
  'upsert_hosts',
  `WITH result AS (
     SELECT host, result.dialect, result.slow, result.pause_until, result.error,
       CASE WHEN result.failures = 0 THEN 0
         ELSE greatest(coalesce(known.failures, 0) + result.failures, result.min_failures) END AS failures
     FROM unnest($1::text[], $2::signature_dialect[], $3::int[], $4::int[], $5::bool[], $6::timestamptz[], $7::text[])
       AS result (host, dialect, failures, min_failures, slow, pause_until, error)
     LEFT JOIN host known USING (host)
   )
   INSERT INTO host AS known
     (host, dialect, failures, open_until, last_error, last_failure_at, last_success_at, slow_since)
   SELECT host, coalesce(result.dialect, known.dialect, 'cavage'), result.failures,
     coalesce(pause_until, CASE WHEN result.failures >= $8 THEN
       now() + least(3600, 60 * 2 ^ least(result.failures - $8, 10)) * (0.8 + 0.4 * random()) * interval '1 second' END),
     error, CASE WHEN error IS NOT NULL THEN now() END, CASE WHEN error IS NULL THEN now() END,
     CASE WHEN result.slow THEN coalesce(known.slow_since, now()) END
   FROM result LEFT JOIN host known USING (host)
   ORDER BY host
   ON CONFLICT (host) DO UPDATE SET
     dialect = excluded.dialect, failures = excluded.failures, open_until = excluded.open_until,
     slow_since = excluded.slow_since,
     last_error = coalesce(excluded.last_error, known.last_error),
     last_failure_at = coalesce(excluded.last_failure_at, known.last_failure_at),
     last_success_at = coalesce(excluded.last_success_at, known.last_success_at)`,
);

export const markHostsSlow = statement<never, [hosts: string[]]>(
  'mark_hosts_slow',
  `INSERT INTO host AS known (host, slow_since) SELECT host, now() FROM unnest($1::text[]) AS host ORDER BY host
   ON CONFLICT (host) DO UPDATE SET slow_since = excluded.slow_since WHERE known.slow_since IS NULL`,
);

/** Closes the circuits of hosts and returns those whose circuit was open. */
export const closeCircuits = statement<{ host: string }, [hosts: string[], failuresToOpen: number]>(
  'close_circuits',
  `UPDATE host SET failures = 0, open_until = NULL WHERE host = ANY($1) AND failures >= $2 RETURNING host`,
);

/** Makes the pending deliveries of these hosts due within 10 s. */
export const dueDeliveriesNow = statement<never, [hosts: string[], deliverJob: string]>(
  'due_deliveries_now',
  `UPDATE outbox SET due_at = now() + random() * interval '10 seconds'
   FROM delivery
   WHERE delivery.host = ANY($1) AND delivery.state = 'pending'
     AND outbox.job = $2 AND outbox.dispatched_at IS NULL AND outbox.quarantined_at IS NULL AND outbox.due_at > now()
     AND (outbox.payload ->> 'deliveryId')::bigint = delivery.id`,
);

export const updateHostSoftware = statement<never, [host: string, software: string]>(
  'update_host_software',
  `INSERT INTO host (host, software) VALUES ($1, $2)
   ON CONFLICT (host) DO UPDATE SET software = excluded.software WHERE host.software IS DISTINCT FROM excluded.software`,
);
