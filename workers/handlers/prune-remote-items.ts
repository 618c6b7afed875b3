/** Deletes a batch of old remote items that nobody here has to do with. */
import { pruneRemoteItems as pruneItems } from '../../src/domain/items/prune-remote.ts';
import type { Handlers } from '../handler.ts';

export const pruneRemoteItems: Handlers['prune-remote-items'] = async ({ after }) => {
  await pruneItems(after);
  return 'done';
};
