/** Creates the posts of an archive with their dates and pictures, without announcing them. */
import { config } from '../../../lib/config.ts';
import { FetchError } from '../../../lib/fetch/fetch.ts';
import { createNameResolver } from '../archive/name-resolver.ts';
import { type RestoreResult, recordProblems } from '../archive/restore.ts';
import { restoreItem } from '../archive/restore-item.ts';
import { fetchForMember } from '../fetch-for-member.ts';
import type { PostWithPictures } from './archive.ts';

const accept = 'image/webp, image/jpeg, image/png, image/avif, image/gif;q=0.8';
/** Of all pictures of a post. */
const maxFetchMs = 20_000;

/** Idempotent: a post that the account has stays as it is. Counts the result in `result`. */
export function restorePost(
  accountId: number,
  { item, pictures }: PostWithPictures,
  result: RestoreResult,
): Promise<void> {
  const { origin, inReplyTo } = item;
  const origins = inReplyTo === null ? [origin] : [origin, inReplyTo];
  // A reply is imported only if its parent is.
  const items = origins.map((each) => ({ origin: each, type: 'status' as const }));
  const end = performance.now() + maxFetchMs;
  const context = {
    accountId,
    resolver: createNameResolver(accountId, { actor: origin, items }),
    problems: result.problems,
    readFile: async (name: string) => {
      const picture = pictures.find((each) => each.name === name);
      if (picture?.bytes) return Buffer.from(picture.bytes);
      return picture?.url && performance.now() < end ? fetchPicture(picture.url) : null;
    },
  };
  return recordProblems(async () => {
    result[await restoreItem(item, context)] += 1;
  }, result);
}

/** Returns null if its server does not have it or does not answer. */
async function fetchPicture(url: string): Promise<Buffer | null> {
  try {
    const { status, body } = await fetchForMember(url, { accept, maxBytes: config.maxUploadBytes });
    return status === 200 ? Buffer.from(body) : null;
  } catch (error) {
    if (error instanceof FetchError) return null;
    throw error;
  }
}
