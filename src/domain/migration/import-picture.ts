/** Fetches the picture that a source names for an imported recipe. */
import { config } from '../../lib/config.ts';
import { DomainError, explain } from '../../lib/errors.ts';
import { FetchError } from '../../lib/fetch/fetch.ts';
import { pictureTypeOf } from '../../lib/picture-type.ts';
import { newKey, store } from '../../lib/storage/storage.ts';
import type { ImportedRecipe } from '../../recipe-import/import-result.ts';
import { sourceName } from '../media/upload.ts';
import { wordsFor } from '../recipes/recipe-words.ts';
import { fetchForMember } from './fetch-for-member.ts';

/** A picture in storage that no row refers to yet, or a sentence about why there is none. */
export type FoundPicture =
  | { key: string; description: string; isOfImport: boolean }
  | { key: null; problem: string | null };

export const noPicture: FoundPicture = { key: null, problem: null };

const accept = 'image/webp, image/jpeg, image/png, image/avif, image/gif;q=0.8';
/** Each takes at most 10 s. */
const maxFetches = 2;

/** Stores the first picture that can be fetched. */
export async function fetchStatedPicture({ stated, draft }: ImportedRecipe): Promise<FoundPicture> {
  const urls = stated?.imageUrls.slice(0, maxFetches) ?? [];
  if (urls.length === 0) return noPicture;
  const site = stated!.publisher?.name ?? URL.parse(draft.sourceUrl ?? urls[0]!)?.host ?? '';
  const description = `${wordsFor(draft.locale ?? 'und').photo}: ${site}`;
  const reasons: string[] = [];
  for (const url of urls) {
    try {
      return await storePicture(await fetchPicture(url), description);
    } catch (error) {
      reasons.push(reasonOf(error));
    }
  }
  return { key: null, problem: `the photo could not be imported: ${reasons.join('; ')}.` };
}

export async function storePicture(bytes: Uint8Array, description: string): Promise<FoundPicture> {
  const key = newKey();
  await store(key, sourceName, bytes);
  return { key, description, isOfImport: false };
}

class NotAPicture extends Error {}

/** Rethrows what says nothing about the picture. */
function reasonOf(error: unknown): string {
  if (error instanceof FetchError || error instanceof NotAPicture) return error.message;
  if (error instanceof DomainError && error.code !== 'unavailable') return explain(error);
  throw error;
}

/** Throws FetchError or NotAPicture. */
async function fetchPicture(url: string): Promise<Uint8Array> {
  const { status, body } = await fetchForMember(url, { accept, maxBytes: config.maxUploadBytes });
  const { host } = new URL(url);
  if (status !== 200) throw new NotAPicture(`${host}: returned status ${status}`);
  if (pictureTypeOf(body) === null) throw new NotAPicture(`${host}: sent no picture`);
  return body;
}
