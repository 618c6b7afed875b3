/** Statements on quotes. */
import { type RowOf, statement } from '../statement.ts';
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

/**
 * The quotes of these statuses, each with the quoted item if the quote is accepted, the viewer may see the item, lists
 * may show its author to the viewer, and neither of the two authors blocks the other.
 */
export const selectQuotes = statement(
  'select_quotes',
  ['accountId?', 'host?', 'eventableIds'],
  `SELECT q.eventable_id AS "quotingId", q.state, q.authorization_iri AS "authorizationIri",
     ${summaryColumns('t', 'item.')}, ${cardColumns('ta', 'item.account.')}, ${viewerColumns('t', 'item.')},
     ${mediaColumn('t', 4, 'item.')}
   FROM quote q JOIN eventable e ON e.id = q.eventable_id
   LEFT JOIN (eventable t JOIN account ta ON ta.id = t.account_id)
     ON t.id = q.quoted_id AND q.state = 'accepted' AND ${visible('t', 'ta')} AND ${listed('ta')} AND ${unmuted('ta')}
       AND ${unblocked('t.account_id', 'e.account_id')}
   WHERE q.eventable_id = ANY($3::bigint[])`,
);

export type QuoteRow = RowOf<typeof selectQuote>;

const quoteSelect = `
  SELECT q.eventable_id, q.state, q.authorization_iri, e.iri, e.account_id, a.host, e.visibility, e.quote_iri,
    q.quoted_id, t.iri AS quoted_iri, t.account_id AS quoted_account_id, ta.iri AS quoted_author_iri,
      ta.host AS quoted_host
  FROM quote q JOIN eventable e ON e.id = q.eventable_id JOIN account a ON a.id = e.account_id
  LEFT JOIN (eventable t JOIN account ta ON ta.id = t.account_id) ON t.id = q.quoted_id`;

export const selectQuote = statement('select_quote', ['eventableId'], `${quoteSelect} WHERE q.eventable_id = $1`, {
  notNull: ['eventable_id', 'state', 'iri', 'account_id', 'host', 'visibility', 'quote_iri'],
});

/** Locks the status and its quote until the transaction ends, in the order in which a deletion locks them. */
export const lockQuote = statement(
  'lock_quote',
  ['eventableId'],
  `${quoteSelect} WHERE q.eventable_id = $1 FOR UPDATE OF e, q`,
  { notNull: ['eventable_id', 'state', 'iri', 'account_id', 'host', 'visibility', 'quote_iri'] },
);

export const lockQuoteByRequest = statement(
  'lock_quote_by_request',
  ['requestIri'],
  `${quoteSelect} WHERE q.request_iri = $1 FOR UPDATE OF e, q`,
  { notNull: ['eventable_id', 'state', 'iri', 'account_id', 'host', 'visibility', 'quote_iri'] },
);

/** The QuoteAuthorization of a local item with this IRI. */
export const selectIssuedAuthorization = statement(
  'select_issued_authorization',
  ['iri'],
  `SELECT q.state, e.iri, t.iri AS quoted_iri, ta.iri AS author_iri, q.updated_at
   FROM quote q JOIN eventable e ON e.id = q.eventable_id
     JOIN eventable t ON t.id = q.quoted_id JOIN account ta ON ta.id = t.account_id
   WHERE q.authorization_iri = $1 AND ta.host = '' AND ta.suspended_at IS NULL AND ta.deleted_at IS NULL`,
  { notNull: ['iri', 'quoted_iri', 'author_iri'] },
);

export type Quotable = RowOf<typeof selectQuotable>;

/**
 * `$1` is the account that wants to quote. Returns no row for items that it may not see.
 * `is_open`: Public or unlisted.
 * `is_approved`: The author's setting approves it. True for remote items, whose servers decide.
 */
