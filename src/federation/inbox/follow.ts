/** Follow: a remote account wants to follow a local one. */
import { findAccountByIri, isLocal } from '../../domain/accounts/account.ts';
import { recordSource } from '../ledger/record.ts';
import type { OnActivity } from './activity.ts';

export const onFollow: OnActivity = async ({ id, actor, objectIri, sentAt, publishedAt }) => {
  const followee = objectIri ? await findAccountByIri(objectIri) : null;
  if (!followee || !isLocal(followee)) return 'refused';

  const subject = { accountId: actor.id, targetId: followee.id, eventableId: null };
  return recordSource({ ...subject, iri: id, type: 'Follow', sentAt, isDated: publishedAt !== null });
};
