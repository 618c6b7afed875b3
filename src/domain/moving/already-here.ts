/** Tells which recipes about to come are here already, so that importing twice makes no second one. */
import { createHash } from 'node:crypto';
import { selectAlreadyHere } from '../../db/sql/imports.ts';
import { db } from '../../db/statement.ts';
import type { RecipeDraft } from '../eventables/draft.ts';

/** What is the same when a recipe is, whatever a reader has learned meanwhile. */
export function digestOf({
  name,
  ingredients,
  steps,
}: Pick<RecipeDraft, 'name' | 'ingredients' | 'steps'>): Buffer {
  const lines = ingredients.map((each) => each.originalText ?? each.name);
  const sum = createHash('sha256');
  sum.update(JSON.stringify([name, lines, steps.map((step) => step.content)]));
  return sum.digest();
}

/** Of each draft the id of the owner's recipe that it is; null of those that are new. */
export async function findAlreadyHere(accountId: number, drafts: RecipeDraft[]): Promise<(number | null)[]> {
  const digests = drafts.map((draft) => digestOf(draft).toString('hex'));
  const urls = drafts.map(({ sourceUrl }) => sourceUrl).filter((url) => url !== null);
  const found = await selectAlreadyHere(db, accountId, digests, urls);
  const byDigest = new Map(found.map((row) => [row.digest, row.id]));

  return drafts.map(({ name, sourceUrl }, at) => {
    const same = byDigest.get(digests[at]!);
    if (same !== undefined || sourceUrl === null) return same ?? null;
    // A page may hold several recipes.
    const isShared = urls.filter((url) => url === sourceUrl).length > 1;
    return found.find((row) => row.source_url === sourceUrl && (!isShared || row.name === name))?.id ?? null;
  });
}
