/** Sets up accounts with a picture, and recipes to attach it to. */
import { beforeAll } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { type ApiResponse, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { copyPicture, picture, upload } from '../support/pictures.ts';

/** A small JPEG. */
export let file: Buffer;
let uploaded: Promise<ApiResponse> | undefined;

/** Registers the cast and creates a picture. */
export function useCastWithPicture(): void {
  useCast();
  beforeAll(async () => {
    file = await picture().jpeg().toBuffer();
    uploaded = undefined;
  });
}

/** Returns its id. */
export const newRecipe = async (changes: object = {}, who: Account = cast.ann): Promise<number> =>
  (await as(who).post('/recipes', { name: 'Bread', ...changes })).body.id;

/** A picture that is attached to nothing: a copy of one that is uploaded once for the whole file. */
export async function loosePicture(who: Account = cast.ann) {
  uploaded ??= upload(cast.ann, '/media', { file });
  return copyPicture((await uploaded).body, who.id);
}

/** A recipe of Ann's with a picture. */
export async function withPicture(changes: object = {}) {
  const { id } = await loosePicture();
  const { body } = await as(cast.ann).post('/recipes', { name: 'Bread', ...changes, media_ids: [id] });
  await drain();
  return { recipe: body.id as number, medium: body.media[0] };
}
