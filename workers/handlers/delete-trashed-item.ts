/** Deletes an item whose author did not undo the deletion. */
import { deleteTrashedItem as deleteItem } from '../../src/domain/items/trash.ts';
import type { Handlers } from '../handler.ts';

export const deleteTrashedItem: Handlers['delete-trashed-item'] = async ({ eventableId, version }) => {
  await deleteItem(eventableId, version);
  return 'done';
};
