/** Finds the local follow that an Accept or Reject answers: by its IRI, by the embedded Follow, or by the pair. */
import { findAccountByIri, isLocal } from '../../domain/accounts/account.ts';
import { isLocalIri } from '../../lib/iris.ts';
import { iriOf, member } from '../json-ld/json.ts';
import type { AnsweredFollow } from '../ledger/answers.ts';
import type { Accepted } from './activity.ts';

/** Null when no local account requested to follow this actor. */
export async function readRequestedFollow({
  actor,
  object,
  objectIri,
}: Pick<Accepted, 'actor' | 'object' | 'objectIri'>): Promise<AnsweredFollow | null> {
  const target = iriOf(member(object, 'object'));
  if (target !== null && target !== actor.iri) return null;

  const followerIri = iriOf(member(object, 'actor')) ?? objectIri;
  const follower = followerIri && isLocalIri(followerIri) ? await findAccountByIri(followerIri) : null;
  const followerId = follower && isLocal(follower) ? follower.id : undefined;
  const followIri = objectIri && isLocalIri(objectIri) && objectIri !== follower?.iri ? objectIri : undefined;
  return followIri === undefined && followerId === undefined ? null : { followIri, followerId };
}
