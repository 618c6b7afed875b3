/** Follow: somebody elsewhere wants to follow a member. */
import { findAccountByIri, isLocal } from '../../domain/accounts/account.ts';
import { follow } from '../../domain/follows.ts';
import type { OnActivity } from './activity.ts';

export const onFollow: OnActivity = async ({ id, actor, objectIri }) => {
  const followee = objectIri ? await findAccountByIri(objectIri) : null;
  if (!followee || !isLocal(followee) || followee.deletedAt) return 'refused';

  await follow(actor.id, followee.id, { iri: id });
  return 'done';
};
