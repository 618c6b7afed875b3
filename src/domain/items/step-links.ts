/** Validates what steps refer to: ingredients of their own item, and local or remote items. */
import { selectVisibleAt, selectVisibleIds } from '../../db/sql/items.ts';
import type { Tx } from '../../db/transaction.ts';
import { DomainError, type FieldErrors } from '../../lib/errors.ts';
import { isLocalIri } from '../../lib/iris.ts';
import type { StepDraft, StepLinkTarget } from '../../recipe-import/draft.ts';
import { enqueueLinkedFetches, linkedIris } from './fetch-linked.ts';

/** Fetches that one local item may cause. */
const maxFetches = 100;

/** Throws validation_failed for positions without an ingredient. */
export function checkPositions(steps: StepDraft[], ingredientCount: number): void {
  const errors: FieldErrors = {};
  for (const [at, { ingredientPositions }] of steps.entries()) {
    for (const [index, position] of ingredientPositions.entries()) {
      if (position < ingredientCount) continue;
      errors[`steps[${at}].ingredient_positions[${index}]`] = ['must be the position of an ingredient'];
    }
  }
  throwIfAny(errors);
}

/**
 * Returns the steps with every local link replaced by the item's id and type. Throws validation_failed if the author may not
 * see the item or its type differs. Remote items are fetched later.
 */
export async function resolveLocalLinks(tx: Tx, accountId: number, steps: StepDraft[]): Promise<StepDraft[]> {
  const targets = steps.flatMap(({ links }) => links.map((link) => link.target));
  if (targets.length === 0) return steps;

  const resolve = await createResolver(tx, accountId, targets);
  const errors: FieldErrors = {};
  const resolved = steps.map((step, at) => ({
    ...step,
    links: step.links.map((link, index) => {
      const target = resolve(link.target);
      if (!target) errors[`steps[${at}].links[${index}]`] = ['must be an item you can see'];
      return { ...link, target: target ?? link.target };
    }),
  }));
  throwIfAny(errors);
  await enqueueLinkedFetches(tx, linkedIris(steps), { maxFetches: maxFetches });
  return resolved;
}

async function createResolver(tx: Tx, accountId: number, targets: StepLinkTarget[]) {
  const ids = targets.flatMap((target) => ('id' in target ? [target.id] : []));
  const typeOf = new Map(
    ids.length === 0
      ? []
      : (await selectVisibleIds(tx, accountId, null, ids)).map(({ id, type }) => [id, type]),
  );
  const urls = targets.flatMap((target) => ('iri' in target && isLocalIri(target.iri) ? [target.iri] : []));
  const byUrl = new Map(
    urls.length === 0
      ? []
      : (await selectVisibleAt(tx, accountId, null, urls)).map(({ url, ...item }) => [url, item]),
  );
  return (target: StepLinkTarget): StepLinkTarget | undefined => {
    if ('id' in target) return typeOf.get(target.id) === target.type ? target : undefined;
    return isLocalIri(target.iri) ? byUrl.get(target.iri) : target;
  };
}

function throwIfAny(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new DomainError('validation_failed', errors);
}
