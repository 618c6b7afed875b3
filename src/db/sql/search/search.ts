/** Searches items by words in their own language, and accounts by prefixes of their names. */
import { statement } from '../../statement.ts';
import { cardColumns } from '../items/columns.ts';
import { fullItemSelect } from '../items/eventables.ts';
import { unmuted } from '../items/unmuted.ts';
import { listed, unblocked, visible } from '../items/visibility.ts';

type Row = Record<string, unknown>;
type Viewer = [accountId: number, host: null];

const document = (e: string) => `search_document(${e}.locale, ${e}.name, ${e}.content)`;

/**
 * Ranks the newest 200 matches of each type. The index matches the query in any language; each match is then checked in its own.
 * Only their authors find unlisted items, drafts, and posts of accounts that are not indexable.
 */
export const searchEventableIds = statement<
  { id: number },
  [...Viewer, query: string, type: string | null, limit: number]
>(
  'search_eventable_ids',
  `WITH hits AS MATERIALIZED (
     SELECT h.id, h.type FROM eventable h
     WHERE ${document('h')} @@ search_query($3) AND querytree(search_query($3)) <> 'T'
       AND ($4::text IS NULL OR h.type = $4::eventable_type)
       AND (h.account_id = $1 OR (h.publication = 'published' AND h.visibility IN ('public', 'private')))
   ), newest AS MATERIALIZED (
     SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY type ORDER BY id DESC) AS position FROM hits) numbered
     WHERE position <= 200
   ), found AS (
     SELECT e.id, e.type, ts_rank(read.document, read.query) AS rank
     FROM newest JOIN eventable e ON e.id = newest.id JOIN account a ON a.id = e.account_id
     CROSS JOIN LATERAL (
       SELECT ${document('e')} AS document, websearch_to_tsquery(search_config(e.locale), $3) AS query OFFSET 0
     ) read
     WHERE read.document @@ read.query AND ${visible()} AND ${listed()} AND ${unmuted()}
       AND (e.account_id = $1 OR a.indexable OR (a.host <> '' AND e.type <> 'status'))
   )
   SELECT id FROM (SELECT id, type, row_number() OVER (PARTITION BY type ORDER BY rank DESC, id DESC) AS position FROM found) best
   WHERE position <= $5 ORDER BY type, position`,
);

/** Returns the items in the order of the ids. */
export const selectEventablesByIds = statement<
  Row,
  [accountId: number | null, host: string | null, ids: number[]]
>(
  'select_eventables_by_ids',
  `${fullItemSelect} JOIN unnest($3::bigint[]) WITH ORDINALITY AS requested(id, position) ON requested.id = e.id
   WHERE ${visible()} ORDER BY requested.position`,
);

/** An IRI takes precedence over a page URL. */
export const selectEventableIdByUrl = statement<{ id: number }, [...Viewer, url: string]>(
  'select_eventable_id_by_url',
  `SELECT e.id FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE (e.iri = $3 OR e.url = $3) AND ${visible()} ORDER BY e.iri = $3 DESC LIMIT 1`,
);

const active = `a.suspended_at IS NULL AND a.deleted_at IS NULL`;

/** `query` is a tsquery. Local accounts that are not discoverable are found only by address. */
export const searchAccounts = statement<Row, [viewer: number, query: string, limit: number]>(
  'search_accounts',
  `SELECT ${cardColumns('a')} FROM account a
   WHERE search_names(a.username, a.name) @@ to_tsquery('simple', $2) AND a.state <> 'unknown'
     AND (a.discoverable OR a.host <> '' OR a.id = $1) AND ${active} AND ${listed()} AND ${unblocked('a.id')}
   ORDER BY a.host <> '', a.followers_count DESC, a.id LIMIT $3`,
);

/** Finds an account by handle, IRI or page URL, in this order, unless it blocks the viewer. */
export const selectAccountNamed = statement<Row, [viewer: number, handle: string | null, url: string | null]>(
  'select_account_named',
  `SELECT ${cardColumns('a')} FROM account a
   WHERE (a.handle = $2 OR a.iri = $3 OR a.url = $3) AND ${active}
     AND NOT EXISTS (SELECT 1 FROM block WHERE blocker_id = a.id AND blocked_id = $1)
   ORDER BY a.handle = $2 DESC NULLS LAST, a.iri = $3 DESC NULLS LAST LIMIT 1`,
);
