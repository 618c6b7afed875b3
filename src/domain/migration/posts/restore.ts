/** Creates a post of an archive with its date and pictures, without announcing it. */
import { config } from '../../../lib/config.ts';
import { FetchError } from '../../../lib/fetch/error.ts';
import { pictureTypeOf } from '../../../lib/picture-type.ts';
import { archivedItem } from '../../../recipe-import/potluck-item.ts';
import type { Upload } from '../../media/media.ts';
import { problemOf, type RestoreContext, restoreItem, type StepOutcome } from '../archive/restore.ts';
import { takeFetchFrom } from '../fetch-quota.ts';
import { fetchForMember } from '../reading/source.ts';

const accept = 'image/webp, image/jpeg, image/png, image/avif, image/gif;q=0.8';
/** A server that did not answer so often is not asked for more pictures of the post. */
const maxFailures = 2;

/** As stored: its times are texts. `urls` are of pictures on the old server, by their names. */
export interface StoredPost {
  item: object;
  urls: Record<string, string>;
}

/** Idempotent: a post that the account has stays as it is. */
export async function restorePost({ item, urls }: StoredPost, context: RestoreContext): Promise<StepOutcome> {
  let failures = 0;
  const readPicture = async (name: string): Promise<Upload['file'] | null> => {
    const stored = await context.readPicture(name);
    const url = urls[name];
    if (stored || url === undefined || failures >= maxFailures) return stored;
    await takeFetchFrom(context.accountId, URL.parse(url)?.host ?? '');
    const fetched = await fetchPicture(url);
    if (!fetched) failures += 1;
    return fetched;
  };
  try {
    const post = archivedItem.parse(item);
    return await restoreItem(post, { ...context, readPicture });
  } catch (error) {
    context.problems.push(problemOf(error));
    return 'failed';
  }
}

/** Returns null if its server does not have it or does not answer. */
async function fetchPicture(url: string): Promise<Uint8Array | null> {
  try {
    const { status, body } = await fetchForMember(url, { accept, maxBytes: config.maxUploadBytes });
    return status === 200 && pictureTypeOf(body) !== null ? body : null;
  } catch (error) {
    if (error instanceof FetchError) return null;
    throw error;
  }
}
