/** Reads what search engines may index, in ranges of ids, so that each part of a sitemap is one bounded scan. */
import { statement } from '../../statement.ts';
import { activeMember } from '../access/active-member.ts';
import { visible } from './visibility.ts';

interface ItemRow {
  id: number;
  type: 'recipe' | 'preparation' | 'baking' | 'status';
  slug: string | null;
  username: string;
  changedAt: Date;
}

export const selectLastIds = statement<{ item: number; account: number }, []>(
  'select_last_ids',
  `SELECT coalesce((SELECT max(id) FROM eventable), 0) AS item, coalesce((SELECT max(id) FROM account), 0) AS account`,
);

/** Public local items of authors who allow it, without replies. `above` is exclusive, `upTo` inclusive. */
export const selectIndexableItems = statement<
  ItemRow,
  [accountId: null, host: null, above: number, upTo: number]
>(
  'select_indexable_items',
  `SELECT e.id, e.type, e.slug, a.username, coalesce(e.edited_at, e.published_at) AS "changedAt"
   FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id > $3 AND e.id <= $4 AND a.host = '' AND a.indexable AND e.visibility = 'public'
     AND e.in_reply_to_iri IS NULL AND ${visible('e', 'a', '$1', 'anonymous')}
   ORDER BY e.id`,
);

/** Local members who allow it. */
export const selectIndexableAccounts = statement<{ username: string }, [above: number, upTo: number]>(
  'select_indexable_accounts',
  `SELECT a.username FROM account a JOIN member m ON m.account_id = a.id
   WHERE a.id > $1 AND a.id <= $2 AND a.indexable AND a.discoverable AND ${activeMember}
   ORDER BY a.id`,
);
