/** Statements on the outbox, its relay and the limits of jobs. */
import { commitsAsynchronously, type Executor, statement } from '../statement.ts';

// Statements on the outbox: enqueued, dispatched and quarantined jobs

/** A row that was marked as dispatched. */
export interface OutboxRow {
  id: string;
  job: string;
  /** An array for a job batch, with the payload of each job. */
  payload: unknown;
  dispatches: number;
  /** The W3C `traceparent` of the enqueuing request. */
  trace: string | null;
}

/** A waiting job with the same dedupe key absorbs the new one. A dispatched job does not. */
export const insertJob = statement(
  'insert_job',
  ['job', 'payload', 'dedupeKey?', 'dueAt?'],
  `INSERT INTO outbox (job, payload, dedupe_key, due_at) VALUES ($1, $2::jsonb, $3, coalesce($4, now()))
   ON CONFLICT (dedupe_key) DO UPDATE SET due_at = least(outbox.due_at, excluded.due_at)
   RETURNING id`,
);

export const maxJobsPerBatch = 100;

/**
 * Returns SQL that enqueues a job for each row of `from`. Jobs share a row, because writing and deleting a row costs
 * more than most jobs.
 * @param payload SQL expression for the payload of one job
 */
export const enqueueInSql = (job: string, payload: string, from: string, order = 'id'): string => `
  INSERT INTO outbox (job, payload)
  SELECT ${job}, CASE count(*) WHEN 1 THEN jsonb_agg(payload) -> 0 ELSE jsonb_agg(payload ORDER BY position) END
  FROM (SELECT ${payload} AS payload, row_number() OVER (ORDER BY ${order}) - 1 AS position FROM ${from}) numbered
  GROUP BY position / ${maxJobsPerBatch} ORDER BY position / ${maxJobsPerBatch}`;

/** Enqueues a job for each of `payloads`, a JSON array. */
export const insertJobs = statement(
  'insert_jobs',
  ['job', 'payloads'],
  `WITH given AS (SELECT g.payload, g.id FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS g (payload, id))
   ${enqueueInSql('$1', 'payload', 'given')}`,
);

/** Returns SQL that counts the jobs in rows that meet the condition, including those in batches. */
export const countJobsWhere = (condition: string): string =>
  `coalesce(sum(CASE jsonb_typeof(payload) WHEN 'array' THEN jsonb_array_length(payload) ELSE 1
    END) FILTER (WHERE ${condition}), 0)`;

/** Returns a row if the job is not completed and has not failed. */
export const selectIsFirstAttempt = statement(
  'select_is_first_attempt',
  ['id'],
  `SELECT id FROM outbox WHERE id = $1 AND errors = 0`,
);

export const notifyOutbox = statement('notify_outbox', [], `NOTIFY outbox`);

/** SQL that records outcomes of received activities and drops their bodies: rows stay only to recognise duplicates. */
export const recordOutcomesSql = (ids: string, outcomes: string): string => `
  UPDATE inbound SET handled_at = now(), body = '', outcome = (${outcomes}::text[])[array_position(${ids}, id)]
  WHERE id = ANY(${ids}::bigint[])`;

/** SQL that ends completed jobs. It commits asynchronously, because a job whose end is lost runs again. */
const deleteCompletedSql = (ids: string): string =>
  `DELETE FROM outbox WHERE id = ANY(${ids}::uuid[]) AND ${commitsAsynchronously}`;

/**
 * Ends completed jobs, and marks due rows as dispatched, in the order in which they fell due. New rows of one job in
 * `batched` and one trace become job batches: the first row of a batch takes the payloads, the others are deleted,
 * because a dispatch costs several round trips. Joining by ctid avoids a sequential scan, which PostgreSQL would plan
 * when its statistics date from an empty table. Without due rows there is one row without a job, since each tells when
 * the next one falls due.
 */
