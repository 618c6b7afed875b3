/** Reject: a remote account rejects the follow request of a local one, or ends its follow. */
import { rejectFollow } from '../ledger/answers.ts';
import type { OnActivity } from './activity.ts';
import { readRequestedFollow } from './asked-follow.ts';

export const onReject: OnActivity = async (activity) => {
  const asked = await readRequestedFollow(activity);
  if (!asked) return 'refused';

  await rejectFollow(activity.actor.id, asked);
  return 'done';
};
