/** Accept: a follow that a member asked for is granted. */
import { acceptFollow } from '../../domain/follow-answers.ts';
import type { OnActivity } from './activity.ts';
import { readAskedFollow } from './asked-follow.ts';

export const onAccept: OnActivity = async (activity) => {
  const asked = await readAskedFollow(activity);
  if (!asked) return 'refused';

  await acceptFollow(activity.actor.id, asked, { iri: activity.id });
  return 'done';
};
