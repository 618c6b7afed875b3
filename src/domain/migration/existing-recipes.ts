/** Finds recipes that were imported before, so that a second import creates no duplicates. */
import { createHash } from 'node:crypto';
import { prisma } from '../../db/client.ts';
import type { RecipeDraft } from '../../recipe-import/draft.ts';

/** Returns the SHA-256 of the recipe's text, which does not depend on how well a parser understood it. */
export function recipeDigest({
  name,
  ingredients,
  steps,
}: Pick<RecipeDraft, 'name' | 'ingredients' | 'steps'>): Buffer<ArrayBuffer> {
  const lines = ingredients.map((each) => each.originalText ?? each.name);
  const sum = createHash('sha256');
  sum.update(JSON.stringify([name, lines, steps.map((step) => step.content)]));
  return Buffer.from(sum.digest());
}

/** Returns for each draft the id of the account's same recipe, or null. */
export async function findExistingRecipes(
  accountId: number,
  drafts: RecipeDraft[],
): Promise<(number | null)[]> {
  const digests = drafts.map(recipeDigest);
  const urls = drafts.map(({ sourceUrl }) => sourceUrl).filter((url) => url !== null);
  const [imported, sameSource] = await Promise.all([
    prisma().importedRecipe.findMany({ where: { accountId, digest: { in: digests } } }),
    prisma().eventable.findMany({
      select: { id: true, name: true, sourceUrl: true },
      where: { accountId, type: 'recipe', sourceUrl: { in: urls } },
    }),
  ]);
  const byDigest = new Map(
    imported.map(({ digest, eventableId }) => [Buffer.from(digest).toString('hex'), Number(eventableId)]),
  );

  return drafts.map(({ name, sourceUrl }, at) => {
    const same = byDigest.get(digests[at]!.toString('hex'));
    if (same !== undefined || sourceUrl === null) return same ?? null;
    // One page may contain several recipes.
    const isShared = urls.filter((url) => url === sourceUrl).length > 1;
    const found = sameSource.find((row) => row.sourceUrl === sourceUrl && (!isShared || row.name === name));
    return found ? Number(found.id) : null;
  });
}
