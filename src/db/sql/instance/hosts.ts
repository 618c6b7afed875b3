/** Reports the state of remote servers and retries deliveries to them. */
import { statement } from '../../statement.ts';
import { cancelledError } from '../federation/deliveries.ts';
import { isBlockedHost } from '../federation/hosts.ts';
import { enqueueInSql } from '../jobs/outbox.ts';

export interface HostRow {
  host: string;
  dialect: 'cavage' | 'rfc9421' | null;
  software: string | null;
  failures: number;
  open_until: Date | null;
  last_error: string | null;
  last_failure_at: Date | null;
  last_success_at: Date | null;
  slow_since: Date | null;
  pending: number;
  failed: number;
  /** The number of its accounts that are stored here. */
  accounts: number;
  blocked: boolean;
}

const report = (hosts: string) => `
  WITH delivery_counts AS (
    SELECT host, count(*) FILTER (WHERE state = 'pending') AS pending, count(*) FILTER (WHERE state = 'failed') AS failed
    FROM delivery WHERE state IN ('pending', 'failed') ${hosts === '' ? '' : 'AND host = $1'} GROUP BY host
  ), named AS (
    ${hosts || 'SELECT host FROM host UNION SELECT host FROM delivery_counts'}
  )
  SELECT named.host, h.dialect, h.software, coalesce(h.failures, 0) AS failures, h.open_until, h.last_error,
    h.last_failure_at, h.last_success_at, h.slow_since, coalesce(w.pending, 0) AS pending, coalesce(w.failed, 0) AS failed,
    (SELECT count(*) FROM account a WHERE a.host = named.host) AS accounts, ${isBlockedHost('named.host')} AS blocked
  FROM named LEFT JOIN host h USING (host) LEFT JOIN delivery_counts w USING (host)`;

/** Ordered by pending deliveries, most first. */
export const listHostReports = statement<HostRow, [limit: number]>(
  'list_host_reports',
  `${report('')} ORDER BY pending DESC, failed DESC, named.host LIMIT $1`,
);

/** Returns no row for an unknown server. */
export const selectHostReport = statement<HostRow, [host: string]>(
  'select_host_report',
  `SELECT * FROM (${report('SELECT $1::text AS host')}) AS report
   WHERE dialect IS NOT NULL OR accounts > 0 OR pending > 0 OR failed > 0 OR blocked`,
);

/**
 * Closes the circuit and makes failed and pending deliveries due now, with a fresh count of attempts.
 * Failed ones get a new job, because the old one was deleted.
 */
export const retryDeliveries = statement<
  { restarted: number; expedited: number },
  [host: string, deliverJob: string]
>(
  'retry_deliveries',
  `WITH closed AS (UPDATE host SET failures = 0, open_until = NULL WHERE host = $1),
   restarted AS (
     UPDATE delivery SET state = 'pending', attempts = 0, created_at = now(), updated_at = now()
     WHERE host = $1 AND state = 'failed' AND last_error IS DISTINCT FROM '${cancelledError}' RETURNING id
   ), enqueued AS (${enqueueInSql('$2', `jsonb_build_object('deliveryId', id)`, 'restarted')}
   ), pending_rows AS (
     UPDATE delivery SET attempts = 0, created_at = now() WHERE host = $1 AND state = 'pending' RETURNING id
   ), expedited AS (
     UPDATE outbox SET due_at = now(), quarantined_at = NULL, errors = 0, crashes = 0,
       dispatched_at = CASE WHEN outbox.quarantined_at IS NULL THEN outbox.dispatched_at END
     FROM pending_rows WHERE outbox.job = $2 AND (outbox.payload ->> 'deliveryId')::bigint = pending_rows.id
     RETURNING 1
   )
   SELECT (SELECT count(*) FROM restarted) AS restarted, (SELECT count(*) FROM expedited) AS expedited`,
);
