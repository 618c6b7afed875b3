/** Statements that tell the operator how another server does, and try again what waits for it. */
import { statement } from '../statement.ts';
import { calledOff } from './deliveries.ts';
import { isBlockedHost } from './hosts.ts';
import { promiseBundles } from './outbox.ts';

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
  /** Accounts of it that are known here. */
  accounts: number;
  blocked: boolean;
}

const report = (which: string) => `
  WITH waiting AS (
    SELECT host, count(*) FILTER (WHERE state = 'pending') AS pending, count(*) FILTER (WHERE state = 'failed') AS failed
    FROM delivery WHERE state IN ('pending', 'failed') ${which === '' ? '' : 'AND host = $1'} GROUP BY host
  ), named AS (
    ${which || 'SELECT host FROM host UNION SELECT host FROM waiting'}
  )
  SELECT named.host, h.dialect, h.software, coalesce(h.failures, 0) AS failures, h.open_until, h.last_error,
    h.last_failure_at, h.last_success_at, h.slow_since, coalesce(w.pending, 0) AS pending, coalesce(w.failed, 0) AS failed,
    (SELECT count(*) FROM account a WHERE a.host = named.host) AS accounts, ${isBlockedHost('named.host')} AS blocked
  FROM named LEFT JOIN host h USING (host) LEFT JOIN waiting w USING (host)`;

/** Those for which most waits first. */
export const listHostReports = statement<HostRow, [limit: number]>(
  'list_host_reports',
  `${report('')} ORDER BY pending DESC, failed DESC, named.host LIMIT $1`,
);

/** Nothing for one that nobody here has had to do with. */
export const selectHostReport = statement<HostRow, [host: string]>(
  'select_host_report',
  `SELECT * FROM (${report('SELECT $1::text AS host')}) AS report
   WHERE dialect IS NOT NULL OR accounts > 0 OR pending > 0 OR failed > 0 OR blocked`,
);

/**
 * Closes the circuit, and makes all that failed or waits due now, as if it had never been tried. What failed gets a new
 * job, for the old one is gone.
 */
export const retryDeliveries = statement<
  { revived: number; hastened: number },
  [host: string, deliverJob: string]
>(
  'retry_deliveries',
  `WITH closed AS (UPDATE host SET failures = 0, open_until = NULL WHERE host = $1),
   revived AS (
     UPDATE delivery SET state = 'pending', attempts = 0, created_at = now(), updated_at = now()
     WHERE host = $1 AND state = 'failed' AND last_error IS DISTINCT FROM '${calledOff}' RETURNING id
   ), promised AS (${promiseBundles('$2', `jsonb_build_object('deliveryId', id)`, 'revived')}
   ), waiting AS (
     UPDATE delivery SET attempts = 0, created_at = now() WHERE host = $1 AND state = 'pending' RETURNING id
   ), hastened AS (
     UPDATE outbox SET due_at = now(), quarantined_at = NULL, errors = 0, crashes = 0,
       offered_at = CASE WHEN outbox.quarantined_at IS NULL THEN outbox.offered_at END
     FROM waiting WHERE outbox.job = $2 AND (outbox.payload ->> 'deliveryId')::bigint = waiting.id
     RETURNING 1
   )
   SELECT (SELECT count(*) FROM revived) AS revived, (SELECT count(*) FROM hastened) AS hastened`,
);
