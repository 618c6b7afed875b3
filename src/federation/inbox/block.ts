/** Block: a remote account blocks a local one. */
import { findAccountByIri, isLocal } from '../../domain/accounts/account.ts';
import { recordSource } from '../ledger/record.ts';
import type { OnActivity } from './activity.ts';

export const onBlock: OnActivity = async ({ id, actor, objectIri, sentAt, publishedAt }) => {
  const blocked = objectIri ? await findAccountByIri(objectIri) : null;
  if (!blocked || !isLocal(blocked)) return 'refused';

  const subject = { accountId: actor.id, targetId: blocked.id, eventableId: null };
  return recordSource({ ...subject, iri: id, type: 'Block', sentAt, isDated: publishedAt !== null });
};
