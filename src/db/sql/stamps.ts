/**
 * Stamps of what an answer shows: they name the versions of all rows it is made of, and what the viewer has to do with
 * them, so that an answer made after one stamp was read is right for as long as the same stamp is read again.
 *
 * `xmin` is the transaction that wrote a row last. What an item consists of changes only together with its own row; its
 * pictures, its author, and what its steps link to change by themselves.
 */
import type { EventableKind } from '../../lib/iris.ts';
import { statementFor } from './askers.ts';
import { showable, visibleRecipe } from './columns.ts';
import { type Asker, visible } from './visibility.ts';

export const pictureStamp = (e: string): string => `
  (SELECT string_agg(concat_ws(',', m.id, m.xmin), ' ' ORDER BY m.id) FROM medium m WHERE m.eventable_id = ${e}.id AND ${showable('m')})`;

const links = (asker: Asker) => `
  CASE WHEN e.type <> 'status' THEN
    (SELECT string_agg(concat_ws(',', l.id, l.xmin, t.xmin, ${visible('t', 'ta', '$1', asker)}), ' ' ORDER BY l.id)
     FROM step_link l LEFT JOIN (eventable t JOIN account ta ON ta.id = t.account_id) ON t.id = l.target_id
     WHERE l.source_id = e.id) END`;

const mine = (e: string) => `
  EXISTS (SELECT 1 FROM "like" WHERE account_id = $1 AND eventable_id = ${e}.id),
  EXISTS (SELECT 1 FROM boost WHERE account_id = $1 AND eventable_id = ${e}.id),
  (SELECT string_agg(concat_ws(',', i.collection_id), ' ' ORDER BY i.collection_id)
   FROM collection_item i JOIN collection c ON c.id = i.collection_id WHERE i.eventable_id = ${e}.id AND c.account_id = $1)`;

export interface ItemStamp {
  id: number;
  type: EventableKind;
  stamp: string;
}

const stampsOf = (asker: Asker) => `
  SELECT e.id, e.type, concat_ws('|', e.xmin, a.xmin, ${visibleRecipe('e', asker)}, ${pictureStamp('e')}, ${links(asker)}
    ${asker === 'anyone' ? '' : `, ${mine('e')}`}) AS stamp
  FROM eventable e JOIN account a ON a.id = e.account_id
  WHERE ${visible('e', 'a', '$1', asker)}`;

/** Nothing for what is missing or not for the viewer to see. */
export const selectItemStamps = statementFor<ItemStamp, [ids: number[]]>(
  'select_item_stamps',
  (asker) => `${stampsOf(asker)} AND e.id = ANY($3::bigint[])`,
);

/** The same by the author and slug. */
export const selectRecipeStamp = statementFor<ItemStamp, [accountId: number, slug: string]>(
  'select_recipe_stamp',
  (asker) => `${stampsOf(asker)} AND e.account_id = $3 AND e.slug = $4 AND e.type = 'recipe'`,
);
