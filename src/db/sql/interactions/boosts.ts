/** Statements on boosts. */

import { statement } from '../../statement.ts';
import { nextEventIdSql } from '../items/events.ts';
import { hasLocalFollowerSql } from '../items/relevance.ts';
import { enqueueInSql } from '../jobs/outbox.ts';
import { notifyInSql } from '../notifications/notifications.ts';
import {
  type BegunOnItem,
  begunOnItems,
  countOnItems,
  deleteOnItems,
  judgeOnItems,
  type OnItemParameters,
} from './on-items.ts';

const refusals = `WHEN e.visibility = 'direct' OR (e.visibility = 'private' AND e.account_id <> g.account_id) THEN 'private'`;

/**
 * Inserts those of `given` that are allowed and new, counts them, notifies the authors, and records events that a job fans
 * out where the booster has local followers.
 */
export const insertBoosts = statement<
  BegunOnItem & { waiting: number },
  [...OnItemParameters, fanOutJob: string]
>(
  'insert_boosts',
  `WITH ${judgeOnItems(refusals)}, made AS (
     INSERT INTO boost (account_id, eventable_id, visibility, created_at)
     SELECT account_id, eventable_id, CASE visibility WHEN 'private' THEN visibility ELSE 'public' END, at
     FROM judged WHERE refusal IS NULL ORDER BY place
     ON CONFLICT DO NOTHING RETURNING account_id, eventable_id, created_at
   ), ${countOnItems('boosts_count', 'boost')}, recorded AS (
     INSERT INTO event (id, action, account_id, eventable_id, local, created_at, fanned_out_at)
     SELECT ${nextEventIdSql}, 'boost', made.account_id, made.eventable_id,
       (SELECT host = '' FROM account WHERE id = made.account_id), made.created_at,
       CASE WHEN NOT ${hasLocalFollowerSql('made.account_id')} THEN now() END
     FROM made
     ON CONFLICT (eventable_id, account_id, action) DO NOTHING
     RETURNING id, fanned_out_at
   ), waiting AS (SELECT id FROM recorded WHERE fanned_out_at IS NULL
   ), enqueued AS (${enqueueInSql('$3', `jsonb_build_object('eventId', id)`, 'waiting')}
   ), ${notifyInSql}
   SELECT begun.*, (SELECT count(*) FROM waiting) AS waiting FROM (${begunOnItems}) AS begun`,
);

export interface EndedBoost {
  account_id: number;
  eventable_id: number;
  visibility: 'public' | 'unlisted' | 'private' | 'direct';
}

export const deleteBoosts = statement<EndedBoost, [given: OnItemParameters[0]]>(
  'delete_boosts',
  `WITH ${deleteOnItems('boost', 'boosts_count', 'boost', ', visibility')}
   SELECT account_id, eventable_id, visibility FROM gone`,
);
