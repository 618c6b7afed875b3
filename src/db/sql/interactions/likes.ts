/** Statements on likes. */
import { statement } from '../../statement.ts';
import { notifyInSql } from '../notifications/notifications.ts';
import {
  type BegunOnItem,
  begunOnItems,
  countOnItems,
  deleteOnItems,
  judgeOnItems,
  type OnItemParameters,
} from './on-items.ts';

/** Inserts those of `given` that are allowed and new, counts them and notifies the authors. */
export const insertLikes = statement<BegunOnItem, OnItemParameters>(
  'insert_likes',
  `WITH ${judgeOnItems()}, made AS (
     INSERT INTO "like" (account_id, eventable_id)
     SELECT account_id, eventable_id FROM judged WHERE refusal IS NULL ORDER BY place
     ON CONFLICT DO NOTHING RETURNING account_id, eventable_id
   ), ${countOnItems('likes_count', 'like')}, ${notifyInSql} ${begunOnItems}`,
);

export const deleteLikes = statement<
  { account_id: number; eventable_id: number },
  [given: OnItemParameters[0]]
>(
  'delete_likes',
  `WITH ${deleteOnItems('"like"', 'likes_count', 'like')} SELECT account_id, eventable_id FROM gone`,
);
