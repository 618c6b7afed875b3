/** Builds the activities of FEP-044f: a request to quote, its answers, and the end of an approval. */
import type { Account } from '../../domain/accounts/account.ts';
import { iris } from '../../lib/iris.ts';
import { withContext } from '../json-ld/context.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { PUBLIC } from '../json-ld/terms.ts';

export interface RequestedQuote {
  requestIri: string;
  requesterIri: string;
  objectIri: string;
  instrumentIri: string | null;
}

/** The quoting status is embedded, so that the author can read it before it is published elsewhere. */
export const toQuoteRequest = (
  activity: string,
  account: Account,
  quoted: { objectIri: string; authorIri: string },
  status: JsonObject,
): JsonObject =>
  sent('QuoteRequest', activity, account, {
    to: [quoted.authorIri],
    object: quoted.objectIri,
    instrument: status,
  });

export const toAcceptQuote = (
  activity: string,
  account: Account,
  quote: RequestedQuote,
  authorizationIri: string,
): JsonObject =>
  sent('Accept', activity, account, {
    to: [quote.requesterIri],
    object: requestOf(quote),
    result: authorizationIri,
  });

export const toRejectQuote = (activity: string, account: Account, quote: RequestedQuote): JsonObject =>
  sent('Reject', activity, account, { to: [quote.requesterIri], object: requestOf(quote) });

/** Public, so that the quoting server can forward it. Nothing of the approval is embedded. */
export const toDeleteAuthorization = (
  activity: string,
  account: Account,
  authorizationIri: string,
  quotingAccountIri: string,
): JsonObject =>
  sent('Delete', activity, account, { to: [PUBLIC], cc: [quotingAccountIri], object: authorizationIri });

/** Returns the approval as served, without `@context`. */
export const toQuoteAuthorization = (authorization: {
  iri: string;
  authorIri: string;
  instrumentIri: string;
  objectIri: string;
}): JsonObject => ({
  id: authorization.iri,
  type: 'QuoteAuthorization',
  attributedTo: authorization.authorIri,
  interactingObject: authorization.instrumentIri,
  interactionTarget: authorization.objectIri,
});

const requestOf = ({ requestIri, requesterIri, objectIri, instrumentIri }: RequestedQuote): JsonObject => ({
  id: requestIri,
  type: 'QuoteRequest',
  actor: requesterIri,
  object: objectIri,
  ...(instrumentIri && { instrument: instrumentIri }),
});

const sent = (type: string, id: string, account: Account, rest: JsonObject): JsonObject =>
  withContext({ id, type, actor: account.iri ?? iris.actor(account.id), ...rest });
