/** Draws and stores the share picture of a recipe, unless it is stored already. */
import {
  findSharePicture,
  type SharePicture,
  saveSharePicture,
  sharePictureName,
} from '../../src/domain/recipes/share-picture.ts';
import { ConfinedFailure } from '../../src/lib/confined-process.ts';
import { newKey, openStored, removeStored, store } from '../../src/lib/storage/storage.ts';
import type { Handlers } from '../handler.ts';
import { drawSharePicture as draw } from '../imaging/draw-share-picture.ts';

export const drawSharePicture: Handlers['draw-share-picture'] = async ({ recipeId }) => {
  const picture = await findSharePicture(recipeId);
  if (!picture || picture.state === 'failed' || (await isStored(picture))) return 'done';
  const key = await drawAndStore(picture);
  const former = await saveSharePicture(recipeId, picture.fingerprint, key);
  if (former !== null) await removeStored(former);
  return 'done';
};

async function isStored({ key }: SharePicture): Promise<boolean> {
  const file = key === null ? null : await openStored(key, sharePictureName);
  await file?.discard();
  return file !== null;
}

/** Returns null if it cannot be drawn, for example without a font. */
async function drawAndStore({ text }: SharePicture): Promise<string | null> {
  try {
    const png = await draw(text);
    const key = newKey();
    await store(key, sharePictureName, png);
    return key;
  } catch (error) {
    if (error instanceof ConfinedFailure && error.reason !== 'killed') return null;
    throw error;
  }
}
