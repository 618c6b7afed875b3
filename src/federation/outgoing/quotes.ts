/** Composes requests to quote, their answers, and the end of an approval. */
import { selectQuote } from '../../db/sql/quotes.ts';
import { db } from '../../db/statement.ts';
import { type Account, findAccount } from '../../domain/accounts/account.ts';
import type { FactOf } from '../../jobs/fact.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { toObject } from '../objects/object.ts';
import { findOutgoingItem } from './item.ts';
import { activityOf, type Composed, type Outgoing } from './outgoing.ts';
import { toAcceptQuote, toDeleteAuthorization, toQuoteRequest, toRejectQuote } from './quote-activities.ts';

export async function composeQuoteRequest(fact: FactOf<'quote.requested'>): Promise<Composed> {
  const [quote] = await selectQuote(db, fact.eventableId);
  const found = await findOutgoingItem(fact.eventableId);
  if (!found || quote?.state !== 'pending' || !quote.quoted_author_iri) return null;
  const { item } = found;
  const quoted = { objectIri: quote.quote_iri, authorIri: quote.quoted_author_iri };
  const status = toObject(item, found);
  const json = toQuoteRequest(activityOf(item.account, fact), item.account, quoted, status);
  const composed = between(item.account, quote.quoted_account_id!, json, {
    objectIri: quote.iri,
    isPublic: false,
  });
  // By the same inbox as later versions of the status, which go to every server that has it.
  return { ...composed, recipients: { ...composed.recipients, personally: false } };
}

export async function composeAcceptQuote(fact: FactOf<'quote.accepted'>): Promise<Composed> {
  const { accountId, eventableId, requestIri } = fact;
  const [quote] = await selectQuote(db, eventableId);
  if (quote?.state !== 'accepted' || quote.authorization_iri === null) return null;
  const [author, target] = await Promise.all([findAccount(accountId), findAccount(quote.account_id)]);
  if (!author || !target?.iri) return null;
  const request = {
    requestIri,
    requesterIri: target.iri,
    objectIri: quote.quoted_iri ?? quote.quote_iri,
    instrumentIri: quote.iri,
  };
  const json = toAcceptQuote(activityOf(author, fact), author, request, quote.authorization_iri);
  return between(author, target.id, json, { objectIri: requestIri, isPublic: false });
}

export async function composeRejectQuote(fact: FactOf<'quote.rejected'>): Promise<Composed> {
  const { accountId, targetId, requestIri, objectIri, instrumentIri } = fact;
  const [author, target] = await Promise.all([findAccount(accountId), findAccount(targetId)]);
  if (!author || !target?.iri) return null;
  const request = { requestIri, requesterIri: target.iri, objectIri, instrumentIri };
  const json = toRejectQuote(activityOf(author, fact), author, request);
  return between(author, targetId, json, { objectIri: requestIri, isPublic: false });
}

export async function composeDeleteAuthorization(fact: FactOf<'quote.revoked'>): Promise<Composed> {
  const { accountId, targetId, objectIri } = fact;
  const [author, target] = await Promise.all([findAccount(accountId), findAccount(targetId)]);
  if (!author || !target?.iri) return null;
  const json = toDeleteAuthorization(activityOf(author, fact), author, objectIri, target.iri);
  return between(author, targetId, json, { objectIri, isPublic: true });
}

const between = (
  author: Account,
  targetId: number,
  json: JsonObject,
  about: { objectIri: string; isPublic: boolean },
): Outgoing => ({
  author,
  json,
  ...about,
  recipients: { toFollowers: false, addressedIds: [targetId], formerly: null, personally: true },
});
