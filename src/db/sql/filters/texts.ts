/** Reads the texts of items to which filters apply. */
import { statement } from '../../statement.ts';

export interface ItemTextRow {
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
