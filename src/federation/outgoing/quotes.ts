/** Tells somebody elsewhere that they may not quote an item of ours. */
import { findAccount } from '../../domain/accounts/account.ts';
import { toRejectQuote } from '../activities.ts';
import type { Composed, Happened } from './outgoing.ts';

export async function composeRejectQuote(happened: Happened<'RejectQuote'>): Promise<Composed> {
  const { activity, accountId, targetId, requestIri, objectIri, instrumentIri } = happened;
  const [author, target] = await Promise.all([findAccount(accountId), findAccount(targetId)]);
  if (!author || !target?.iri) return null;
  return {
    author,
    json: toRejectQuote(activity, author, {
      requestIri,
      requesterIri: target.iri,
      objectIri,
      instrumentIri,
    }),
    objectIri: requestIri,
    isPublic: false,
    recipients: { toFollowers: false, addressedIds: [targetId], formerly: null, personally: true },
  };
}
