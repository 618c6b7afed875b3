/** Statements on the ledger: the activities on which interactions rest. An interaction exists while one of them is live. */
import { randomUUID } from 'node:crypto';
import { iris } from '../../../lib/iris.ts';
import type { SourceType } from '../../generated/enums.ts';
import { type Executor, type Json, statement } from '../../statement.ts';

export type { SourceType };

/** What an interaction is about: an account or an item. */
export interface Subject {
  accountId: number;
  targetId: number | null;
  eventableId: number | null;
}

export interface SourceJson {
  place: number;
  account_id: number;
  iri: string;
  type: SourceType | null;
  target_id: number | null;
  eventable_id: number | null;
}

/** SQL: the activity supports its interaction. */
export const isLive = (s: string): string => `(${s}.undone_at IS NULL AND ${s}.ended_by IS NULL)`;

/** SQL: ids of the activities about the subject of `g`, found by index whatever the planner knows of the table. */
const sourcesOf = (g: string, condition = 'true') => `(
  SELECT t.id FROM source_activity t
  WHERE t.target_id = ${g}.target_id AND t.account_id = ${g}.account_id AND ${condition}
  UNION ALL
  SELECT t.id FROM source_activity t
  WHERE t.eventable_id = ${g}.eventable_id AND t.account_id = ${g}.account_id AND ${condition})`;

const given = `given AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1::jsonb)
    AS g (place int, account_id bigint, iri text, type source_type, target_id bigint, eventable_id bigint))`;

/** SQL: the key that `lockLedger` locks for an account. */
const accountKey = (id: string) => `hashtextextended('ledger ' || ${id}, 0)`;
const pairKey = (one: string, other: string) =>
  `hashtextextended('pair ' || least(${one}, ${other}) || ' ' || greatest(${one}, ${other}), 0)`;

/**
 * Serialises what each account does and undoes, and what begins and ends between it and its target, if that is not null.
 * Keys are sorted, so that two batches cannot deadlock.
 */
export const lockLedger = statement<never, [accountIds: number[], targetIds: (number | null)[]]>(
  'lock_ledger',
  `SELECT pg_advisory_xact_lock(key) FROM (
     SELECT 1 AS kind, ${accountKey('id')} AS key FROM unnest($1::bigint[]) AS account (id)
     UNION SELECT 2, ${pairKey('id', 'target_id')}
       FROM unnest($1::bigint[], $2::bigint[]) AS pair (id, target_id) WHERE target_id IS NOT NULL
     ORDER BY kind, key
   ) AS keys`,
);

/** Serialises what begins and ends between two accounts: a follow never slips past a block. */
export const lockPairs = statement<never, [ones: number[], others: number[]]>(
  'lock_pairs',
  `SELECT pg_advisory_xact_lock(key) FROM (
     SELECT DISTINCT ${pairKey('one', 'other')} AS key FROM unnest($1::bigint[], $2::bigint[]) AS pair (one, other)
     ORDER BY key
   ) AS keys`,
);

/**
 * Inserts the activities that are new, in the order of `given` (a JSON array). Beyond `maxLive` live activities of one
 * interaction, further ones are not stored. Returns the ids of those inserted.
 */
export const insertSources = statement<
  { place: number; id: number },
  [given: Json<SourceJson[]>, maxLive: number]
>(
  'insert_sources',
  `WITH ${given}, made AS (
     INSERT INTO source_activity (account_id, iri, type, target_id, eventable_id)
     SELECT account_id, iri, type, target_id, eventable_id FROM given g
     WHERE (SELECT count(*) FROM source_activity s WHERE s.id = ANY(ARRAY${sourcesOf('g')}) AND ${isLive('s')}) < $2
     ORDER BY place
     ON CONFLICT (account_id, iri) DO NOTHING
     RETURNING id, account_id, iri, type, target_id, eventable_id
   )
   SELECT g.place, made.id FROM made JOIN given g USING (account_id, iri, type)
   WHERE coalesce(made.target_id, made.eventable_id) = coalesce(g.target_id, g.eventable_id)`,
);

/** The state of activities that were received or undone before. */
export const selectSources = statement<
  SourceRow & { undone: boolean },
  [accountIds: number[], iris: string[]]
>(
  'select_sources',
  `SELECT id, account_id, iri, type, target_id, eventable_id, undone_at IS NOT NULL AS undone FROM source_activity
   WHERE account_id = ANY($1::bigint[]) AND iri = ANY($2::text[])`,
);

export interface SourceRow {
  id: number;
  account_id: number;
  iri: string;
  type: SourceType;
  target_id: number | null;
  eventable_id: number | null;
}

