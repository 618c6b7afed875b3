/** Inserts and enqueues the deliveries of an activity, 1,000 followers at a time. */
import {
  type InsertedDeliveries,
  insertDeliveries,
  insertDeliveriesExcept,
} from '../../db/sql/deliveries.ts';
import { runEnqueuing } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { wakeRelay } from '../../jobs/enqueue.ts';
import type { Recipients } from '../outgoing/outgoing.ts';

/** Idempotent. Returns how many of the addressed accounts have no known inbox yet. */
export async function enqueueDeliveries(
  activityId: number,
  authorId: number,
  recipients: Recipients,
): Promise<number> {
  const first = await enqueueAbove(0, activityId, authorId, recipients);
  const rest = { ...recipients, addressedIds: [], formerly: null };
  for (let { last_follower_id: last } = first; last !== null; ) {
    ({ last_follower_id: last } = await enqueueAbove(last, activityId, authorId, rest));
  }
  return first.unreachable;
}

async function enqueueAbove(
  followerId: number,
  activityId: number,
  authorId: number,
  { toFollowers, addressedIds, formerly, personally, spared }: Recipients,
): Promise<InsertedDeliveries> {
  const { name } = jobs.deliverActivity;
  const params = [activityId, authorId, toFollowers, addressedIds, formerly, personally, name] as const;
  const [result] = await runEnqueuing((on) =>
    spared
      ? insertDeliveriesExcept(on, ...params, spared.followers, spared.ids, followerId)
      : insertDeliveries(on, ...params, followerId),
  );
  if (result!.inserted > 0) wakeRelay();
  return result!;
}
