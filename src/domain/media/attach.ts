/** Which pictures belong to an item, as its author lists them. */
import { attachMedia, deleteOtherMedia } from '../../db/sql/media.ts';
import type { Tx } from '../../db/transaction.ts';
import { invalid } from '../../lib/errors.ts';
import { deleteFiles } from './files.ts';

export const maxMedia = 10;

/** In this order and no others. Throws validation_failed on what is not the author's, not ready, or of another item. */
export async function replaceMedia(
  tx: Tx,
  accountId: number,
  eventableId: number,
  ids: number[],
): Promise<void> {
  const gone = await deleteOtherMedia(tx, eventableId, ids);
  await deleteFiles(
    tx,
    gone.map(({ key }) => key),
  );
  if (ids.length === 0) return;

  const attached = await attachMedia(tx, accountId, eventableId, ids);
  if (attached.length < ids.length)
    throw invalid('media_ids', 'must be pictures of yours that belong to no other item');
}
