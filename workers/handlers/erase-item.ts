/** Erases an item that was deleted, with everything that refers to it. */
import { eraseDeletedItem } from '../../src/domain/items/publish.ts';
import type { Handlers } from '../handler.ts';
import { inSlices } from '../slices.ts';

export const eraseItem: Handlers['erase-item'] = ({ eventableId }) =>
  inSlices((until) => eraseDeletedItem(eventableId, until));
