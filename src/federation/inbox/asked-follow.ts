/** Finds which of our follows an Accept or Reject answers: by its id, by what is embedded, or by the pair. */
import { findAccountByIri, isLocal } from '../../domain/accounts/account.ts';
import { isOurs } from '../../lib/iris.ts';
import { iriOf, member } from '../json.ts';
import type { Accepted } from './activity.ts';

/** Null when it answers nothing that was asked of this actor. */
export async function readAskedFollow({
  actor,
  object,
  objectIri,
}: Pick<Accepted, 'actor' | 'object' | 'objectIri'>): Promise<{
  followIri?: string;
  followerId?: number;
} | null> {
  const target = iriOf(member(object, 'object'));
  if (target !== null && target !== actor.iri) return null;

  const followerIri = iriOf(member(object, 'actor')) ?? objectIri;
  const follower = followerIri && isOurs(followerIri) ? await findAccountByIri(followerIri) : null;
  const followerId = follower && isLocal(follower) ? follower.id : undefined;
  const followIri = objectIri && isOurs(objectIri) && objectIri !== follower?.iri ? objectIri : undefined;
  return followIri === undefined && followerId === undefined ? null : { followIri, followerId };
}
