/** Statements on filters of members. */
import { type Json, statement } from '../statement.ts';
import type { FilterAction } from '../vocabulary.ts';

// Reads the texts of items to which filters apply

interface ItemTextRow {
  id: number;
  /** Plain text: name, content warning, tags, alt texts, names of ingredients and steps. */
  texts: (string | null)[];
  /** Sanitised HTML: content and steps. */
  htmlTexts: (string | null)[];
}

/** The texts of others' items. The caller has checked that the member may see them. */
export const selectItemTexts = statement<ItemTextRow, [accountId: number, ids: number[]]>(
  'select_item_texts',
  `SELECT e.id,
     ARRAY[e.name, e.spoiler_text]
       || ARRAY(SELECT '#' || tag FROM unnest(e.tags) AS tag)
       || ARRAY(SELECT name FROM ingredient WHERE eventable_id = e.id)
       || ARRAY(SELECT name FROM step WHERE eventable_id = e.id)
       || ARRAY(SELECT description FROM medium WHERE eventable_id = e.id) AS texts,
     ARRAY[e.content_html] || ARRAY(SELECT content_html FROM step WHERE eventable_id = e.id) AS "htmlTexts"
   FROM eventable e WHERE e.id = ANY($2::bigint[]) AND e.account_id <> $1`,
);

// Statements on the filters of members

export interface FilterKeyword {
  phrase: string;
  wholeWord: boolean;
}

export interface FilterRow {
  id: number;
  title: string;
  contexts: string[];
  action: FilterAction;
  keywords: FilterKeyword[];
  expiresAt: Date | null;
}

/** Serialises changes of a member's filters, so that the limits hold. */
export const lockFilters = statement<never, [accountId: number]>(
  'lock_filters',
  `SELECT pg_advisory_xact_lock(hashtextextended('filters', $1::bigint))`,
);

/** Oldest first. */
export const selectFilters = statement<FilterRow, [accountId: number]>(
  'select_filters',
  `SELECT id, title, contexts::text[] AS contexts, action, keywords, expires_at AS "expiresAt"
   FROM filter WHERE account_id = $1 ORDER BY id`,
);

type Columns = [
  title: string,
  contexts: string[],
  action: FilterAction,
  keywords: Json<FilterKeyword[]>,
  expiresAt: Date | null,
];

export const insertFilter = statement<{ id: number }, [accountId: number, ...Columns]>(
  'insert_filter',
  `INSERT INTO filter (account_id, title, contexts, action, keywords, expires_at)
   VALUES ($1, $2, $3::text[]::filter_context[], $4::filter_action, $5::jsonb, $6) RETURNING id`,
);

export const updateFilterRow = statement<never, [accountId: number, id: number, ...Columns]>(
  'update_filter',
  `UPDATE filter SET title = $3, contexts = $4::text[]::filter_context[], action = $5::filter_action,
     keywords = $6::jsonb, expires_at = $7
   WHERE account_id = $1 AND id = $2`,
);

export const deleteFilterRow = statement<{ id: number }, [accountId: number, id: number]>(
  'delete_filter',
  `DELETE FROM filter WHERE account_id = $1 AND id = $2 RETURNING id`,
);

/** Numbers of the sequence are never repeated, so a version names one state of the filters. */
export const renewFiltersVersion = statement<never, [accountId: number]>(
  'renew_filters_version',
  `UPDATE member SET filters_version = CASE
     WHEN EXISTS (SELECT 1 FROM filter WHERE account_id = $1) THEN nextval('filter_id_seq') END
   WHERE account_id = $1`,
);
