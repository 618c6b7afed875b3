/** Creates or updates a recipe from an import, at most once. */

import { insertImportedRecipe, releaseImportPicture, replaceImportedRecipe } from '../../db/sql/imports.ts';
import { countMedia } from '../../db/sql/media.ts';
import { db } from '../../db/statement.ts';
import { type Tx, withBeforeCommit } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { removeStored } from '../../lib/storage/storage.ts';
import { detailsFromStated } from '../../recipe-import/details-from-stated.ts';
import type { RecipeChanges, RecipeDraft, Visibility } from '../../recipe-import/draft.ts';
import { type ImportedRecipe, isDraft } from '../../recipe-import/import-result.ts';
import { attachStored } from '../media/upload.ts';
import { createRecipe, updateRecipe } from '../recipes/write.ts';
import { findExistingRecipes } from './existing-recipes.ts';
import type { ImportAction } from './import-action.ts';
import { type FoundPicture, noPicture, storePicture } from './import-picture.ts';
import { identify } from './recipe-digest.ts';

export interface ImportOutcome {
  id: number;
  /** True if the account had the recipe before, and it was not changed. */
  existed: boolean;
  /** True if the recipe that existed has the same address and another text. */
  isChanged?: boolean;
  /** What is missing of a new recipe. */
  problem?: string | null;
}

export interface ImportOptions {
  /** Defaults to that of the draft. An updated recipe keeps its own. */
  visibility?: Visibility | undefined;
  /** What to do if the account has a recipe of the same address with another text. Nothing by default. */
  action?: ImportAction;
  /** Whether other recipes of the import have the same address. */
  isSharedPage?: boolean;
  /** Finds its picture, unless the recipe has one. By default the one that came with it. */
  findPicture?: () => Promise<FoundPicture>;
  /** Runs in the transaction that creates or updates the recipe. */
  beforeCommit?: (tx: Tx, id: number, problem: string | null) => Promise<void>;
}

/**
 * Publishes the recipe at once. A recipe without ingredients or without steps becomes a draft. Throws what `createRecipe`
 * throws.
 */
export async function importRecipe(
  accountId: number,
  recipe: ImportedRecipe,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const { visibility = recipe.draft.visibility, action = 'skip', isSharedPage = false } = options;
  const { stated } = recipe;
  const identity = identify(recipe.draft);
  const find = async () => (await findExistingRecipes(accountId, [identity], isSharedPage))[0] ?? null;
  const known = await find();
  if (known && (known.isSameText || action === 'skip'))
    return { id: known.id, existed: true, isChanged: !known.isSameText };

  const draft = {
    ...recipe.draft,
    details: stated ? detailsFromStated(stated).details : recipe.draft.details,
  };
  const publication = isDraft(recipe) ? ('draft' as const) : ('published' as const);
  const updatedId = known && action === 'update' ? known.id : null;
  const recordImport = updatedId === null ? insertImportedRecipe : replaceImportedRecipe;
  const findPicture = options.findPicture ?? (() => storeOwnPicture(recipe));
  const picture = updatedId !== null && (await hasMedia(updatedId)) ? noPicture : await findPicture();
  const problem = picture.key === null ? picture.problem : null;
  try {
    const id = await withBeforeCommit(
      async (tx, createdId) => {
        const recipeId = updatedId ?? (createdId as number);
        const [recorded] = await recordImport(tx, accountId, identity.digest, recipeId);
        if (!recorded) throw new DomainError('conflict', t('errors.recipe-being-imported'));
        if (picture.key !== null) {
          if (picture.isOfImport) await releaseImportPicture(tx, picture.key);
          await attachStored(tx, accountId, recipeId, picture);
        }
        await options.beforeCommit?.(tx, recipeId, problem);
      },
      async () => {
        if (updatedId === null) return createRecipe(accountId, { ...draft, visibility, publication });
        await updateRecipe(accountId, updatedId, changesOf(draft));
        return updatedId;
      },
    );
    return { id, existed: false, problem };
  } catch (error) {
    if (picture.key !== null && !picture.isOfImport) await removeStored(picture.key).catch(() => {});
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
    const other = await find();
    if (!other) throw error;
    return { id: other.id, existed: true };
  }
}

const storeOwnPicture = async ({ picture }: ImportedRecipe): Promise<FoundPicture> =>
  picture ? storePicture(picture.bytes, picture.description) : noPicture;

async function hasMedia(id: number): Promise<boolean> {
  const [row] = await countMedia(db, id);
  return (row?.count ?? 0) > 0;
}

const isStated = (value: unknown): boolean =>
  value !== null && value !== '' && !(typeof value === 'object' && Object.keys(value).length === 0);

/** What the source does not state stays as its owner has it. */
function changesOf({ visibility, publication, forkedFromId, details, ...texts }: RecipeDraft): RecipeChanges {
  const stated = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => isStated(value)));
  return { ...stated(texts), details: stated(details) };
}
