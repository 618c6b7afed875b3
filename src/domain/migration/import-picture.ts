/** Fetches the picture that a source names for an imported recipe. */
import { countMedia } from '../../db/sql/media/media.ts';
import { db } from '../../db/statement.ts';
import { config } from '../../lib/config.ts';
import { DomainError, explain } from '../../lib/errors.ts';
import { FetchError } from '../../lib/fetch/fetch.ts';
import { pictureTypeOf } from '../../lib/picture-type.ts';
import type { ImportedRecipe } from '../../recipe-import/import-result.ts';
import { addMediumInBackground } from '../media/upload.ts';
import { wordsFor } from '../recipes/recipe-words.ts';
import { fetchForMember } from './fetch-for-member.ts';

const accept = 'image/webp, image/jpeg, image/png, image/avif, image/gif;q=0.8';
/** Each takes at most 10 s. */
const maxFetches = 2;

/**
 * Adds the first picture that can be fetched, unless the recipe has one. Never fails the import: returns a sentence about
 * what went wrong, or null.
 */
export async function addStatedPicture(
  accountId: number,
  id: number,
  { picture, stated, draft }: ImportedRecipe,
): Promise<string | null> {
  const urls = picture || !stated ? [] : stated.imageUrls.slice(0, maxFetches);
  if (urls.length === 0) return null;
  const [{ count } = { count: 0 }] = await countMedia(db, id);
  if (count > 0) return null;

  const site = stated!.publisher?.name ?? URL.parse(draft.sourceUrl ?? urls[0]!)?.host ?? '';
  const description = `${wordsFor(draft.locale ?? 'und').photo}: ${site}`;
  const reasons: string[] = [];
  for (const url of urls) {
    try {
      const file = await fetchPicture(url);
      await addMediumInBackground(accountId, { file, description }, { type: 'recipe', id });
      return null;
    } catch (error) {
      reasons.push(reasonOf(error));
    }
  }
  return `the photo could not be imported: ${reasons.join('; ')}.`;
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