export const selectQuotable = statement(
  'select_quotable',
  ['accountId?', 'host?', 'id'],
  `SELECT e.id, e.iri, e.account_id, a.host AS author_host, a.iri AS author_iri,
     e.visibility IN ('public', 'unlisted') AS is_open,
     a.host <> '' OR a.id = $1 OR a.quote_policy = 'everyone' OR (a.quote_policy = 'followers' AND EXISTS (
       SELECT 1 FROM follow WHERE followee_id = a.id AND follower_id = $1)) AS is_approved
   FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id = $3 AND e.publication = 'published' AND e.iri IS NOT NULL AND ${visible()}`,
  { notNull: ['iri', 'author_iri', 'is_open', 'is_approved'] },
);

export const insertQuote = statement(
  'insert_quote',
  ['eventableId', 'quotedId', 'state', 'authorizationIri?', 'requestIri?'],
  `INSERT INTO quote (eventable_id, quoted_id, state, authorization_iri, request_iri)
   VALUES ($1, $2, $3::quote_state, $4, $5)`,
);

/**
 * Inserts the quote of a remote status, or replaces the authorization that the status states. Only authors of local
 * items decide about their quotes. Returns the state if anything changed.
 */
export const upsertRemoteQuote = statement(
  'upsert_remote_quote',
  ['eventableId', 'authorizationIri?'],
  `INSERT INTO quote (eventable_id, quoted_id, state, authorization_iri)
   SELECT e.id, t.id, CASE WHEN t.account_id = e.account_id THEN 'accepted' ELSE 'pending' END::quote_state,
     CASE WHEN ta.host = '' THEN NULL ELSE $2::text END
   FROM eventable e LEFT JOIN (eventable t JOIN account ta ON ta.id = t.account_id) ON t.iri = e.quote_iri
   WHERE e.id = $1 AND e.quote_iri IS NOT NULL
   ON CONFLICT (eventable_id) DO UPDATE
     SET authorization_iri = excluded.authorization_iri, state = excluded.state, updated_at = now()
     WHERE quote.authorization_iri IS DISTINCT FROM excluded.authorization_iri
       AND NOT EXISTS (SELECT 1 FROM eventable t JOIN account ta ON ta.id = t.account_id WHERE t.id = quote.quoted_id
         AND ta.host = '')
   RETURNING state`,
  { notNull: ['state'] },
);

export const deleteQuote = statement('delete_quote', ['eventableId'], `DELETE FROM quote WHERE eventable_id = $1`);

export const setQuoteState = statement(
  'set_quote_state',
  ['eventableId', 'state', 'authorizationIri?'],
  `UPDATE quote SET state = $2::quote_state, authorization_iri = $3, updated_at = now() WHERE eventable_id = $1`,
);

/** The result of fetching the authorization, unless the quote has changed in the meantime. */
export const decideQuote = statement(
  'decide_quote',
  ['eventableId', 'authorizationIri', 'state'],
  `UPDATE quote SET state = $3::quote_state, updated_at = now()
   WHERE eventable_id = $1 AND authorization_iri = $2 AND state = 'pending'`,
);

export type AuthorizedQuote = RowOf<typeof selectQuotesByAuthorization>;

/**
 * Finds the quotes that have one of these authorizations, without false claims.
 * `iri`: The quoting status.
 * `has_audience`: An active local account has published it to more than the accounts that it mentions.
 */
export const selectQuotesByAuthorization = statement(
  'select_quotes_by_authorization',
  ['authorizationIris'],
  `SELECT q.eventable_id, q.authorization_iri, t.account_id AS quoted_account_id, e.iri, e.account_id,
     a.host = '' AND a.suspended_at IS NULL AND a.deleted_at IS NULL AND e.visibility <> 'direct' AS has_audience
   FROM quote q JOIN eventable t ON t.id = q.quoted_id
     JOIN eventable e ON e.id = q.eventable_id JOIN account a ON a.id = e.account_id
   WHERE q.authorization_iri = ANY($1::text[]) AND q.state <> 'rejected'`,
  { notNull: ['authorization_iri', 'iri', 'has_audience'] },
);
