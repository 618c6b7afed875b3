/** Makes one recipe that was read elsewhere a recipe of ours, once. */
import { insertImportedRecipe } from '../../db/sql/imports.ts';
import { alongside } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import type { Visibility } from '../eventables/draft.ts';
import { addPictureLater } from '../media/upload.ts';
import type { ImportedRecipe } from '../recipes/reading/import-result.ts';
import { createRecipe } from '../recipes/write.ts';
import { digestOf, findAlreadyHere } from './already-here.ts';

export interface Made {
  id: number;
  /** It was there before. */
  isOld: boolean;
}

/** Published at once. Throws what `createRecipe` throws. */
export async function importRecipe(
  accountId: number,
  { draft, picture }: ImportedRecipe,
  visibility: Visibility = draft.visibility,
): Promise<Made> {
  const [known] = await findAlreadyHere(accountId, [draft]);
  if (known) return { id: known, isOld: true };

  try {
    const id = await alongside(
      async (tx, made) => {
        const [noted] = await insertImportedRecipe(tx, accountId, digestOf(draft), made as number);
        if (!noted) throw new DomainError('conflict', 'this recipe is being imported already');
      },
      () => createRecipe(accountId, { ...draft, visibility }),
    );
    if (picture)
      await addPictureLater(
        accountId,
        { file: picture.bytes, description: picture.description },
        { type: 'recipe', id },
      );
    return { id, isOld: false };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
    const [other] = await findAlreadyHere(accountId, [draft]);
    if (!other) throw error;
    return { id: other, isOld: true };
  }
}
