/** Statements on what is about to be told to other servers. */
import { statement } from '../statement.ts';
import { visible } from './visibility.ts';

/** Nothing for a draft. */
export const findOutgoing = statement<
  {
    iri: string;
    author_id: number;
    visibility: 'public' | 'unlisted' | 'private' | 'direct';
    updated_at: Date;
  },
  [eventableId: number]
>(
  'find_outgoing',
  `SELECT iri, account_id AS author_id, visibility, updated_at FROM eventable WHERE id = $1 AND publication = 'published' AND iri IS NOT NULL`,
);

/**
 * Of these items those that may be named to everybody who gets a followers-only item of the author: what all may see,
 * and what the same followers may.
 */
export const selectNameable = statement<
  { id: number },
  [accountId: null, host: null, authorId: number, ids: number[]]
>(
  'select_nameable',
  `SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id = ANY($4::bigint[]) AND (${visible()}
     OR (e.account_id = $3 AND e.visibility = 'private' AND e.publication = 'published'))`,
);

export interface BoostRow {
  iri: string;
  account_id: number;
  eventable_iri: string;
  author_id: number;
  author_iri: string;
  visibility: 'public' | 'unlisted' | 'private' | 'direct';
  created_at: Date;
}

export const findBoost = statement<BoostRow, [id: number]>(
  'find_boost',
  `SELECT b.iri, b.account_id, e.iri AS eventable_iri, e.account_id AS author_id, a.iri AS author_iri,
     b.visibility, b.created_at
   FROM boost b JOIN eventable e ON e.id = b.eventable_id JOIN account a ON a.id = e.account_id
   WHERE b.id = $1 AND b.iri IS NOT NULL AND e.iri IS NOT NULL AND a.iri IS NOT NULL`,
);
