/** What remote accounts tell about their collections: changes, and answers to follows. */
import {
  enqueueCollectionFetch,
  findFollowedBy,
  findRemoteCollection,
  rejectFollow,
} from '../../domain/collections/remote.ts';
import { windowCounter } from '../../lib/window-counter.ts';
import { iriOf, member } from '../json-ld/json.ts';
import type { Accepted, Outcome } from './activity.ts';

/** Each may cause several requests. Later changes are fetched together, an hour later. */
export const maxCollectionFetches = 60;
const windowMs = 3_600_000;
const perOwner = windowCounter({ quota: maxCollectionFetches, windowMs });

/** Null if this is no known collection of the actor. The whole is fetched again, so the order of changes does not matter. */
export async function onCollectionChange(
  { actor }: Accepted,
  collectionIri: string | null,
): Promise<Outcome | null> {
  const known = collectionIri === null ? null : await findRemoteCollection(collectionIri, actor.id);
  if (!known) return null;
  if (!known.followed) return 'irrelevant';
  await fetchAgain(actor.iri, collectionIri!);
  return 'fetching';
}

/** What has changed since the member looked at it is fetched now. */
export async function acceptsCollectionFollow({ actor, objectIri }: Accepted): Promise<boolean> {
  const followed = objectIri === null ? null : await findFollowedBy(actor.id, objectIri);
  if (followed === null) return false;
  await fetchAgain(actor.iri, followed);
  return true;
}

export const rejectsCollectionFollow = ({ actor, object, objectIri }: Accepted): Promise<boolean> =>
  rejectFollow(actor.id, {
    followIri: objectIri,
    followerIri: iriOf(member(object, 'actor')),
    collectionIri: iriOf(member(object, 'object')),
  });

async function fetchAgain(ownerIri: string, collectionIri: string): Promise<void> {
  const isInTime = perOwner.take(ownerIri);
  await enqueueCollectionFetch(collectionIri, isInTime ? null : new Date(Date.now() + windowMs));
}
