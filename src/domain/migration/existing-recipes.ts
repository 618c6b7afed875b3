/** Finds recipes that were imported before, by their text or by the address of their page. */
import { prisma } from '../../db/client.ts';
import { idsOf } from '../../lib/lists.ts';
import type { RecipeIdentity } from './recipe-digest.ts';

interface ExistingRecipe {
  id: number;
  /** False if the page has changed since. */
  isSameText: boolean;
  /** Null if it was not imported, but has the same address. */
  importedAt: Date | null;
}

/**
 * Returns for each recipe the account's same recipe, or null. Recipes that share a page are told apart by their names:
 * those in the list, and all if `isSharedPage`.
 */
export async function findExistingRecipes(
  accountId: number,
  recipes: RecipeIdentity[],
  isSharedPage = false,
): Promise<(ExistingRecipe | null)[]> {
  const urls = recipes.map(({ sourceUrl }) => sourceUrl).filter((url) => url !== null);
  const sameSource = await prisma().eventable.findMany({
    select: { id: true, name: true, sourceUrl: true },
    where: { accountId, type: 'recipe', sourceUrl: { in: urls } },
    orderBy: { id: 'desc' },
  });
  const imported = await prisma().importedRecipe.findMany({
    where: {
      accountId,
      OR: [{ digest: { in: recipes.map(({ digest }) => digest) } }, { eventableId: { in: idsOf(sameSource) } }],
    },
  });
  const byDigest = new Map(imported.map((row) => [Buffer.from(row.digest).toString('hex'), row]));
  const timeOf = new Map(imported.map((row) => [row.eventableId, row.createdAt]));

  return recipes.map(({ name, sourceUrl, digest }) => {
    const same = byDigest.get(digest.toString('hex'));
    if (same) return { id: Number(same.eventableId), isSameText: true, importedAt: same.createdAt };
    if (sourceUrl === null) return null;
    const isShared = isSharedPage || urls.filter((url) => url === sourceUrl).length > 1;
    const found = sameSource.find((row) => row.sourceUrl === sourceUrl && (!isShared || row.name === name));
    return found ? { id: Number(found.id), isSameText: false, importedAt: timeOf.get(found.id) ?? null } : null;
  });
}
