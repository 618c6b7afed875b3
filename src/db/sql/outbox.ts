/** Statements on the outbox: what was promised, what is on the queue, what was set aside. */
import { statement } from '../statement.ts';

export interface OutboxRow {
  id: string;
  job: string;
  /** Of a bundle: an array, with that of each of its jobs. */
  payload: unknown;
  offers: number;
  /** What promised it, as a `traceparent`. */
  trace: string | null;
}

/** A job whose like is already waiting adds nothing; one whose like is on the queue right now waits behind it. */
export const insertOutbox = statement<
  { id: string },
  [job: string, payload: string, dedupeKey: string | null, dueAt: Date | null]
>(
  'insert_outbox',
  `INSERT INTO outbox (job, payload, dedupe_key, due_at) VALUES ($1, $2::jsonb, $3, coalesce($4, now()))
   ON CONFLICT (dedupe_key) DO UPDATE SET due_at = least(outbox.due_at, excluded.due_at)
   RETURNING id`,
);

const bundleSize = 32;

/**
 * SQL that promises a job for each row of `from`, many of them as bundles: a row for each, written, claimed and deleted,
 * costs more than what most of them do.
 * @param payload SQL for that of one
 */
export const promiseBundles = (job: string, payload: string, from: string, order = 'id'): string => `
  INSERT INTO outbox (job, payload)
  SELECT ${job}, CASE count(*) WHEN 1 THEN jsonb_agg(payload) -> 0 ELSE jsonb_agg(payload ORDER BY place) END
  FROM (SELECT ${payload} AS payload, row_number() OVER (ORDER BY ${order}) - 1 AS place FROM ${from}) numbered
  GROUP BY place / ${bundleSize} ORDER BY place / ${bundleSize}`;

/** SQL that counts jobs, those in bundles too, by the rows that meet the condition. */
export const countJobsWhere = (condition: string): string =>
  `coalesce(sum(CASE jsonb_typeof(payload) WHEN 'array' THEN jsonb_array_length(payload) ELSE 1 END) FILTER (WHERE ${condition}), 0)`;

/** Whether a job is on its way to being done, and not to being tried again. */
export const selectIsUnderWay = statement<{ id: string }, [id: string]>(
  'select_is_under_way',
  `SELECT id FROM outbox WHERE id = $1 AND errors = 0`,
);

export const notifyOutbox = statement<never, []>('notify_outbox', `NOTIFY outbox`);

/**
 * Claims what is due, in the order it fell due; the lock is given up at once, the mark stays. Rows are found again by their
 * place: whatever PostgreSQL last knew of a table that is empty most of the time, that is never a walk through all of it.
 */
export const claimOutbox = statement<OutboxRow, [limit: number]>(
  'claim_outbox',
  `WITH due AS (
     SELECT ctid AS place FROM outbox
     WHERE offered_at IS NULL AND quarantined_at IS NULL AND due_at <= now()
     ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
   ), claimed AS (
     UPDATE outbox SET offered_at = now(), offers = offers + 1, dedupe_key = NULL
     FROM due WHERE outbox.ctid = due.place
     RETURNING outbox.id, outbox.job, outbox.payload, outbox.offers, outbox.trace, outbox.due_at
   )
   SELECT id, job, payload, offers, trace FROM claimed ORDER BY due_at`,
);

export const settleOutbox = statement<never, [ids: string[]]>(
  'settle_outbox',
  `DELETE FROM outbox WHERE id = ANY($1::uuid[])`,
);

/** SQL for when to try after the n-th error: n-th of `retry` seconds, ± 20 %, so that what failed together is not tried together. */
const later = (retry: string, errors: string) =>
  `now() + (${retry}::int[])[least(${errors}, cardinality(${retry}))] * (0.8 + 0.4 * random()) * interval '1 second'`;

/**
 * Of a bundle only these (a JSON array of `payload` and, where that befell it, `error` or `due_at`) are left, each in a row
 * of its own; nothing happens when the bundle is done or was offered anew.
 */
export const breakUpOutbox = statement<never, [id: string, offers: number, left: string, retry: number[]]>(
  'break_up_outbox',
  `WITH bundle AS (DELETE FROM outbox WHERE id = $1 AND offers = $2 RETURNING job, trace)
   INSERT INTO outbox (job, payload, trace, errors, last_error, due_at)
   SELECT job, payload, trace, (error IS NOT NULL)::int, error,
     CASE WHEN error IS NULL THEN coalesce(due_at, now()) ELSE ${later('$4', '1')} END
   FROM bundle, jsonb_to_recordset($3) AS l (payload jsonb, error text, due_at timestamptz)`,
);

