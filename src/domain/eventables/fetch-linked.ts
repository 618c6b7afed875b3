/** Fetches what an item points at on other servers, and what that points at in turn, within bounds. */
import { selectIdsByIri } from '../../db/sql/eventables.ts';
import type { Tx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isOurs } from '../../lib/iris.ts';
import type { StepDraft } from './draft.ts';

/** So many steps away from where it began nothing is fetched any more. */
export const farthest = 8;

interface Bounds {
  most: number;
  /** What all of them together draw their requests on; each has its own when absent. */
  purse?: string;
  depth?: number;
}

/** What is known already, or ours, is not fetched; what is not fetched is linked when it comes by another road. */
export async function fetchLinked(
  tx: Tx,
  given: Iterable<string>,
  { most, purse, depth = farthest }: Bounds,
): Promise<void> {
  const unknown = new Set([...given].filter((iri) => !isOurs(iri)));
  if (unknown.size === 0 || depth <= 0) return;
  for (const { iri } of await selectIdsByIri(tx, [...unknown])) unknown.delete(iri);

  const fetched = [...unknown].slice(0, most);
  for (const iri of fetched) await enqueue(tx, jobs.loadObject, { iri, purse, depth: depth - 1 });
}

/** The items of other servers that steps link to by address. */
export const linkedIris = (steps: StepDraft[]): string[] =>
  steps.flatMap(({ links }) => links.flatMap(({ target }) => ('iri' in target ? [target.iri] : [])));
