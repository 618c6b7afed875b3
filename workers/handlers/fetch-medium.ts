/** Fetches a remote picture that somebody wants to view. */

import { LRUCache } from 'lru-cache';
import { failMedium, findMedium, saveProcessedRemoteMedium } from '../../src/domain/media/process.ts';
import { evictOverCacheLimit } from '../../src/domain/media/prune.ts';
import { sourceName } from '../../src/domain/media/upload.ts';
import { failureOf } from '../../src/federation/resolve/error.ts';
import { newBudget } from '../../src/federation/resolve/fetch-budget.ts';
import { fetchFrom } from '../../src/federation/resolve/fetch-json.ts';
import { signAsInstance } from '../../src/federation/sign/as-instance.ts';
import { isLocalIri } from '../../src/lib/iris.ts';
import { releaseBytes } from '../../src/lib/memory.ts';
import { readStored, removeStored, store } from '../../src/lib/storage/storage.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { withHostPermit } from '../host-concurrency.ts';
import { PictureRefused } from '../imaging/process.ts';
import { makeSizes } from '../imaging/sizes.ts';

const accept = 'image/webp, image/avif, image/jpeg, image/png, image/gif, image/*;q=0.5';
const maxBytes = 16 * 2 ** 20;
/** Pictures whose server did not respond are not fetched again for one minute. */
const unreachable = new LRUCache<number, true>({ max: 10_000, ttl: 60_000 });

export const fetchMedium: Handlers['fetch-medium'] = async ({ mediumId }) => {
  const medium = await findMedium(mediumId);
  if (medium?.state !== 'pending' || !medium.remote_url || unreachable.get(mediumId)) return 'done';
  const { remote_url: url } = medium;
  return withHostPermit(url, () => load(medium, url));
};

type Medium = NonNullable<Awaited<ReturnType<typeof findMedium>>>;

async function load(medium: Medium, url: string): Promise<Outcome> {
  const { id, key, slot } = medium;
  try {
    if (isLocalIri(url)) throw new PictureRefused('a local picture is never fetched');
    await fetchInto(key, url);
    const processed = await makeSizes(key, () => readStored(key, sourceName), slot ?? 'item');
    const isSaved = await saveProcessedRemoteMedium(medium, processed);
    await removeStored(key, isSaved ? sourceName : '');
    if (isSaved) await evictOverCacheLimit(id);
  } catch (error) {
    if (failureOf(error) === 'unreachable') unreachable.set(id, true);
    else if (failureOf(error) !== null || error instanceof PictureRefused) {
      await failMedium(id);
      await removeStored(key);
    } else throw error;
  }
  return 'done';
}

/** Pictures that wait for their turn take no memory. */
async function fetchInto(key: string, url: string): Promise<void> {
  const { body } = await fetchFrom(url, { accept, maxBytes, sign: signAsInstance }, newBudget());
  await store(key, sourceName, body);
  releaseBytes(body);
}