/** Revives activities that were ended in the place of one of `given`, which has now arrived. */
export const restoreSources = statement<SourceRow, [accountIds: number[], iris: string[]]>(
  'restore_sources',
  `UPDATE source_activity s SET ended_by = NULL
   WHERE s.ended_by = ANY($2::text[]) AND s.undone_at IS NULL
     AND (s.account_id, s.ended_by) IN (SELECT * FROM unnest($1::bigint[], $2::text[]))
   RETURNING s.id, s.account_id, s.iri, s.type, s.target_id, s.eventable_id`,
);

/** Undoes activities for good, received or not. Returns those that were not undone before. */
export const undoSources = statement<
  Omit<SourceRow, 'id' | 'type'> & { type: SourceType | null; unknown: boolean },
  [given: Json<SourceJson[]>]
>(
  'undo_sources',
  `WITH ${given}
   INSERT INTO source_activity AS s (account_id, iri, type, target_id, eventable_id, undone_at)
   SELECT DISTINCT ON (account_id, iri) account_id, iri, type, target_id, eventable_id, now()
   FROM given ORDER BY account_id, iri, type IS NULL, place
   ON CONFLICT (account_id, iri) DO UPDATE SET undone_at = now() WHERE s.undone_at IS NULL
   RETURNING s.account_id, s.iri, s.type, s.target_id, s.eventable_id, (s.xmax = 0) AS unknown`,
);

/** Ends the activities of the type and about the subject that each of `given` names, in its place. */
export const endSourcesInPlace = statement<never, [given: Json<SourceJson[]>]>(
  'end_sources_in_place',
  `WITH ${given}
   UPDATE source_activity s SET ended_by = (
     SELECT g.iri FROM given g WHERE g.account_id = s.account_id AND g.type = s.type AND g.iri <> s.iri
       AND (g.target_id = s.target_id OR g.eventable_id = s.eventable_id) LIMIT 1)
   WHERE s.id = ANY(ARRAY(
     SELECT t.id FROM given g CROSS JOIN LATERAL ${sourcesOf('g', `t.type = g.type AND t.iri <> g.iri AND ${isLive('t')}`)} t))`,
);

/** The subjects in `given` without a live activity of these types. */
export const selectUnsupported = statement<
  { place: number },
  [given: Json<SourceJson[]>, types: SourceType[]]
>(
  'select_unsupported',
  `WITH ${given}
   SELECT place FROM given g WHERE NOT EXISTS (
     SELECT 1 FROM source_activity s
     WHERE s.id = ANY(ARRAY${sourcesOf('g')}) AND s.type = ANY($2::source_type[]) AND ${isLive('s')})`,
);

/** Undoes these activities because the interaction was refused. */
export const undoSourcesById = statement<never, [ids: number[]]>(
  'undo_sources_by_id',
  `UPDATE source_activity SET undone_at = now() WHERE id = ANY($1::bigint[])`,
);

/** Undoes all activities behind an interaction that ended here. Returns those that were live. */
export const closeSources = statement<
  { id: number },
  [accountId: number, targetId: number | null, eventableId: number | null, types: SourceType[]]
>(
  'close_sources',
  `WITH given AS (SELECT $1::bigint AS account_id, $2::bigint AS target_id, $3::bigint AS eventable_id),
   closed AS (
     UPDATE source_activity s SET undone_at = now()
     WHERE s.id = ANY(ARRAY(SELECT t.id FROM given g CROSS JOIN LATERAL ${sourcesOf('g')} t))
       AND s.type = ANY($4::source_type[]) AND s.undone_at IS NULL
     RETURNING s.id, s.ended_by
   )
   SELECT id FROM closed WHERE ended_by IS NULL ORDER BY id`,
);

const insertLocalSource = statement<
  { id: number },
  [
    accountId: number,
    iri: string,
    type: SourceType,
    targetId: number | null,
    eventableId: number | null,
    undone: boolean,
  ]
>(
  'insert_local_source',
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

/** Reads an activity by its id, for the job that sends it. */
export const selectSource = statement<SourceRow & { undone: boolean }, [id: number]>(
  'select_source',
  `SELECT id, account_id, iri, type, target_id, eventable_id, undone_at IS NOT NULL AS undone
   FROM source_activity WHERE id = $1`,
);

/** When an account undid an activity, and what it was. */
export const selectUndone = statement<
  { type: SourceType | null; undone_at: Date },
  [accountId: number, iri: string]
>(
  'select_undone',
  `SELECT type, undone_at FROM source_activity WHERE account_id = $1 AND iri = $2 AND undone_at IS NOT NULL`,
);

/** The account that a live follow activity is addressed to. */
export const selectFollowTarget = statement<{ target_id: number }, [accountId: number, iri: string]>(
  'select_follow_target',
  `SELECT s.target_id FROM source_activity s
   WHERE s.account_id = $1 AND s.iri = $2 AND s.type = 'follow' AND ${isLive('s')}`,
);
