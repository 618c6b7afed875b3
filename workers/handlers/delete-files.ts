/** Removes what is stored of pictures that are gone. */
import { removeStored } from '../../src/lib/storage.ts';
import type { Handlers } from '../handler.ts';

export const deleteFiles: Handlers['delete-files'] = async ({ keys }) => {
  for (const key of keys) await removeStored(key);
  return 'done';
};
