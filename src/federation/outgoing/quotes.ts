/** Composes the rejection of a QuoteRequest. */
import { findAccount } from '../../domain/accounts/account.ts';
import type { FactOf } from '../../jobs/fact.ts';
import { toRejectQuote } from './activities.ts';
import { activityOf, type Composed } from './outgoing.ts';

export async function composeRejectQuote(fact: FactOf<'quote.rejected'>): Promise<Composed> {
  const { accountId, targetId, requestIri, objectIri, instrumentIri } = fact;
  const [author, target] = await Promise.all([findAccount(accountId), findAccount(targetId)]);
  if (!author || !target?.iri) return null;
  return {
    author,
    json: toRejectQuote(activityOf(author, fact), author, {
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
