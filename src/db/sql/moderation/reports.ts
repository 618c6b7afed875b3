/** Reads the report that a `Flag` sends to another server. */
import { statement } from '../../statement.ts';

export interface OutgoingReport {
  account_id: number;
  account_iri: string;
  eventable_iris: string[];
  comment: string;
}

/** Without the reporter, who stays unknown to the other server. */
export const findReport = statement<OutgoingReport, [id: number]>(
  'find_report',
  `SELECT r.account_id, a.iri AS account_iri, r.comment,
     ARRAY(SELECT e.iri FROM eventable e WHERE e.id = ANY(r.eventable_ids) AND e.iri IS NOT NULL ORDER BY e.id) AS eventable_iris
   FROM report r JOIN account a ON a.id = r.account_id WHERE r.id = $1 AND a.iri IS NOT NULL`,
);

/** Keeps the time of the first resolution. Returns no row if there is no such report. */
export const resolveReport = statement<{ id: number }, [id: number]>(
  'resolve_report',
  `UPDATE report SET resolved_at = coalesce(resolved_at, now()) WHERE id = $1 RETURNING id`,
);
