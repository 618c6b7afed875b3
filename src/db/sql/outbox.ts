/** Statements on the outbox: what was promised, what is on the queue, what was set aside. */
import { statement } from '../statement.ts';

export interface OutboxRow {
  id: string;
  job: string;
  payload: unknown;
  offers: number;
  parcel: string | null;
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

/** Whether a job is on its way to being done, and not to being tried again. */
export const selectIsUnderWay = statement<{ id: string }, [id: string]>(
  'select_is_under_way',
  `SELECT id FROM outbox WHERE id = $1 AND errors = 0`,
);

export const notifyOutbox = statement<never, []>('notify_outbox', `NOTIFY outbox`);

/**
 * Claims what is due, in the order it fell due; the lock is given up at once, the mark stays. Jobs of the names `together`
 * are given to parcels, up to `most` to each. They are found again by their place: whatever PostgreSQL last knew of a table
 * that is empty most of the time, that is never a walk through all of it.
 */
export const claimOutbox = statement<OutboxRow, [limit: number, together: string[], most: number]>(
  'claim_outbox',
  `WITH due AS (
     SELECT ctid AS place, job, due_at FROM outbox
     WHERE offered_at IS NULL AND quarantined_at IS NULL AND due_at <= now()
     ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
   ), this AS MATERIALIZED (SELECT gen_random_uuid() AS claim
   ), packed AS (
     SELECT place, CASE WHEN job = ANY($2::text[]) THEN
       claim || '.' || job || '.' || (row_number() OVER (PARTITION BY job ORDER BY due_at) - 1) / $3::int END AS parcel
     FROM due, this
   ), claimed AS (
     UPDATE outbox SET offered_at = now(), offers = offers + 1, dedupe_key = NULL, parcel = packed.parcel
     FROM packed WHERE outbox.ctid = packed.place
     RETURNING outbox.id, outbox.job, outbox.payload, outbox.offers, outbox.parcel, outbox.trace, outbox.due_at
   )
   SELECT id, job, payload, offers, parcel, trace FROM claimed ORDER BY due_at`,
);

export const settleOutbox = statement<never, [ids: string[]]>(
  'settle_outbox',
  `DELETE FROM outbox WHERE id = ANY($1::uuid[])`,
);

/** To be offered again at a given time; no error is counted. */
export const postponeOutbox = statement<never, [id: string, dueAt: Date]>(
  'postpone_outbox',
  `UPDATE outbox SET offered_at = NULL, due_at = $2, crashes = 0 WHERE id = $1`,
);

/**
 * Counts an error and waits the n-th of `retry` seconds, ± 20 %, so that what failed together is not tried together;
 * after `maxErrors` the job is set aside.
 */
export const failOutbox = statement<never, [id: string, error: string, retry: number[], maxErrors: number]>(
  'fail_outbox',
  `UPDATE outbox SET
     offered_at = NULL, errors = errors + 1, last_error = $2, crashes = 0,
     due_at = now() + ($3::int[])[least(errors + 1, cardinality($3))] * (0.8 + 0.4 * random()) * interval '1 second',
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
  `SELECT id, job, offers, parcel FROM outbox
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
     count(*) FILTER (WHERE offered_at IS NULL AND quarantined_at IS NULL) AS waiting,
     count(*) FILTER (WHERE offered_at IS NOT NULL AND quarantined_at IS NULL) AS offered,
     count(*) FILTER (WHERE quarantined_at IS NOT NULL) AS quarantined,
     extract(epoch FROM now() - min(due_at) FILTER (WHERE quarantined_at IS NULL AND due_at <= now()))::float8 AS oldest_due_seconds
   FROM outbox GROUP BY job ORDER BY job`,
);
