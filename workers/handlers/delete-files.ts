/** Deletes stored files of pictures that no longer exist. */
import { removeStored } from '../../src/lib/storage/storage.ts';
import type { Handlers } from '../handler.ts';

export const deleteFiles: Handlers['delete-files'] = async ({ keys }) => {
  for (const key of keys) await removeStored(key);
  return 'done';
};
