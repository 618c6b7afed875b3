/** Lists who gets an activity, and promises the deliveries: those to the first are under way while others are listed. */
import { type Listed, listDeliveries, listDeliveriesBut } from '../../db/sql/deliveries.ts';
import { promising } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { wakeRelay } from '../../jobs/wake.ts';
import type { Recipients } from '../outgoing/outgoing.ts';

/** May run any number of times. Answers how many of the addressed accounts have no inbox that is known. */
export async function listInboxes(
  activityId: number,
  authorId: number,
  recipients: Recipients,
): Promise<number> {
  const first = await listAbove(0, activityId, authorId, recipients);
  const rest = { ...recipients, addressedIds: [], formerly: null };
  for (let { last } = first; last !== null; ) {
    ({ last } = await listAbove(last, activityId, authorId, rest));
  }
  return first.unreachable;
}

async function listAbove(
  follower: number,
  activityId: number,
  authorId: number,
  { toFollowers, addressedIds, formerly, personally, spared }: Recipients,
): Promise<Listed> {
  const { name } = jobs.deliverActivity;
  const given = [activityId, authorId, toFollowers, addressedIds, formerly, personally, name] as const;
  const [listed] = await promising((on) =>
    spared
      ? listDeliveriesBut(on, ...given, spared.followers, spared.ids, follower)
      : listDeliveries(on, ...given, follower),
  );
  if (listed!.listed > 0) wakeRelay();
  return listed!;
}
