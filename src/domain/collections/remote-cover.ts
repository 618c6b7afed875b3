/** Stores the cover of a remote collection. Its picture is fetched when somebody first views it. */
import { deleteOtherCover, upsertRemoteCover } from '../../db/sql/followed-collections.ts';
import type { Tx } from '../../db/transaction.ts';
import { deleteFiles } from '../../jobs/enqueue.ts';
import { newKey } from '../../lib/storage/storage.ts';
import type { RemoteMedium } from '../items/remote-item.ts';

/** The step. The collection must be locked. A known URL keeps its cached picture. */
export async function syncRemoteCover(
  tx: Tx,
  collectionId: number,
  cover: RemoteMedium | null,
): Promise<void> {
  const gone = await deleteOtherCover(tx, collectionId, cover?.url ?? null);
  await deleteFiles(
    tx,
    gone.filter(({ state }) => state === 'ready').map(({ key }) => key),
  );
  if (!cover) return;
  const { url, description, contentType, width, height, blurhash } = cover;
  await upsertRemoteCover(tx, collectionId, newKey(), url, description, contentType, width, height, blurhash);
}
