/** Sets up accounts with a picture, and recipes to attach it to. */
import { beforeAll } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { picture, upload } from '../support/pictures.ts';

/** A small JPEG. */
export let file: Buffer;

/** Registers the cast and creates a picture. */
export function useCastWithPicture(): void {
  useCast();
  beforeAll(async () => {
    file = await picture().jpeg().toBuffer();
  });
}

/** Returns its id. */
export const newRecipe = async (changes: object = {}, who: Account = cast.ann): Promise<number> =>
  (await as(who).post('/recipes', { name: 'Bread', ...changes })).body.id;

export const withPicture = async (changes: object = {}) => {
  const recipe = await newRecipe(changes);
  const { body } = await upload(cast.ann, `/recipes/${recipe}/media`, { file });
  return { recipe, medium: body };
};
