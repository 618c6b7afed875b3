/** Finds recipes that were imported before. */
import { prisma } from '../../db/client.ts';
import type { RecipeIdentity } from './recipe-digest.ts';

/** Returns for each recipe the id of the account's same recipe, or null. */
export async function findExistingRecipes(
  accountId: number,
  recipes: RecipeIdentity[],
): Promise<(number | null)[]> {
  const digests = recipes.map(({ digest }) => digest);
  const urls = recipes.map(({ sourceUrl }) => sourceUrl).filter((url) => url !== null);
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

  return recipes.map(({ name, sourceUrl, digest }) => {
    const same = byDigest.get(digest.toString('hex'));
    if (same !== undefined || sourceUrl === null) return same ?? null;
    // One page may contain several recipes.
    const isShared = urls.filter((url) => url === sourceUrl).length > 1;
    const found = sameSource.find((row) => row.sourceUrl === sourceUrl && (!isShared || row.name === name));
    return found ? Number(found.id) : null;
  });
}
