/** Converts the quote of a status (FEP-044f), with the forms that older software reads. */
import type { Quote } from '../../domain/items/read.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { iriOf, type JsonObject, member, objectsOf, stringOf, typesOf } from '../json-ld/json.ts';
import { toObjectLink } from './tags.ts';

const MISSKEY_QUOTE = 'https://misskey-hub.net/ns#_misskey_quote';
const quoteRelations = new Set([MISSKEY_QUOTE, 'https://misskey-hub.net/ns/#_misskey_quote']);

/** A quote that was rejected or revoked is not sent any more. */
export const isSent = (quote: Pick<Quote, 'state'> | null): boolean =>
  quote?.state === 'pending' || quote?.state === 'accepted';

/** The fields of the status. Software without quotes shows `toQuoteFallback`. */
export const toQuote = (iri: string, { state, authorizationIri }: Omit<Quote, 'item'>): JsonObject => ({
  quote: iri,
  quoteUrl: iri,
  quoteUri: iri,
  _misskey_quote: iri,
  ...(state === 'accepted' && authorizationIri !== null && { quoteAuthorization: authorizationIri }),
});

/** A FEP-e232 link, for the `tag` of the status. */
export const toQuoteLink = (iri: string): JsonObject => ({
  ...toObjectLink(iri, `RE: ${iri}`),
  rel: MISSKEY_QUOTE,
});

/** Software that shows quotes hides elements of this class. */
export function toQuoteFallback(iri: string): string {
  const url = escapeHtml(iri);
  return `<p class="quote-inline">RE: <a href="${url}">${url}</a></p>`;
}

export interface QuoteReading {
  quoteIri: string | null;
  quoteAuthorizationIri: string | null;
}

/** Other links of FEP-e232, such as the one to a cooked recipe, are no quotes. */
export function readQuote(json: JsonObject): QuoteReading {
  const stated = ['quote', 'quoteUrl', '_misskey_quote', 'quoteUri'].map((term) => iriOf(member(json, term)));
  const link = objectsOf(member(json, 'tag')).find(
    (tag) => typesOf(tag).includes('Link') && quoteRelations.has(stringOf(member(tag, 'rel'), 200) ?? ''),
  );
  const quoteIri = stated.find((iri) => iri !== null) ?? iriOf(member(link, 'href'));
  return {
    quoteIri,
    quoteAuthorizationIri: quoteIri && iriOf(member(json, 'quoteAuthorization')),
  };
}
