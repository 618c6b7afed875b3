/** Statements on filters of members. */
import { type RowOf, statement } from '../statement.ts';

// Reads the texts of items to which filters apply

/**
 * The texts of others' items. The caller has checked that the member may see them.
 * `texts`: Plain text: name, content warning, tags, alt texts, names of ingredients and steps.
 * `htmlTexts`: Sanitised HTML: content and steps.
 */
export const selectItemTexts = statement<
  'select_item_texts',
  { texts: (string | null)[]; htmlTexts: (string | null)[] }
>(
  'select_item_texts',
  ['accountId', 'ids'],
  `SELECT e.id,
     ARRAY[e.name, e.spoiler_text]
       || ARRAY(SELECT '#' || tag FROM unnest(e.tags) AS tag)
       || ARRAY(SELECT name FROM ingredient WHERE eventable_id = e.id)
       || ARRAY(SELECT name FROM step WHERE eventable_id = e.id)
       || ARRAY(SELECT description FROM medium WHERE eventable_id = e.id) AS texts,
     ARRAY[e.content_html] || ARRAY(SELECT content_html FROM step WHERE eventable_id = e.id) AS "htmlTexts"
   FROM eventable e WHERE e.id = ANY($2::bigint[]) AND e.account_id <> $1`,
  { notNull: ['texts', 'htmlTexts'] },
);

// Statements on the filters of members

export interface FilterKeyword {
  phrase: string;
  wholeWord: boolean;
}

export type FilterRow = RowOf<typeof selectFilters>;

/** Serialises changes of a member's filters, so that the limits hold. */
export const lockFilters = statement(
  'lock_filters',
  ['accountId'],
  `SELECT pg_advisory_xact_lock(hashtextextended('filters', $1::bigint))`,
);

/** Oldest first. */
export const selectFilters = statement<'select_filters', { keywords: FilterKeyword[] }>(
  'select_filters',
  ['accountId'],
  `SELECT id, title, contexts::text[] AS contexts, action, keywords, expires_at AS "expiresAt"
   FROM filter WHERE account_id = $1 ORDER BY id`,
  { notNull: ['contexts'] },
);

export const insertFilter = statement(
  'insert_filter',
  ['accountId', 'title', 'contexts', 'action', 'keywords', 'expiresAt?'],
  `INSERT INTO filter (account_id, title, contexts, action, keywords, expires_at)
   VALUES ($1, $2, $3::text[]::filter_context[], $4::filter_action, $5::jsonb, $6) RETURNING id`,
);

export const updateFilterRow = statement(
  'update_filter',
  ['accountId', 'id', 'title', 'contexts', 'action', 'keywords', 'expiresAt?'],
  `UPDATE filter SET title = $3, contexts = $4::text[]::filter_context[], action = $5::filter_action,
     keywords = $6::jsonb, expires_at = $7
   WHERE account_id = $1 AND id = $2`,
);

export const deleteFilterRow = statement(
  'delete_filter',
  ['accountId', 'id'],
  `DELETE FROM filter WHERE account_id = $1 AND id = $2 RETURNING id`,
);

/** Numbers of the sequence are never repeated, so a version names one state of the filters. */
export const renewFiltersVersion = statement(
  'renew_filters_version',
  ['accountId'],
  `UPDATE member SET filters_version = CASE
     WHEN EXISTS (SELECT 1 FROM filter WHERE account_id = $1) THEN nextval('filter_id_seq') END
   WHERE account_id = $1`,
);