export const claimRows = statement(
  'claim_due_jobs',
  ['limit', 'batched', 'completed', 'handled', 'outcomes'],
  `WITH completed AS (${deleteCompletedSql('$3')}
   ), handled AS (${recordOutcomesSql('$4', '$5')}
   ), due AS (
     SELECT ctid AS row_ctid, id, job, trace, due_at,
       CASE jsonb_typeof(payload) WHEN 'array' THEN payload ELSE jsonb_build_array(payload) END AS payloads,
       job = ANY($2::text[]) AND dispatches = 0 AND errors = 0 AND dedupe_key IS NULL AS is_mergeable
     FROM outbox
     WHERE dispatched_at IS NULL AND quarantined_at IS NULL AND due_at <= now() AND id <> ALL($3::uuid[])
     ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
   ), placed AS (
     SELECT *, sum(jsonb_array_length(payloads)) OVER (
       PARTITION BY job, trace, is_mergeable ORDER BY due_at, row_ctid) / ${maxJobsPerBatch} AS place
     FROM due
   ), grouped AS (
     SELECT row_ctid, id, due_at, payloads, CASE WHEN is_mergeable THEN first_value(id) OVER (
       PARTITION BY job, trace, is_mergeable, place ORDER BY due_at, row_ctid) ELSE id END AS batch_id
     FROM placed
   ), merged AS MATERIALIZED (
     SELECT batch_id, jsonb_agg(one.payload ORDER BY due_at, row_ctid, position) AS payloads
     FROM grouped CROSS JOIN jsonb_array_elements(payloads) WITH ORDINALITY AS one (payload, position)
     GROUP BY batch_id HAVING count(DISTINCT id) > 1
   ), absorbed AS (
     DELETE FROM outbox USING grouped WHERE outbox.ctid = grouped.row_ctid AND grouped.id <> grouped.batch_id
   ), claimed AS (
     UPDATE outbox SET
       dispatched_at = now(), dispatches = dispatches + 1, dedupe_key = NULL, payload = coalesce(merged.payloads,
         payload)
     FROM grouped LEFT JOIN merged USING (batch_id)
     WHERE outbox.ctid = grouped.row_ctid AND grouped.id = grouped.batch_id
     RETURNING outbox.id, outbox.job, outbox.payload, outbox.dispatches, outbox.trace, outbox.due_at, grouped.row_ctid
   )
   SELECT claimed.id, claimed.job, claimed.payload, claimed.dispatches, claimed.trace, state.next_due_at, state.is_full
   FROM (SELECT
     (SELECT min(due_at) FROM outbox WHERE dispatched_at IS NULL AND quarantined_at IS NULL AND due_at > now())
       AS next_due_at,
     (SELECT count(*) FROM due) = $1 AS is_full) AS state
   LEFT JOIN claimed ON true ORDER BY claimed.due_at, claimed.row_ctid`,
  { notNull: ['is_full'] },
);

interface Claim {
  jobs: OutboxRow[];
  /** More rows may be due. */
  isFull: boolean;
  /** When the first row falls due of those that are not due yet. Null if there is none. */
  nextDueAt: Date | null;
}

/** What one statement ends: completed jobs, and received activities with their outcomes. */
export interface Ended {
  completed: string[];
  handled: { id: number; outcome: string }[];
}

const ended = ({ completed, handled }: Ended) =>
  [completed, handled.map(({ id }) => id), handled.map(({ outcome }) => outcome)] as const;

/** Ends jobs as well, because one that ends has often enqueued the next one. */
export async function claimDueJobs(
  on: Executor,
  limit: number,
  batched: string[],
  ending: Ended = { completed: [], handled: [] },
): Promise<Claim> {
  const rows = await claimRows(on, limit, batched, ...ended(ending));
  const { next_due_at: nextDueAt, is_full: isFull } = rows[0]!;
  const jobs = rows.flatMap(({ id, job, payload, dispatches, trace }) =>
    id === null || job === null || dispatches === null ? [] : [{ id, job, payload, dispatches, trace }],
  );
  return { jobs, isFull, nextDueAt };
}

export const deleteCompletedRows = statement(
  'delete_completed_jobs',
  ['completed', 'handled', 'outcomes'],
  `WITH handled AS (${recordOutcomesSql('$2', '$3')}) ${deleteCompletedSql('$1')}`,
);

