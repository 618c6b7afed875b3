/** Statements on quotes. */
import { statement } from '../statement.ts';
import type { QuoteState, Visibility } from '../vocabulary.ts';
import {
  cardColumns,
  listed,
  mediaColumn,
  summaryColumns,
  unblocked,
  unmuted,
  viewerColumns,
  visible,
} from './visibility.ts';

type Viewer = [accountId: number | null, host: string | null];

/**
 * The quotes of these statuses, each with the quoted item if the quote is accepted, the viewer may see the item, lists
 * may show its author to the viewer, and neither of the two authors blocks the other.
 */
export const selectQuotes = statement<Record<string, unknown>, [...Viewer, eventableIds: number[]]>(
  'select_quotes',
  `SELECT q.eventable_id AS "quotingId", q.state, q.authorization_iri AS "authorizationIri",
     ${summaryColumns('t', 'item.')}, ${cardColumns('ta', 'item.account.')}, ${viewerColumns('t', 'item.')},
     ${mediaColumn('t', 4, 'item.')}
   FROM quote q JOIN eventable e ON e.id = q.eventable_id
   LEFT JOIN (eventable t JOIN account ta ON ta.id = t.account_id)
     ON t.id = q.quoted_id AND q.state = 'accepted' AND ${visible('t', 'ta')} AND ${listed('ta')} AND ${unmuted('ta')}
       AND ${unblocked('t.account_id', 'e.account_id')}
   WHERE q.eventable_id = ANY($3::bigint[])`,
);

export interface QuoteRow {
  eventable_id: number;
  state: QuoteState;
  authorization_iri: string | null;
  iri: string;
  account_id: number;
  host: string;
  visibility: Visibility;
  quote_iri: string;
  quoted_id: number | null;
  quoted_iri: string | null;
  quoted_account_id: number | null;
  quoted_author_iri: string | null;
  quoted_host: string | null;
}

const quoteSelect = `
  SELECT q.eventable_id, q.state, q.authorization_iri, e.iri, e.account_id, a.host, e.visibility, e.quote_iri,
    q.quoted_id, t.iri AS quoted_iri, t.account_id AS quoted_account_id, ta.iri AS quoted_author_iri, ta.host AS quoted_host
  FROM quote q JOIN eventable e ON e.id = q.eventable_id JOIN account a ON a.id = e.account_id
  LEFT JOIN (eventable t JOIN account ta ON ta.id = t.account_id) ON t.id = q.quoted_id`;

export const selectQuote = statement<QuoteRow, [eventableId: number]>(
  'select_quote',
  `${quoteSelect} WHERE q.eventable_id = $1`,
);

/** Locks the status and its quote until the transaction ends, in the order in which a deletion locks them. */
export const lockQuote = statement<QuoteRow, [eventableId: number]>(
  'lock_quote',
  `${quoteSelect} WHERE q.eventable_id = $1 FOR UPDATE OF e, q`,
);

export const lockQuoteByRequest = statement<QuoteRow, [requestIri: string]>(
  'lock_quote_by_request',
  `${quoteSelect} WHERE q.request_iri = $1 FOR UPDATE OF e, q`,
);

/** The QuoteAuthorization of a local item with this IRI. */
export const selectIssuedAuthorization = statement<
  { state: QuoteState; iri: string; quoted_iri: string; author_iri: string; updated_at: Date },
  [iri: string]
>(
  'select_issued_authorization',
  `SELECT q.state, e.iri, t.iri AS quoted_iri, ta.iri AS author_iri, q.updated_at
   FROM quote q JOIN eventable e ON e.id = q.eventable_id
     JOIN eventable t ON t.id = q.quoted_id JOIN account ta ON ta.id = t.account_id
   WHERE q.authorization_iri = $1 AND ta.host = '' AND ta.suspended_at IS NULL AND ta.deleted_at IS NULL`,
);

export interface Quotable {
  id: number;
  iri: string;
  account_id: number;
  author_host: string;
  author_iri: string;
  /** Public or unlisted. */
  is_open: boolean;
  /** The author's setting approves it. True for remote items, whose servers decide. */
  is_approved: boolean;
}

