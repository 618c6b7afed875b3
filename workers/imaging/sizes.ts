/** Creates the sizes of a picture and stores them under its key. */

import type { ProcessedMedium } from '../../src/domain/media/process.ts';
import { mediaSizes } from '../../src/domain/media/serve.ts';
import { failpoint } from '../../src/lib/failpoint.ts';
import { pictureTypeOf } from '../../src/lib/picture-type.ts';
import { store } from '../../src/lib/storage/storage.ts';
import { cleanText } from '../../src/lib/text.ts';
import { makePictures, PictureRefused } from './process.ts';

/** Maximum side lengths in pixels. */
const forItems = [3_840, 1_200, 400];
const limits = { item: forItems, restored: forItems, header: forItems, avatar: [400, 200, 80] };
const maxAltText = 1_500;

/** Throws PictureRefused. */
export async function makeSizes(
  key: string,
  source: Uint8Array,
  purpose: keyof typeof limits,
): Promise<ProcessedMedium> {
  const type = pictureTypeOf(source);
  if (!type) throw new PictureRefused('not a supported picture');
  const { pictures, altText, ...made } = await makePictures(source, type, limits[purpose]);

  for (const [index, size] of mediaSizes.entries()) {
    await store(key, size, pictures[index]!);
    failpoint('picture_stored');
  }
  return {
    ...made,
    altText: [...cleanText(altText)].slice(0, maxAltText).join(''),
    bytes: pictures.reduce((sum, picture) => sum + picture.length, 0),
  };
}
