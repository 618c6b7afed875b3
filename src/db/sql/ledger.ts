/** Statements on source activities. */
import { randomUUID } from 'node:crypto';
import { iris } from '../../lib/iris.ts';
import type { SourceType } from '../generated/enums.ts';
import { type Executor, type RowOf, statement } from '../statement.ts';

// Statements on the ledger: the activities on which interactions rest. An interaction exists while one of them is live.

export type { SourceType };

/** What an interaction is about: an account or an item. */
export interface Subject {
  accountId: number;
  targetId: number | null;
  eventableId: number | null;
}

/** SQL: the activity supports its interaction. */
export const isLive = (s: string): string => `${s}.undone_at IS NULL`;

/**
 * SQL: an activity that was sent at `sent`, and at first at `first` (null if it is dated), is not the one that an Undo
 * sent at `undone` means. Without a date, a late delivery looks like a new one unless an older one was received too.
 */
const isNewer = (sent: string, first: string, undone: string): string =>
  `(${sent} IS NOT NULL AND ${sent} > ${undone} AND coalesce(${first} <= ${undone}, true))`;

/** SQL: the time of an end that no other server sent. What was received before is never newer, whatever its clock. */
export const endedHere = (s: string): string => `greatest(now(), ${s}.sent_at)`;

/** SQL: ids of the activities about the subject of `g`, found by index whatever the planner knows of the table. */
export const sourcesOf = (g: string, condition = 'true') => `(
  SELECT t.id FROM source_activity t
  WHERE t.target_id = ${g}.target_id AND t.account_id = ${g}.account_id AND ${condition}
  UNION ALL
  SELECT t.id FROM source_activity t
  WHERE t.eventable_id = ${g}.eventable_id AND t.account_id = ${g}.account_id AND ${condition})`;

const given = `given AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1::jsonb)
    AS g (place int, account_id bigint, iri text, type source_type, target_id bigint, eventable_id bigint,
      sent_at timestamptz, dated bool, unknown bool))`;

/** SQL: the key that `lockLedger` locks for an account. */
const accountKey = (id: string) => `hashtextextended('ledger ' || ${id}, 0)`;
const pairKey = (one: string, other: string) =>
  `hashtextextended('pair ' || least(${one}, ${other}) || ' ' || greatest(${one}, ${other}), 0)`;

/**
 * Serialises what each account does and undoes, and what begins and ends between it and its target, if that is not
 * null. Keys are sorted, so that two batches cannot deadlock.
 */
export const lockLedger = statement(
  'lock_ledger',
  ['accountIds', 'targetIds'],
  `SELECT pg_advisory_xact_lock(key) FROM (
     SELECT 1 AS kind, ${accountKey('id')} AS key FROM unnest($1::bigint[]) AS account (id)
     UNION SELECT 2, ${pairKey('id', 'target_id')}
       FROM unnest($1::bigint[], $2::bigint[]) AS pair (id, target_id) WHERE target_id IS NOT NULL
     ORDER BY kind, key
   ) AS keys`,
);

/** Serialises what begins and ends between two accounts: a follow never slips past a block. */
export const lockPairs = statement(
  'lock_pairs',
  ['ones', 'others'],
  `SELECT pg_advisory_xact_lock(key) FROM (
     SELECT DISTINCT ${pairKey('one', 'other')} AS key FROM unnest($1::bigint[], $2::bigint[]) AS pair (one, other)
     ORDER BY key
   ) AS keys`,
);

/** SQL: when the latest Undo was sent that ends the activities of the type and about the subject of `g`. */
const lastUndo = (g: string) => `(
  SELECT max(s.undo_sent_at) FROM source_activity s WHERE s.id = ANY(ARRAY${sourcesOf(g)}) AND s.type = ${g}.type)`;

/**
 * Inserts the activities that are new, in the order of `given` (a JSON array). One that was sent before an Undo of the
 * same interaction is undone. Beyond `maxLive` live activities of one interaction, further ones are not stored. Returns
 * the ids of those that are inserted and live.
 */