export async function endJobs(on: Executor, ending: Ended): Promise<void> {
  await deleteCompletedRows(on, ...ended(ending));
}

/** SQL for the retry time, ± 20 % jitter. */
const retryTime = (seconds: string) => `now() + ${seconds} * (0.8 + 0.4 * random()) * interval '1 second'`;

const inMilliseconds = (delay: string) => `now() + ${delay} * interval '1 millisecond'`;

/** A job of a batch that failed (`error`) or was postponed (`delay_ms`). */
export interface RemainingJob {
  payload: unknown;
  error?: string;
  /** After an error. */
  retry_seconds?: number;
  delay_ms?: number;
}

/**
 * Replaces a job batch by one row for each remaining job. Does nothing if the batch is completed or was dispatched
 * again.
 */
export const splitJobBatch = statement(
  'split_job_batch',
  ['id', 'dispatches', 'remaining'],
  `WITH batch AS (DELETE FROM outbox WHERE id = $1 AND dispatches = $2 RETURNING job, trace)
   INSERT INTO outbox (job, payload, trace, errors, last_error, due_at)
   SELECT job, payload, trace, (error IS NOT NULL)::int, error,
     CASE WHEN error IS NULL THEN ${inMilliseconds('coalesce(delay_ms, 0)')} ELSE ${retryTime('retry_seconds')} END
   FROM batch,
     jsonb_to_recordset($3) AS remaining (payload jsonb, error text, retry_seconds int, delay_ms float8)`,
);

/** Counts no error. */
export const postponeJob = statement(
  'postpone_job',
  ['id', 'delayMs'],
  `UPDATE outbox SET dispatched_at = NULL, due_at = ${inMilliseconds('$2::float8')}, crashes = 0 WHERE id = $1`,
);

/**
 * Counts the n-th error and schedules a retry after the n-th of `delays`, in seconds. After `maxErrors` the job is
 * quarantined.
 */
export const recordJobError = statement(
  'record_job_error',
  ['id', 'error', 'delays', 'maxErrors'],
  `UPDATE outbox SET
     dispatched_at = NULL, errors = errors + 1, last_error = $2, crashes = 0,
     due_at = ${retryTime('($3::int[])[least(errors + 1, cardinality($3))]')},
     quarantined_at = CASE WHEN errors + 1 >= $4 THEN now() END
   WHERE id = $1`,
);

/** Returns no row if the job is completed, quarantined or dispatched again. Then this dispatch must not run. */
export const countCrash = statement(
  'count_crash',
  ['id', 'dispatches'],
  `UPDATE outbox SET crashes = crashes + 1
   WHERE id = $1 AND dispatches = $2 AND dispatched_at IS NOT NULL AND quarantined_at IS NULL
   RETURNING crashes`,
);

export const quarantineJob = statement(
  'quarantine_job',
  ['id', 'error'],
  `UPDATE outbox SET quarantined_at = now(), last_error = $2 WHERE id = $1`,
);

/** Lists jobs that were dispatched a while ago and are not completed: still queued, or lost with the queue. */
export const listDispatched = statement(
  'list_dispatched',
  ['olderThanSeconds', 'limit'],
  `SELECT id, job, dispatches FROM outbox
   WHERE dispatched_at < now() - $1 * interval '1 second' AND quarantined_at IS NULL
   ORDER BY dispatched_at LIMIT $2`,
);

/**
 * Returns lost jobs to the outbox and restarts the clock of queued ones. Skips jobs dispatched again in the meantime.
 */
export const recordReconciliation = statement(
  'record_reconciliation',
  ['lost', 'queued', 'olderThanSeconds'],
  `UPDATE outbox SET dispatched_at = CASE WHEN id = ANY($1::uuid[]) THEN NULL ELSE now() END
   WHERE (id = ANY($1::uuid[]) OR id = ANY($2::uuid[])) AND dispatched_at < now() - $3 * interval '1 second'`,
);

