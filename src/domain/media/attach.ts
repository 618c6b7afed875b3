/** Attaches uploaded pictures to an item. */
import { attachMedia, deleteOtherMedia } from '../../db/sql/media.ts';
import type { Tx } from '../../db/transaction.ts';
import { deleteFiles } from '../../jobs/enqueue.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

export const maxMedia = 10;

/** Replaces the item's pictures by these, in order. Throws validation_failed unless all are the author's, ready and unattached. */
export async function replaceMedia(
  tx: Tx,
  accountId: number,
  eventableId: number,
  ids: number[],
): Promise<void> {
  const removed = await deleteOtherMedia(tx, eventableId, ids);
  await deleteFiles(
    tx,
    removed.map(({ key }) => key),
  );
  if (ids.length === 0) return;

  const attached = await attachMedia(tx, accountId, eventableId, ids);
  if (attached.length < ids.length) throw invalid('media_ids', t('errors.must-be-own-unused-pictures'));
}
