/** Statements on complaints about accounts. */
import { statement } from '../statement.ts';
import { cardColumns } from './columns.ts';

/**
 * Of the items only those of the account are kept. Answers nothing for an activity that came before, and when its sender
 * has as many open already as anybody may.
 */
export const insertReport = statement<
  { id: number },
  [
    reporterId: number,
    accountId: number,
    eventableIds: number[],
    comment: string,
    iri: string | null,
    most: number,
  ]
>(
  'insert_report',
  `INSERT INTO report (reporter_id, account_id, eventable_ids, comment, iri)
   SELECT $1, $2, ARRAY(SELECT id FROM eventable WHERE id = ANY($3::bigint[]) AND account_id = $2 ORDER BY id), $4, $5
   WHERE (SELECT count(*) FROM report WHERE reporter_id = $1 AND resolved_at IS NULL) < $6
   ON CONFLICT DO NOTHING RETURNING id`,
);

/** The account that an IRI names, or whose item it names. */
export const selectReported = statement<
  { account_id: number; host: string; eventable_id: number | null },
  [iris: string[]]
>(
  'select_reported',
  `SELECT id AS account_id, host, NULL::bigint AS eventable_id FROM account WHERE iri = ANY($1::text[])
   UNION ALL
   SELECT e.account_id, a.host, e.id FROM eventable e JOIN account a ON a.id = e.account_id WHERE e.iri = ANY($1::text[])`,
);

export interface OutgoingReport {
  account_id: number;
  account_iri: string;
  eventable_iris: string[];
  comment: string;
}

/** What another server is told of a report: not who made it. */
export const findReport = statement<OutgoingReport, [id: number]>(
  'find_report',
  `SELECT r.account_id, a.iri AS account_iri, r.comment,
     ARRAY(SELECT e.iri FROM eventable e WHERE e.id = ANY(r.eventable_ids) AND e.iri IS NOT NULL ORDER BY e.id) AS eventable_iris
   FROM report r JOIN account a ON a.id = r.account_id WHERE r.id = $1 AND a.iri IS NOT NULL`,
);

/** Newest first, below `before`; those that are settled or those that are not. */
export const listReports = statement<
  Record<string, unknown>,
  [resolved: boolean, before: number, limit: number]
>(
  'list_reports',
  `SELECT r.id, r.comment, r.eventable_ids AS "eventableIds", r.created_at AS "createdAt", r.resolved_at AS "resolvedAt",
     ${cardColumns('a', 'account.')}, ${cardColumns('by', 'reporter.')}
   FROM report r JOIN account a ON a.id = r.account_id LEFT JOIN account by ON by.id = r.reporter_id
   WHERE (r.resolved_at IS NOT NULL) = $1 AND r.id < $2 ORDER BY r.id DESC LIMIT $3`,
);

export const resolveReport = statement<{ id: number }, [id: number]>(
  'resolve_report',
  `UPDATE report SET resolved_at = coalesce(resolved_at, now()) WHERE id = $1 RETURNING id`,
);
