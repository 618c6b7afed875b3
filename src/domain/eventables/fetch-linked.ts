/** Fetches what an item points at on other servers, and what that points at in turn, within bounds. */
import { selectIdsByIri } from '../../db/sql/eventables.ts';
import type { Tx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isOurs } from '../../lib/iris.ts';
import type { StepDraft } from './draft.ts';

/** So many steps away from where it began nothing is fetched any more. */
export const farthest = 8;

/**
 * At most `fetches` in all: what is left of them after these is shared out among what these will point at. What is known
 * already, or ours, is not fetched; what is not fetched is linked when it comes by another road.
 */
export async function fetchLinked(
  tx: Tx,
  given: Iterable<string>,
  fetches: number,
  depth = farthest,
): Promise<void> {
  const unknown = new Set([...given].filter((iri) => !isOurs(iri)));
  if (unknown.size === 0 || fetches <= 0 || depth <= 0) return;
  for (const { iri } of await selectIdsByIri(tx, [...unknown])) unknown.delete(iri);

  const fetched = [...unknown].slice(0, fetches);
  const each = Math.floor((fetches - fetched.length) / Math.max(1, fetched.length));
  for (const iri of fetched) await enqueue(tx, jobs.loadObject, { iri, fetches: each, depth: depth - 1 });
}

/** The items of other servers that steps link to by address. */
export const linkedIris = (steps: StepDraft[]): string[] =>
  steps.flatMap(({ links }) => links.flatMap(({ target }) => ('iri' in target ? [target.iri] : [])));
