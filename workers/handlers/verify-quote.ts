/** Fetches the item that a remote status quotes, and the approval of its author. */
import { randomUUID } from 'node:crypto';
import { maxFetchDepth } from '../../src/domain/items/fetch-linked.ts';
import { findQuote } from '../../src/domain/statuses/quote-approvals.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { sharedBudget } from '../../src/federation/resolve/fetch-budget.ts';
import { verifyQuote as verify } from '../../src/federation/resolve/verify-quote.ts';
import { jobs } from '../../src/jobs/catalogue.ts';
import type { Handlers } from '../handler.ts';
import { withHostPermit } from '../host-concurrency.ts';
import { retryLater } from '../retry-later.ts';

export const verifyQuote: Handlers['verify-quote'] = async (payload) => {
  const { eventableId, fetchBudgetId = randomUUID(), depth = maxFetchDepth } = payload;
  const quote = await findQuote(eventableId);
  if (quote?.state !== 'pending') return 'done';

  return withHostPermit(quote.quote_iri, async () => {
    try {
      await verify(eventableId, sharedBudget(fetchBudgetId), { fetchBudgetId, depth });
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      if (failure === 'unreachable') await retryLater(jobs.verifyQuote, { ...payload, fetchBudgetId });
    }
    return 'done';
  });
};
