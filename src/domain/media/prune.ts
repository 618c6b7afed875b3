/** Prunes pictures: unused uploads, remote pictures over the cache limit, and orphaned files. */
import { readInBatches } from '../../db/batch.ts';
import {
  deleteUnusedMedia,
  evictMedia,
  markStaleMediaMissing,
  retryFailedMedia,
  selectReferencedKeys,
  selectStaleMedia,
} from '../../db/sql/media.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { deleteFiles } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { idsOf } from '../../lib/lists.ts';
import { listStored, removeStored } from '../../lib/storage/storage.ts';
import { getRetention } from '../retention/settings.ts';

/** Younger files may belong to an upload whose row is not committed yet. */
const orphanMinAgeSeconds = 3_600;
const staleBatchSize = 500;

/** Returns the number of pictures deleted from storage or scheduled for deletion. */
export async function pruneMedia(): Promise<number> {
  const unused = await transact(async (tx) => {
    const keys = (await deleteUnusedMedia(tx)).map(({ key }) => key);
    await deleteFiles(tx, keys);
    return keys.length;
  });
  await retryFailedMedia(db);
  const { mediaDays } = await getRetention();
  const stale = mediaDays === null ? 0 : await dropStaleMedia(mediaDays);

  return unused + stale + (await evictOverCacheLimit()) + (await removeOrphanedFiles());
}

/**
 * Deletes the files of the least recently used remote pictures until the rest fits `config.remoteMediaCacheBytes`. The
 * picture `storedId` is spared. Returns the number of evicted pictures.
 */
export async function evictOverCacheLimit(storedId: number | null = null): Promise<number> {
  const evicted = await evictMedia(db, config.remoteMediaCacheBytes, storedId);
  // Not by a job: a picture fetched again would be stored under the same key.
  for (const { key } of evicted) await removeStored(key);
  return evicted.length;
}

/**
 * Deletes the files of remote pictures that nobody looked at for `days`. Files go first: a picture without files is
 * fetched again, and a file without a picture would stay. Returns the number of pictures.
 */
async function dropStaleMedia(days: number): Promise<number> {
  let dropped = 0;
  const stale = (after: number, limit: number) => selectStaleMedia(db, days, after, limit);
  for await (const batch of readInBatches({ size: staleBatchSize }, stale, ({ id }) => id)) {
    for (const { key } of batch) await removeStored(key);
    const ids = idsOf(batch);
    dropped += (await markStaleMediaMissing(db, days, ids)).length;
  }
  return dropped;
}

async function removeOrphanedFiles(): Promise<number> {
  let removed = 0;
  for await (const keys of listStored(orphanMinAgeSeconds)) {
    const known = new Set((await selectReferencedKeys(db, keys)).map(({ key }) => key));
    for (const key of keys) {
      if (known.has(key)) continue;
      await removeStored(key);
      removed += 1;
    }
  }
  return removed;
}
