/**
 * Identifies recipes by their text, so that a second import creates no duplicates. Used by the reader, which has no
 * database.
 */
import { hash } from 'node:crypto';
import type { RecipeDraft } from '../../recipe-import/draft.ts';

/** What two imports of the same recipe have in common. */
export interface RecipeIdentity {
  name: string;
  sourceUrl: string | null;
  digest: Buffer<ArrayBuffer>;
}

/** Returns the SHA-256 of the recipe's text, which does not depend on how well a parser understood it. */
export function recipeDigest({
  name,
  ingredients,
  steps,
}: Pick<RecipeDraft, 'name' | 'ingredients' | 'steps'>): Buffer<ArrayBuffer> {
  const lines = ingredients.map((each) => each.originalText ?? each.name);
  return Buffer.from(hash('sha256', JSON.stringify([name, lines, steps.map((step) => step.content)]), 'buffer'));
}

export const identify = (draft: RecipeDraft): RecipeIdentity => ({
  name: draft.name,
  sourceUrl: draft.sourceUrl,
  digest: recipeDigest(draft),
});
