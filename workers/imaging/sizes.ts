/** Creates the sizes of a picture and stores them under its key. */
import type { FileHandle } from 'node:fs/promises';
import { mediaSizes, type ProcessedMedium } from '../../src/domain/media/media.ts';
import { failpoint } from '../../src/lib/failpoint.ts';
import { releaseBytes } from '../../src/lib/memory.ts';
import { store } from '../../src/lib/storage/storage.ts';
import { cleanText } from '../../src/lib/text.ts';
import type { Priority } from './priority.ts';
import { makePictures } from './process.ts';

/** Maximum side lengths in pixels. Photos of 24 megapixels are twice as wide, so a JPEG is decoded at half its size. */
const forItems = [2_800, 1_200, 400];
const limits = { item: forItems, restored: forItems, header: forItems, avatar: [400, 200, 80] };
const maxAltText = 1_500;

/** Throws like `makePictures`. */
export async function makeSizes(
  key: string,
  open: () => Promise<FileHandle | null>,
  purpose: keyof typeof limits,
  priority: Priority = 'background',
): Promise<ProcessedMedium> {
  const { pictures, output, altText, ...made } = await makePictures(open, limits[purpose], priority);

  for (const [index, size] of mediaSizes.entries()) {
    await store(key, size, pictures[index]!);
    failpoint('picture_stored');
  }
  const bytes = pictures.reduce((sum, picture) => sum + picture.length, 0);
  releaseBytes(output);
  return { ...made, altText: [...cleanText(altText)].slice(0, maxAltText).join(''), bytes };
}
