/** Verifies that the author of a remote item approves its quote by a remote status (FEP-044f). */
import { decideQuote, findQuote } from '../../domain/statuses/quotes.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { iriOf, type JsonObject, member, typesOf } from '../json-ld/json.ts';
import { failureOf } from './error.ts';
import type { FetchBudget } from './fetch-budget.ts';
import { fetchJson } from './fetch-json.ts';
import { loadItem } from './load-item.ts';

interface VerifyOptions {
  fetchBudgetId: string;
  /** How many levels of quoted and linked objects to fetch. */
  depth: number;
}

/**
 * Fetches the quoted item if it is unknown, then the approval. A quote without a valid approval stays hidden, unless both
 * items have the same author. Throws ResolveError if another try may help.
 */
export async function verifyQuote(
  eventableId: number,
  budget: FetchBudget,
  { fetchBudgetId, depth }: VerifyOptions,
): Promise<void> {
  const known = await findQuote(eventableId);
  if (known?.state !== 'pending' || isLocalIri(known.quote_iri)) return;
  if (known.quoted_id === null) await loadItem(known.quote_iri, budget, { fetchBudgetId, depth: depth - 1 });

  const quote = await findQuote(eventableId);
  if (quote?.state !== 'pending' || !quote.authorization_iri || !quote.quoted_author_iri) return;
  const isApproved = await isAuthorized(quote.authorization_iri, budget, {
    attributedTo: quote.quoted_author_iri,
    interactingObject: quote.iri,
    interactionTarget: quote.quoted_iri!,
  });
  await decideQuote(eventableId, quote.authorization_iri, isApproved);
}

type Claims = Record<'attributedTo' | 'interactingObject' | 'interactionTarget', string>;

/** Only the server of the quoted author can issue an approval. */
async function isAuthorized(iri: string, budget: FetchBudget, expected: Claims): Promise<boolean> {
  if (originOf(iri) !== originOf(expected.attributedTo)) return false;
  try {
    const json = await fetchJson(iri, budget);
    return json.id === iri && typesOf(json).includes('QuoteAuthorization') && states(json, expected);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === 'gone' || failure === 'missing' || failure === 'refused') return false;
    throw error;
  }
}

const states = (json: JsonObject, expected: Claims): boolean =>
  Object.entries(expected).every(([term, iri]) => iriOf(member(json, term)) === iri);
