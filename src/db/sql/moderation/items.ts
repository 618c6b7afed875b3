/** Reads items for moderators: those that the moderator may see like everybody, and those that a report names. */
import type { Visibility } from '../../generated/enums.ts';
import { statement } from '../../statement.ts';
import { visible } from '../items/visibility.ts';

export interface ModeratedItem {
  id: number;
  type: 'recipe' | 'preparation' | 'baking' | 'status';
  iri: string | null;
  sensitive: boolean;
  visibility: Visibility;
  /** The beginning: name, content warning and words. */
  text: string;
  /** Whether the moderator may see it also without the report. */
  readable: boolean;
}

type Params = [
  moderatorId: number | null,
  host: null,
  accountId: number,
  ids: number[],
  reportId: number | null,
];

/** Items of the account, in the order of their ids. `report.eventable_ids` has only items that the reporter could read. */
const moderated = `SELECT e.id, e.type, e.iri, e.sensitive, e.visibility, ${visible()} AS readable,
     left(concat_ws(' · ', nullif(e.name, ''), nullif(e.spoiler_text, ''), nullif(e.content, '')), 500) AS text
   FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.account_id = $3 AND e.id = ANY($4::bigint[]) AND e.publication = 'published'
     AND (${visible()}
       OR e.id IN (SELECT unnest(r.eventable_ids) FROM report r WHERE r.id = $5 AND r.account_id = $3))
   ORDER BY e.id`;

export const selectModeratedItems = statement<ModeratedItem, Params>('select_moderated_items', moderated);

export const lockModeratedItems = statement<ModeratedItem, Params>(
  'lock_moderated_items',
  `${moderated} FOR UPDATE OF e`,
);
