/** Statements on what accounts of ours say of themselves. */
import { statement } from '../statement.ts';

type Changes = [
  id: number,
  name: string | null,
  summary: string | null,
  summaryHtml: string | null,
  locked: boolean | null,
  discoverable: boolean | null,
  indexable: boolean | null,
  locale: string | null,
  recipesAsNotes: boolean | null,
];

/** Null leaves what is there; answers nothing when that is all there is to write. */
export const updateProfile = statement<{ id: number }, Changes>(
  'update_profile',
  `UPDATE account a SET name = n.name, summary = n.summary, summary_html = n.summary_html, locked = n.locked,
     discoverable = n.discoverable, indexable = n.indexable, locale = n.locale, recipes_as_notes = n.recipes_as_notes,
     updated_at = greatest(now(), a.updated_at + interval '1 millisecond')
   FROM (
     SELECT id, coalesce($2, name) AS name, coalesce($3, summary) AS summary, coalesce($4, summary_html) AS summary_html,
       coalesce($5, locked) AS locked, coalesce($6, discoverable) AS discoverable, coalesce($7, indexable) AS indexable,
       coalesce($8, locale) AS locale, coalesce($9, recipes_as_notes) AS recipes_as_notes
     FROM account WHERE id = $1 AND host = '' AND deleted_at IS NULL FOR UPDATE
   ) AS n
   WHERE a.id = n.id AND (a.name, a.summary, a.summary_html, a.locked, a.discoverable, a.indexable, a.locale, a.recipes_as_notes)
     IS DISTINCT FROM (n.name, n.summary, n.summary_html, n.locked, n.discoverable, n.indexable, n.locale, n.recipes_as_notes)
   RETURNING a.id`,
);
