/** Creates a recipe from an import, at most once. */
import { insertImportedRecipe } from '../../db/sql/migration/imports.ts';
import { withBeforeCommit } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { detailsFromStated } from '../../recipe-import/details-from-stated.ts';
import type { Visibility } from '../../recipe-import/draft.ts';
import { type ImportedRecipe, isDraft } from '../../recipe-import/import-result.ts';
import { addMediumInBackground } from '../media/upload.ts';
import { createRecipe } from '../recipes/write.ts';
import { findExistingRecipes, recipeDigest } from './existing-recipes.ts';

export interface ImportOutcome {
  id: number;
  /** True if the account had the recipe before. */
  existed: boolean;
}

/**
 * Publishes the recipe at once. A recipe without ingredients or without steps becomes a draft. Throws what `createRecipe`
 * throws.
 */
export async function importRecipe(
  accountId: number,
  recipe: ImportedRecipe,
  visibility: Visibility = recipe.draft.visibility,
): Promise<ImportOutcome> {
  const { draft, picture, stated } = recipe;
  const [known] = await findExistingRecipes(accountId, [draft]);
  if (known) return { id: known, existed: true };

  const { details } = stated ? detailsFromStated(stated) : draft;
  const publication = isDraft(recipe) ? ('draft' as const) : ('published' as const);
  try {
    const id = await withBeforeCommit(
      async (tx, recipeId) => {
        const [inserted] = await insertImportedRecipe(tx, accountId, recipeDigest(draft), recipeId as number);
        if (!inserted) throw new DomainError('conflict', 'this recipe is being imported already');
      },
      () => createRecipe(accountId, { ...draft, details, visibility, publication }),
    );
    if (picture)
      await addMediumInBackground(
        accountId,
        { file: picture.bytes, description: picture.description },
        { type: 'recipe', id },
      );
    return { id, existed: false };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
    const [other] = await findExistingRecipes(accountId, [draft]);
    if (!other) throw error;
    return { id: other, existed: true };
  }
}
