/** The photo of an import of one recipe, which its member sees before it is imported. */
import { buffer } from 'node:stream/consumers';
import { deleteImportPictures, insertImportPictures } from '../../db/sql/imports.ts';
import { db, toJson } from '../../db/statement.ts';
import { openStored, removeStored } from '../../lib/storage/storage.ts';
import { sourceName } from '../media/media.ts';
import { findOnlyRecipe } from './import.ts';
import { fetchStatedPicture } from './import-recipe.ts';
import { findPicture } from './run-import.ts';

/**
 * Returns the photo, as large as it is, or null without one. A photo that the page names is fetched once and kept for
 * the import. Throws unavailable while its server must be spared.
 */
export async function findImportPhoto(accountId: number, importId: number): Promise<Uint8Array | null> {
  const only = await findOnlyRecipe(accountId, importId);
  if (!only) return null;
  const { position, recipe } = only;
  const stored = await findPicture(importId, position, '');
  if (stored) return readStored(stored.key);

  const fetched = await fetchStatedPicture(recipe, accountId);
  if (fetched.key === null) return null;
  const bytes = await readStored(fetched.key);
  const picture = { key: fetched.key, position, name: '', bytes: bytes?.length ?? 0 };
  // Another request may have fetched it at the same time, and the import may have ended.
  const [added] = await insertImportPictures(db, importId, toJson([picture]));
  if (!added) await removeStored(fetched.key);
  return bytes;
}

async function readStored(key: string): Promise<Uint8Array | null> {
  const file = await openStored(key, sourceName);
  return file && buffer(file.body instanceof Blob ? file.body.stream() : file.body);
}

/** Its recipe is imported without a photo. */
export async function dropImportPhotos(importId: number): Promise<void> {
  const dropped = await deleteImportPictures(db, importId, 100);
  for (const { key } of dropped) await removeStored(key);
}