export const insertSources = statement(
  'insert_sources',
  ['given', 'maxLive'],
  `WITH ${given}, latest AS (
     SELECT place, account_id, iri, type, target_id, eventable_id, max(sent_at) OVER same AS sent_at,
       CASE WHEN NOT bool_or(dated) OVER same THEN min(sent_at) OVER same END AS first_sent_at
     FROM given WINDOW same AS (PARTITION BY account_id, iri, type, target_id, eventable_id)
   ), made AS (
     INSERT INTO source_activity
       (account_id, iri, type, target_id, eventable_id, sent_at, first_sent_at, undone_at)
     SELECT g.account_id, g.iri, g.type, g.target_id, g.eventable_id, g.sent_at, g.first_sent_at,
       CASE WHEN known.undo_sent_at > g.sent_at THEN known.undo_sent_at END
     FROM latest g CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE ${isLive('s')}) AS live,
         max(s.undo_sent_at) FILTER (WHERE s.type = g.type) AS undo_sent_at
       FROM source_activity s WHERE s.id = ANY(ARRAY${sourcesOf('g')})) known
     WHERE known.live < $2
     ORDER BY g.place
     ON CONFLICT (account_id, iri) DO NOTHING
     RETURNING id, account_id, iri, type, target_id, eventable_id, undone_at
   )
   SELECT g.place, made.id FROM made JOIN given g USING (account_id, iri, type)
   WHERE coalesce(made.target_id, made.eventable_id) = coalesce(g.target_id, g.eventable_id)
     AND made.undone_at IS NULL`,
  { notNull: ['place'] },
);

/**
 * Notes that known activities were sent again. One that was undone is live again if it was sent after its Undo, and
 * after every other Undo of the interaction. `live` tells whether the activity now supports the interaction given;
 * `begun`, whether it did not before. `ends` is set if only its Undo was known and now turns out to mean this
 * interaction: the Undo was sent then.
 */
export const repeatSources = statement(
  'repeat_sources',
  ['given'],
  `WITH ${given}, repeated AS (
     SELECT account_id, iri, type, target_id, eventable_id, max(sent_at) AS sent_at,
       CASE WHEN NOT bool_or(dated) THEN min(sent_at) END AS first_sent_at
     FROM given GROUP BY account_id, iri, type, target_id, eventable_id
   ), known AS (
     SELECT s.id, r.account_id, r.iri, r.type, r.target_id, r.eventable_id,
       s.type IS NULL OR s.type = r.type
         AND coalesce(s.target_id, s.eventable_id, r.target_id, r.eventable_id) = coalesce(r.target_id,
           r.eventable_id) AS same,
       coalesce(s.target_id, s.eventable_id) IS NULL AS named,
       CASE WHEN s.undone_at IS NOT NULL THEN greatest(s.undone_at, ${lastUndo('r')}) END AS undone_at,
       greatest(s.sent_at, r.sent_at) AS sent_at,
       CASE WHEN (s.first_sent_at IS NOT NULL OR s.sent_at IS NULL) AND r.first_sent_at IS NOT NULL
         THEN least(s.first_sent_at, r.first_sent_at) END AS first_sent_at
     FROM repeated r CROSS JOIN LATERAL (
       SELECT * FROM source_activity WHERE account_id = r.account_id AND iri = r.iri LIMIT 1) s
   ), judged AS (
     SELECT *, undone_at IS NULL OR ${isNewer('sent_at', 'first_sent_at', 'undone_at')} AS live FROM known
   ), changed AS (
     UPDATE source_activity s SET type = j.type, target_id = j.target_id, eventable_id = j.eventable_id,
       sent_at = j.sent_at, first_sent_at = j.first_sent_at, undone_at = CASE WHEN NOT j.live THEN s.undone_at END
     FROM judged j WHERE s.id = ANY(ARRAY(SELECT id FROM judged WHERE same)) AND s.id = j.id AND j.same
   )
   SELECT g.place, j.id, j.same AND j.live AS live, j.same AND j.live AND j.undone_at IS NOT NULL AS begun,
     CASE WHEN j.same AND j.named AND NOT j.live THEN j.undone_at END AS ends
   FROM given g JOIN judged j ON j.account_id = g.account_id AND j.iri = g.iri AND j.type = g.type
     AND coalesce(j.target_id, j.eventable_id) = coalesce(g.target_id, g.eventable_id)`,
  { notNull: ['place', 'live', 'begun'] },
);

/** The state of activities that were received or undone before. */
export const selectSources = statement(
  'select_sources',
  ['accountIds', 'iris'],
  `SELECT id, account_id, iri, type, target_id, eventable_id, undone_at IS NOT NULL AS undone FROM source_activity
   WHERE account_id = ANY($1::bigint[]) AND iri = ANY($2::text[])`,
  { notNull: ['type', 'undone'] },
);

/** Undoes all activities behind an interaction that ended here. Returns those that were live. */
export const closeSources = statement(
  'close_sources',
  ['accountId', 'targetId?', 'eventableId?', 'types'],
  `WITH given AS (SELECT $1::bigint AS account_id, $2::bigint AS target_id, $3::bigint AS eventable_id),
   closed AS (
     UPDATE source_activity s SET undone_at = ${endedHere('s')}
     WHERE s.id = ANY(ARRAY(SELECT t.id FROM given g CROSS JOIN LATERAL ${sourcesOf('g')} t))
       AND s.type = ANY($4::source_type[]) AND ${isLive('s')}
     RETURNING s.id
   )
   SELECT id FROM closed ORDER BY id`,
);

