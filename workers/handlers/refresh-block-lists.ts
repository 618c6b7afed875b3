/** Reads the block lists that this server follows. */
import { refreshBlockLists as refresh } from '../../src/domain/moderation/block-lists.ts';
import type { Handlers } from '../handler.ts';

export const refreshBlockLists: Handlers['refresh-block-lists'] = async () => {
  await refresh();
  return 'done';
};
