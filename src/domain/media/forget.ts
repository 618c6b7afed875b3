/** Pictures nobody needs any more: without an item, not looked at for long, or left behind by a crash. */
import { evictMedia, pruneMedia, reviveMedia, selectKnownKeys } from '../../db/sql/prune-media.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { config } from '../../lib/config.ts';
import { listStored, removeStored } from '../../lib/storage.ts';
import { deleteFiles } from './files.ts';

/** Files without a row are looked at when they are this old, in seconds: an upload's come before it. */
const strayAge = 3_600;

/** Answers how many pictures are gone from disk, or about to be. */
export async function forgetMedia(): Promise<number> {
  const unused = await transact(async (tx) => {
    const keys = (await pruneMedia(tx)).map(({ key }) => key);
    await deleteFiles(tx, keys);
    return keys.length;
  });
  await reviveMedia(db);

  return unused + (await keepToBudget()) + (await removeStrays());
}

/**
 * Pictures of other servers that were looked at longest ago go when all take more than their budget; the one that was
 * just stored stays, however large. Answers how many went.
 */
export async function keepToBudget(storedId: number | null = null): Promise<number> {
  const evicted = await evictMedia(db, config.remoteMediaCacheBytes, storedId);
  // At once, for a picture that is wanted again would be stored under the same key.
  for (const { key } of evicted) await removeStored(key);
  return evicted.length;
}

async function removeStrays(): Promise<number> {
  let removed = 0;
  for await (const keys of listStored(strayAge)) {
    const known = new Set((await selectKnownKeys(db, keys)).map(({ key }) => key));
    for (const key of keys) {
      if (known.has(key)) continue;
      await removeStored(key);
      removed += 1;
    }
  }
  return removed;
}