/** `$1` is the account that wants to quote. Returns no row for items that it may not see. */
export const selectQuotable = statement<Quotable, [...Viewer, id: number]>(
  'select_quotable',
  `SELECT e.id, e.iri, e.account_id, a.host AS author_host, a.iri AS author_iri,
     e.visibility IN ('public', 'unlisted') AS is_open,
     a.host <> '' OR a.id = $1 OR a.quote_policy = 'everyone' OR (a.quote_policy = 'followers' AND EXISTS (
       SELECT 1 FROM follow WHERE followee_id = a.id AND follower_id = $1)) AS is_approved
   FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id = $3 AND e.publication = 'published' AND e.iri IS NOT NULL AND ${visible()}`,
);

export const insertQuote = statement<
  never,
  [eventableId: number, quotedId: number, state: QuoteState, authorizationIri: string | null, requestIri: string | null]
>(
  'insert_quote',
  `INSERT INTO quote (eventable_id, quoted_id, state, authorization_iri, request_iri)
   VALUES ($1, $2, $3::quote_state, $4, $5)`,
);

/**
 * Inserts the quote of a remote status, or replaces the authorization that the status states. Only authors of local
 * items decide about their quotes. Returns the state if anything changed.
 */
export const upsertRemoteQuote = statement<
  { state: QuoteState },
  [eventableId: number, authorizationIri: string | null]
>(
  'upsert_remote_quote',
  `INSERT INTO quote (eventable_id, quoted_id, state, authorization_iri)
   SELECT e.id, t.id, CASE WHEN t.account_id = e.account_id THEN 'accepted' ELSE 'pending' END::quote_state,
     CASE WHEN ta.host = '' THEN NULL ELSE $2::text END
   FROM eventable e LEFT JOIN (eventable t JOIN account ta ON ta.id = t.account_id) ON t.iri = e.quote_iri
   WHERE e.id = $1 AND e.quote_iri IS NOT NULL
   ON CONFLICT (eventable_id) DO UPDATE
     SET authorization_iri = excluded.authorization_iri, state = excluded.state, updated_at = now()
     WHERE quote.authorization_iri IS DISTINCT FROM excluded.authorization_iri
       AND NOT EXISTS (SELECT 1 FROM eventable t JOIN account ta ON ta.id = t.account_id WHERE t.id = quote.quoted_id AND ta.host = '')
   RETURNING state`,
);

export const deleteQuote = statement<never, [eventableId: number]>(
  'delete_quote',
  `DELETE FROM quote WHERE eventable_id = $1`,
);

export const setQuoteState = statement<
  never,
  [eventableId: number, state: QuoteState, authorizationIri: string | null]
>(
  'set_quote_state',
  `UPDATE quote SET state = $2::quote_state, authorization_iri = $3, updated_at = now() WHERE eventable_id = $1`,
);

/** The result of fetching the authorization, unless the quote has changed in the meantime. */
export const decideQuote = statement<never, [eventableId: number, authorizationIri: string, state: QuoteState]>(
  'decide_quote',
  `UPDATE quote SET state = $3::quote_state, updated_at = now()
   WHERE eventable_id = $1 AND authorization_iri = $2 AND state = 'pending'`,
);

export interface AuthorizedQuote {
  eventable_id: number;
  authorization_iri: string;
  quoted_account_id: number;
  /** The quoting status. */
  iri: string;
  account_id: number;
  /** An active local account has published it to more than the accounts that it mentions. */
  has_audience: boolean;
}

/** Finds the quotes that have one of these authorizations, without false claims. */
export const selectQuotesByAuthorization = statement<AuthorizedQuote, [authorizationIris: string[]]>(
  'select_quotes_by_authorization',
  `SELECT q.eventable_id, q.authorization_iri, t.account_id AS quoted_account_id, e.iri, e.account_id,
     a.host = '' AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND e.visibility <> 'direct' AS has_audience
   FROM quote q JOIN eventable t ON t.id = q.quoted_id
     JOIN eventable e ON e.id = q.eventable_id JOIN account a ON a.id = e.account_id
   WHERE q.authorization_iri = ANY($1::text[]) AND q.state <> 'rejected'`,
);
