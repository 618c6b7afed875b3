/** What steps point at: ingredients of their own item, and other items, here or elsewhere. */
import { selectVisibleAt, selectVisibleIds } from '../../db/sql/eventables.ts';
import type { Tx } from '../../db/transaction.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { isOurs } from '../../lib/iris.ts';
import type { StepDraft, StepLinkTarget } from './draft.ts';
import { fetchLinked, linkedIris } from './fetch-linked.ts';

/** What one item written here may make us fetch. */
const mostFetched = 100;

/** Throws validation_failed for a position that no ingredient has. */
export function checkPositions(steps: StepDraft[], ingredientCount: number): void {
  const errors: FieldErrors = {};
  for (const [at, { ingredientPositions }] of steps.entries()) {
    for (const [place, position] of ingredientPositions.entries()) {
      if (position < ingredientCount) continue;
      errors[`steps[${at}].ingredient_positions[${place}]`] = ['must be the position of an ingredient'];
    }
  }
  refuse(errors);
}

/**
 * The steps with each link to this server settled: to an item of the type named that the author may see, else
 * validation_failed is thrown. What other servers have is fetched later.
 */
export async function settleLinks(tx: Tx, accountId: number, steps: StepDraft[]): Promise<StepDraft[]> {
  const targets = steps.flatMap(({ links }) => links.map((link) => link.target));
  if (targets.length === 0) return steps;

  const settle = await settlerFor(tx, accountId, targets);
  const errors: FieldErrors = {};
  const settled = steps.map((step, at) => ({
    ...step,
    links: step.links.map((link, place) => {
      const target = settle(link.target);
      if (!target) errors[`steps[${at}].links[${place}]`] = ['must be an item you can see'];
      return { ...link, target: target ?? link.target };
    }),
  }));
  refuse(errors);
  await fetchLinked(tx, linkedIris(steps), { most: mostFetched });
  return settled;
}

async function settlerFor(tx: Tx, accountId: number, targets: StepLinkTarget[]) {
  const ids = targets.flatMap((target) => ('id' in target ? [target.id] : []));
  const typeOf = new Map(
    ids.length === 0
      ? []
      : (await selectVisibleIds(tx, accountId, null, ids)).map(({ id, type }) => [id, type]),
  );
  const urls = targets.flatMap((target) => ('iri' in target && isOurs(target.iri) ? [target.iri] : []));
  const at = new Map(
    urls.length === 0
      ? []
      : (await selectVisibleAt(tx, accountId, null, urls)).map(({ url, ...item }) => [url, item]),
  );
  return (target: StepLinkTarget): StepLinkTarget | undefined => {
    if ('id' in target) return typeOf.get(target.id) === target.type ? target : undefined;
    return isOurs(target.iri) ? at.get(target.iri) : target;
  };
}

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new DomainError('validation_failed', errors);
}
