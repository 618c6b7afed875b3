/** The sizes of a picture: made from the uploaded or fetched file, stored under its key. */
import { sizes } from '../../src/domain/media/look.ts';
import type { MadeMedium } from '../../src/domain/media/make.ts';
import { failpoint } from '../../src/lib/failpoint.ts';
import { pictureTypeOf } from '../../src/lib/picture-type.ts';
import { store } from '../../src/lib/storage.ts';
import { cleanText } from '../../src/lib/text.ts';
import { makePictures, PictureRefused } from './process.ts';

/** Longest sides in px. */
const forItems = [3_840, 1_200, 400];
const limits = { item: forItems, restored: forItems, avatar: [400, 200, 80] };
const maxAltText = 1_500;

/** Throws PictureRefused. */
export async function makeSizes(
  key: string,
  source: Uint8Array,
  purpose: keyof typeof limits,
): Promise<MadeMedium> {
  const type = pictureTypeOf(source);
  if (!type) throw new PictureRefused('no picture');
  const { pictures, altText, ...made } = await makePictures(source, type, limits[purpose]);

  for (const [index, size] of sizes.entries()) {
    await store(key, size, pictures[index]!);
    failpoint('picture_stored');
  }
  return {
    ...made,
    altText: [...cleanText(altText)].slice(0, maxAltText).join(''),
    bytes: pictures.reduce((sum, picture) => sum + picture.length, 0),
  };
}
