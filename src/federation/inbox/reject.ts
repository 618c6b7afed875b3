/** Reject: a remote account rejects the follow request or the quote of a local one, or takes back its approval. */
import { rejectOwnQuote } from '../../domain/statuses/quotes.ts';
import { isLocalIri } from '../../lib/iris.ts';
import { rejectFollow } from '../ledger/answers.ts';
import type { OnActivity } from './activity.ts';
import { readRequestedFollow } from './asked-follow.ts';
import { rejectsCollectionFollow } from './collection.ts';

export const onReject: OnActivity = async (activity) => {
  const { actor, objectIri } = activity;
  if (objectIri && isLocalIri(objectIri) && (await rejectOwnQuote(actor.id, objectIri))) return 'done';
  if (await rejectsCollectionFollow(activity)) return 'done';
  const asked = await readRequestedFollow(activity);
  if (!asked) return 'refused';

  await rejectFollow(actor.id, asked);
  return 'done';
};
