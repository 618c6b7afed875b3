/** Serves the approvals of quotes of local items (FEP-044f). */
import { findIssuedAuthorization } from '../../domain/statuses/quotes.ts';
import { withContext } from '../json-ld/context.ts';
import { toQuoteAuthorization } from '../outgoing/quote-activities.ts';
import { render, respond, respondGone, respondNotFound } from './response.ts';

/** Answers 410 after a revocation. An approval contains only IRIs, so anyone may read it. */
export async function serveQuoteAuthorization(request: Request, iri: string): Promise<Response> {
  const quote = await findIssuedAuthorization(iri);
  if (quote?.state === 'revoked')
    return respondGone(request, { iri, formerType: 'QuoteAuthorization', deletedAt: quote.updated_at });
  if (quote?.state !== 'accepted') return respondNotFound(request);

  const { author_iri: authorIri, iri: instrumentIri, quoted_iri: objectIri } = quote;
  const document = toQuoteAuthorization({ iri, authorIri, instrumentIri, objectIri });
  return respond(request, render(withContext(document)), 'public');
}