/** To be offered again at a given time; no error is counted. */
export const postponeOutbox = statement<never, [id: string, dueAt: Date]>(
  'postpone_outbox',
  `UPDATE outbox SET offered_at = NULL, due_at = $2, crashes = 0 WHERE id = $1`,
);

/** Counts an error and waits; after `maxErrors` the job is set aside. */
export const failOutbox = statement<never, [id: string, error: string, retry: number[], maxErrors: number]>(
  'fail_outbox',
  `UPDATE outbox SET
     offered_at = NULL, errors = errors + 1, last_error = $2, crashes = 0,
     due_at = ${later('$3', 'errors + 1')},
     quarantined_at = CASE WHEN errors + 1 >= $4 THEN now() END
   WHERE id = $1`,
);

/** No row when the job is done, set aside or offered anew: then this copy of it is not to be worked. */
export const countCrash = statement<{ crashes: number }, [id: string, offers: number]>(
  'count_crash',
  `UPDATE outbox SET crashes = crashes + 1
   WHERE id = $1 AND offers = $2 AND offered_at IS NOT NULL AND quarantined_at IS NULL
   RETURNING crashes`,
);

export const quarantineOutbox = statement<never, [id: string, error: string]>(
  'quarantine_outbox',
  `UPDATE outbox SET quarantined_at = now(), last_error = $2 WHERE id = $1`,
);

/** What was offered a while ago and has not been settled: perhaps still waiting, perhaps lost with the queue. */
export const listOffered = statement<
  Omit<OutboxRow, 'payload' | 'trace'>,
  [olderThanSeconds: number, limit: number]
>(
  'list_offered',
  `SELECT id, job, offers FROM outbox
   WHERE offered_at < now() - $1 * interval '1 second' AND quarantined_at IS NULL
   ORDER BY offered_at LIMIT $2`,
);

/** Offers the lost ones again and looks at the living ones later; those offered anew in the meantime are neither. */
export const reofferOutbox = statement<never, [lost: string[], living: string[], olderThanSeconds: number]>(
  'reoffer_outbox',
  `UPDATE outbox SET offered_at = CASE WHEN id = ANY($1::uuid[]) THEN NULL ELSE now() END
   WHERE (id = ANY($1::uuid[]) OR id = ANY($2::uuid[])) AND offered_at < now() - $3 * interval '1 second'`,
);

/** Not on a queue after all, or at work no longer: due again at once. */
export const takeBackOutbox = statement<never, [ids: string[]]>(
  'take_back_outbox',
  `UPDATE outbox SET offered_at = NULL WHERE id = ANY($1::uuid[])`,
);

export const nextDueOutbox = statement<{ due_at: Date | null }, []>(
  'next_due_outbox',
  `SELECT min(due_at) AS due_at FROM outbox WHERE offered_at IS NULL AND quarantined_at IS NULL`,
);

export const listQuarantined = statement<
  {
    id: string;
    job: string;
    payload: unknown;
    errors: number;
    last_error: string | null;
    quarantined_at: Date;
  },
  [limit: number]
>(
  'list_quarantined',
  `SELECT id, job, payload, errors, last_error, quarantined_at FROM outbox
   WHERE quarantined_at IS NOT NULL ORDER BY quarantined_at LIMIT $1`,
);

export const replayOutbox = statement<{ id: string }, [id: string]>(
  'replay_outbox',
  `UPDATE outbox SET quarantined_at = NULL, offered_at = NULL, errors = 0, crashes = 0, due_at = now()
   WHERE id = $1 AND quarantined_at IS NOT NULL RETURNING id`,
);

export const outboxStats = statement<
  { job: string; waiting: number; offered: number; quarantined: number; oldest_due_seconds: number | null },
  []
>(
  'outbox_stats',
  `SELECT job,
     ${countJobsWhere('offered_at IS NULL AND quarantined_at IS NULL')} AS waiting,
     ${countJobsWhere('offered_at IS NOT NULL AND quarantined_at IS NULL')} AS offered,
     ${countJobsWhere('quarantined_at IS NOT NULL')} AS quarantined,
     extract(epoch FROM now() - min(due_at) FILTER (WHERE quarantined_at IS NULL AND due_at <= now()))::float8 AS oldest_due_seconds
   FROM outbox GROUP BY job ORDER BY job`,
);
