/** Reject: a follow that a member asked for is refused, or ended. */
import { rejectFollow } from '../../domain/follow-answers.ts';
import type { OnActivity } from './activity.ts';
import { readAskedFollow } from './asked-follow.ts';

export const onReject: OnActivity = async (activity) => {
  const asked = await readAskedFollow(activity);
  if (!asked) return 'refused';

  await rejectFollow(activity.actor.id, asked);
  return 'done';
};
