/** Accept: a remote account accepts the follow request of a local one. */
import { acceptFollow } from '../ledger/answers.ts';
import type { OnActivity } from './activity.ts';
import { readRequestedFollow } from './asked-follow.ts';

export const onAccept: OnActivity = async (activity) => {
  const asked = await readRequestedFollow(activity);
  if (!asked) return 'refused';

  await acceptFollow(activity.actor.id, asked, { iri: activity.id, sentAt: activity.sentAt });
  return 'done';
};
