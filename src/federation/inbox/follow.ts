/** Follow: a remote account wants to follow a local one, or a collection of it. */
import { findAccountByIri, isLocal } from '../../domain/accounts/account.ts';
import { recordRemoteFollow } from '../../domain/collections/remote.ts';
import { localCollectionOf } from '../../lib/iris.ts';
import { recordSource } from '../ledger/record.ts';
import type { OnActivity } from './activity.ts';

export const onFollow: OnActivity = async ({ id, actor, objectIri, sentAt, publishedAt }) => {
  const collection = objectIri ? localCollectionOf(objectIri) : null;
  if (collection) return recordRemoteFollow(actor.id, collection, { iri: id, sentAt });
  const followee = objectIri ? await findAccountByIri(objectIri) : null;
  if (!followee || !isLocal(followee)) return 'refused';

  const subject = { accountId: actor.id, targetId: followee.id, eventableId: null };
  return recordSource({ ...subject, iri: id, type: 'Follow', sentAt, isDated: publishedAt !== null });
};
