/** Statements that undo activities of the ledger. */
import type { SourceType } from '../../generated/enums.ts';
import { type Json, statement } from '../../statement.ts';
import { endedHere, given, isLive, isNewer, type SourceJson, type SourceRow, sourcesOf } from './sources.ts';

/**
 * Undoes activities, received or not, unless they were sent again after the Undo. Returns what has changed: `unknown` tells
 * that the activity was never received, and `again` that it was undone before, at an earlier time.
 */
export const undoSources = statement<
  Omit<SourceRow, 'id' | 'type'> & {
    type: SourceType | null;
    undone_at: Date;
    unknown: boolean;
    again: boolean;
  },
  [given: Json<SourceJson[]>]
>(
  'undo_sources',
  `WITH ${given}, undone AS (
     INSERT INTO source_activity AS s (account_id, iri, type, target_id, eventable_id, undone_at)
     SELECT DISTINCT ON (account_id, iri) account_id, iri, type, target_id, eventable_id,
       max(sent_at) OVER (PARTITION BY account_id, iri)
     FROM given ORDER BY account_id, iri, type IS NULL, place
     ON CONFLICT (account_id, iri) DO UPDATE SET undone_at = excluded.undone_at
     WHERE coalesce(s.undone_at < excluded.undone_at, true)
       AND NOT ${isNewer('s.sent_at', 's.first_sent_at', 'excluded.undone_at')}
     RETURNING s.id, s.account_id, s.iri, s.type, s.target_id, s.eventable_id, s.undone_at, s.sent_at IS NULL AS unknown
   )
   SELECT u.account_id, u.iri, u.type, u.target_id, u.eventable_id, u.undone_at, u.unknown,
     NOT u.unknown AND (SELECT s.undone_at FROM source_activity s WHERE s.id = u.id) IS NOT NULL AS again
   FROM undone u`,
);

const meant = `t.type = g.type AND t.iri <> g.iri AND ${isLive('t')} AND t.sent_at <= g.sent_at`;

/**
 * Ends the activities of the type and about the subject that each of `given` names, in its place. What was sent after the
 * Undo is not meant by it.
 */
export const endSourcesInPlace = statement<never, [given: Json<SourceJson[]>]>(
  'end_sources_in_place',
  `WITH ${given}
   UPDATE source_activity s SET ended_by = (
     SELECT g.iri FROM given g WHERE g.account_id = s.account_id AND g.type = s.type AND g.iri <> s.iri
       AND (g.target_id = s.target_id OR g.eventable_id = s.eventable_id) LIMIT 1)
   WHERE s.id = ANY(ARRAY(
     SELECT t.id FROM given g CROSS JOIN LATERAL ${sourcesOf('g', meant)} t))`,
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
  `UPDATE source_activity SET undone_at = ${endedHere('source_activity')} WHERE id = ANY($1::bigint[])`,
);
