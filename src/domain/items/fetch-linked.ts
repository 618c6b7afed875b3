/** Enqueues fetches of the remote items that an item links to, within limits on number and depth. */
import { selectIdsByIri } from '../../db/sql/items.ts';
import type { Tx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isLocalIri } from '../../lib/iris.ts';
import type { StepDraft } from '../../recipe-import/draft.ts';

/** The longest chain of links that is followed from the first item. */
export const maxFetchDepth = 8;

interface FetchLimits {
  maxFetches: number;
  /** The fetch budget that all requests share. Without one, each fetch has a budget of its own. */
  fetchBudgetId?: string;
  depth?: number;
}

/** Skips local and known items. Items over the limit are linked later, if they arrive by another way. */
export async function enqueueLinkedFetches(
  tx: Tx,
  linked: Iterable<string>,
  { maxFetches, fetchBudgetId, depth = maxFetchDepth }: FetchLimits,
): Promise<void> {
  const unknown = new Set([...linked].filter((iri) => !isLocalIri(iri)));
  if (unknown.size === 0 || depth <= 0) return;
  for (const { iri } of await selectIdsByIri(tx, [...unknown])) unknown.delete(iri);

  const fetched = [...unknown].slice(0, maxFetches);
  for (const iri of fetched) await enqueue(tx, jobs.loadObject, { iri, fetchBudgetId, depth: depth - 1 });
}

/** The IRIs that steps link to and that have no local id. */
export const linkedIris = (steps: StepDraft[]): string[] =>
  steps.flatMap(({ links }) => links.flatMap(({ target }) => ('iri' in target ? [target.iri] : [])));