/** For jobs that could not be queued or were interrupted by a shutdown. They are due again at once. */
export const returnToOutbox = statement(
  'return_to_outbox',
  ['ids'],
  `UPDATE outbox SET dispatched_at = NULL WHERE id = ANY($1::uuid[])`,
);

export const selectQuarantinedJobs = statement(
  'select_quarantined_jobs',
  ['limit'],
  `SELECT id, job, payload, errors, last_error, quarantined_at FROM outbox
   WHERE quarantined_at IS NOT NULL ORDER BY quarantined_at LIMIT $1`,
  { notNull: ['quarantined_at'] },
);

export const requeueQuarantinedJob = statement(
  'requeue_quarantined_job',
  ['id'],
  `UPDATE outbox SET quarantined_at = NULL, dispatched_at = NULL, errors = 0, crashes = 0, due_at = now()
   WHERE id = $1 AND quarantined_at IS NOT NULL RETURNING id`,
);

export const selectQueueStats = statement(
  'select_queue_stats',
  [],
  `SELECT job,
     ${countJobsWhere('dispatched_at IS NULL AND quarantined_at IS NULL')} AS waiting,
     ${countJobsWhere('dispatched_at IS NOT NULL AND quarantined_at IS NULL')} AS dispatched,
     ${countJobsWhere('quarantined_at IS NOT NULL')} AS quarantined,
     extract(epoch FROM now() - min(due_at) FILTER (WHERE quarantined_at IS NULL
       AND due_at <= now()))::float8 AS oldest_due_seconds
   FROM outbox GROUP BY job ORDER BY job`,
  { notNull: ['waiting', 'dispatched', 'quarantined'] },
);

// Statements on fetch budgets, which chains of jobs share

/**
 * Counts one request. Returns a row while the budget, which starts at `max`, is not used up. It expires after a day.
 */
export const takeFromFetchBudget = statement(
  'take_from_fetch_budget',
  ['key', 'max'],
  `INSERT INTO key_value (key, value, expires_at) VALUES ($1, to_jsonb($2::int - 1), now() + interval '1 day')
   ON CONFLICT (key) DO UPDATE SET value = to_jsonb(key_value.value::int - 1) WHERE key_value.value::int > 0
   RETURNING key`,
);

// Statements on what may be done once in a while

/**
 * Returns a row if nobody else has claimed the key in the last days. The same claim may be repeated.
 */
export const claimForDays = statement(
  'claim_for_days',
  ['key', 'claim', 'days'],
  `INSERT INTO key_value (key, value, expires_at) VALUES ($1, to_jsonb($2::text), now() + make_interval(days => $3))
   ON CONFLICT (key) DO UPDATE SET value = excluded.value,
     expires_at = CASE WHEN key_value.expires_at > now() THEN key_value.expires_at ELSE excluded.expires_at END
     WHERE key_value.value = excluded.value OR key_value.expires_at <= now()
   RETURNING key`,
);

// Statements on semaphores that all processes share. Permits are session locks, so PostgreSQL frees them with the
// connection.

const lockKey = `hashtextextended(permit.name || ' ' || permit.number, 1)`;

/** Returns for each name the number of the permit acquired, or null if all below its limit are taken. */
export const acquirePermits = statement(
  'acquire_permits',
  ['names', 'limits', 'held'],
  `SELECT (
     SELECT permit.number FROM (
       SELECT requested.name, n AS number FROM generate_series(0, requested.max_permits - 1) AS n
     ) AS permit
     -- CASE keeps the order: a session would be granted a lock that it already holds.
     WHERE CASE WHEN permit.number <> ALL(string_to_array(requested.held,
       ',')::int[]) THEN pg_try_advisory_lock(${lockKey}) END
     LIMIT 1
   ) AS number
   FROM unnest($1::text[], $2::int[], $3::text[]) WITH ORDINALITY AS requested (name, max_permits, held, row)
   ORDER BY requested.row`,
);

export const releasePermits = statement(
  'release_permits',
  ['names', 'numbers'],
  `SELECT pg_advisory_unlock(${lockKey}) FROM unnest($1::text[], $2::int[]) AS permit (name, number)`,
);
