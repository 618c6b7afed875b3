/**
 * Stamps of what an answer shows: they name the versions of all rows it is made of, and what the viewer has to do with
 * them, so that an answer made after one stamp was read is right for as long as the same stamp is read again.
 *
 * `xmin` is the transaction that wrote a row last. What an item consists of changes only together with its own row; its
 * pictures, its author, and what its steps link to change by themselves.
 */
import type { EventableKind } from '../../lib/iris.ts';
import { statement } from '../statement.ts';
import { statementFor } from './askers.ts';
import { showable, visibleRecipe } from './columns.ts';
import { type Asker, visible } from './visibility.ts';

/** An array takes the order of the index as it comes, where an aggregate would sort. */
export const pictureStamp = (e: string): string => `
  ARRAY(SELECT concat_ws(',', m.id, m.xmin) FROM medium m WHERE m.eventable_id = ${e}.id AND ${showable('m')} ORDER BY m.position)`;

const links = (asker: Asker, viewer: string) => `
  CASE WHEN e.type <> 'status' THEN
    (SELECT string_agg(concat_ws(',', l.id, l.xmin, t.xmin, ${visible('t', 'ta', viewer, asker)}), ' ' ORDER BY l.id)
     FROM step_link l LEFT JOIN (eventable t JOIN account ta ON ta.id = t.account_id) ON t.id = l.target_id
     WHERE l.source_id = e.id) END`;

const mine = (viewer: string) => `
  EXISTS (SELECT 1 FROM "like" WHERE account_id = ${viewer} AND eventable_id = e.id),
  EXISTS (SELECT 1 FROM boost WHERE account_id = ${viewer} AND eventable_id = e.id),
  (SELECT string_agg(concat_ws(',', i.collection_id), ' ' ORDER BY i.collection_id)
   FROM collection_item i JOIN collection c ON c.id = i.collection_id WHERE i.eventable_id = e.id AND c.account_id = ${viewer})`;

/** Of the item `e` by the author `a`. */
export const itemStamp = (asker: Asker, viewer = '$1'): string => `
  concat_ws('|', e.id, e.xmin, a.xmin, ${visibleRecipe('e', asker, viewer)}, ${pictureStamp('e')}, ${links(asker, viewer)}
    ${asker === 'anyone' ? '' : `, ${mine(viewer)}`}) AS stamp`;

export interface ItemStamp {
  type: EventableKind;
  stamp: string;
}

/** Nothing for what is missing or not for anyone to see. */
export const selectStampsForAnyone = statement<
  ItemStamp & { id: number },
  [accountId: null, host: null, ids: number[]]
>(
  'select_stamps_for_anyone',
  `SELECT e.id, e.type, ${itemStamp('anyone')}
   FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id = ANY($3::bigint[]) AND ${visible('e', 'a', '$1', 'anyone')}`,
);

/** The items for several members, each of whom asks for one; `place` counts from 1. Nothing for what is not for them to see. */
export const selectStampsForMembers = statement<
  ItemStamp & { place: number },
  [accountIds: number[], host: null, ids: number[]]
>(
  'select_stamps_for_members',
  `SELECT asked.place, e.type, ${itemStamp('member', 'asked.viewer')}
   FROM unnest($1::bigint[], $3::bigint[]) WITH ORDINALITY AS asked (viewer, id, place)
   JOIN eventable e ON e.id = asked.id JOIN account a ON a.id = e.account_id
   WHERE ${visible('e', 'a', 'asked.viewer', 'member')}`,
);

/** Of a recipe by its author and slug. */
export const selectRecipeStamp = statementFor<ItemStamp, [accountId: number, slug: string]>(
  'select_recipe_stamp',
  (asker) => `
   SELECT e.type, ${itemStamp(asker)}
   FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.account_id = $3 AND e.slug = $4 AND e.type = 'recipe' AND ${visible('e', 'a', '$1', asker)}`,
);