export const insertLocalSource = statement(
  'insert_local_source',
  ['accountId', 'iri', 'type', 'targetId?', 'eventableId?', 'undone'],
  `INSERT INTO source_activity (account_id, iri, type, target_id, eventable_id, undone_at)
   VALUES ($1, $2, $3::source_type, $4, $5, CASE WHEN $6 THEN now() END) RETURNING id`,
);

/** Mints the activity of a local account that other servers are going to receive; returns its id in the ledger. */
export async function mintSource(
  on: Executor,
  type: SourceType,
  { accountId, targetId, eventableId }: Subject,
  { undone = false }: { undone?: boolean } = {},
): Promise<number> {
  const iri = iris.activity(accountId, randomUUID());
  const [minted] = await insertLocalSource(on, accountId, iri, type, targetId, eventableId, undone);
  return minted!.id;
}

export type SourceRow = RowOf<typeof selectSource>;

/** Reads an activity by its id, for the job that sends it. */
export const selectSource = statement(
  'select_source',
  ['id'],
  `SELECT id, account_id, iri, type, target_id, eventable_id, undone_at IS NOT NULL AS undone
   FROM source_activity WHERE id = $1`,
  { notNull: ['type', 'undone'] },
);

/** When an account undid an activity, and what it was. */
export const selectUndone = statement(
  'select_undone',
  ['accountId', 'iri'],
  `SELECT type, undone_at FROM source_activity WHERE account_id = $1 AND iri = $2 AND undone_at IS NOT NULL`,
  { notNull: ['undone_at'] },
);

/** The account that a live follow activity is addressed to. */
export const selectFollowTarget = statement(
  'select_follow_target',
  ['accountId', 'iri'],
  `SELECT s.target_id FROM source_activity s
   WHERE s.account_id = $1 AND s.iri = $2 AND s.type = 'follow' AND ${isLive('s')}`,
  { notNull: ['target_id'] },
);

// Statements that undo activities of the ledger

/**
 * Undoes activities, received or not, unless they were sent again after the Undo. Returns what has changed: `unknown`
 * tells that the activity was never received.
 */
export const undoSources = statement(
  'undo_sources',
  ['given'],
  `WITH ${given}
   INSERT INTO source_activity AS s (account_id, iri, type, target_id, eventable_id, undone_at, undo_sent_at)
   SELECT DISTINCT ON (account_id, iri) account_id, iri, type, target_id, eventable_id,
     max(sent_at) OVER same, max(sent_at) OVER same
   FROM given WINDOW same AS (PARTITION BY account_id, iri) ORDER BY account_id, iri, type IS NULL, place
   ON CONFLICT (account_id, iri) DO UPDATE
   SET undone_at = excluded.undone_at, undo_sent_at = excluded.undo_sent_at
   WHERE coalesce(s.undone_at < excluded.undone_at, true)
     AND NOT ${isNewer('s.sent_at', 's.first_sent_at', 'excluded.undone_at')}
   RETURNING s.account_id, s.iri, s.type, s.target_id, s.eventable_id, s.undone_at, s.sent_at IS NULL AS unknown`,
  { notNull: ['undone_at', 'unknown'] },
);

const earlier = `t.type = g.type AND ${isLive('t')}
  AND (t.sent_at < g.sent_at OR (g.unknown AND t.sent_at = g.sent_at))`;

/**
 * Ends the activities of the type and about the subject of each of `given`, an Undo, that were sent before it. An Undo
 * of an unknown activity also means those of its second.
 */
export const endEarlierSources = statement(
  'end_earlier_sources',
  ['given'],
  `WITH ${given}
   UPDATE source_activity s SET undone_at = (
     SELECT max(g.sent_at) FROM given g WHERE g.account_id = s.account_id AND g.type = s.type
       AND (g.target_id = s.target_id OR g.eventable_id = s.eventable_id))
   WHERE s.id = ANY(ARRAY(
     SELECT t.id FROM given g CROSS JOIN LATERAL ${sourcesOf('g', earlier)} t))`,
);

/** The subjects in `given` without a live activity of these types. */
export const selectUnsupported = statement(
  'select_unsupported',
  ['given', 'types'],
  `WITH ${given}
   SELECT place FROM given g WHERE NOT EXISTS (
     SELECT 1 FROM source_activity s
     WHERE s.id = ANY(ARRAY${sourcesOf('g')}) AND s.type = ANY($2::source_type[]) AND ${isLive('s')})`,
  { notNull: ['place'] },
);

/** Undoes these activities because the interaction was refused. */
export const undoSourcesById = statement(
  'undo_sources_by_id',
  ['ids'],
  `UPDATE source_activity SET undone_at = ${endedHere('source_activity')} WHERE id = ANY($1::bigint[])`,
);
