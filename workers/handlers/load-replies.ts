/** Fetches replies to a remote item that are missing locally. */
import { findRemoteItemIri, ingestRepliesPage } from '../../src/domain/statuses/fetch-replies.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { newBudget } from '../../src/federation/resolve/fetch-budget.ts';
import { readReplies } from '../../src/federation/resolve/replies.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { withHostPermit } from '../host-concurrency.ts';

export const loadReplies: Handlers['load-replies'] = async ({ eventableId, maxReplies }) => {
  const iri = await findRemoteItemIri(eventableId);
  return iri === null ? 'done' : withHostPermit(iri, () => load(eventableId, iri, maxReplies));
};

/** Failures are ignored: opening the conversation again retries. */
async function load(eventableId: number, iri: string, maxReplies: number): Promise<Outcome> {
  try {
    await ingestRepliesPage(eventableId, await readReplies(iri, maxReplies, newBudget()), maxReplies);
  } catch (error) {
    if (failureOf(error) === null) throw error;
  }
  return 'done';
}
