/** Creates the sizes of an uploaded picture. */
import { failMedium, findMedium, saveProcessedMedium } from '../../src/domain/media/process.ts';
import { sourceName } from '../../src/domain/media/upload.ts';
import type { Purpose } from '../../src/jobs/media-jobs.ts';
import { readStored, removeStored } from '../../src/lib/storage/storage.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { PictureRefused } from '../imaging/process.ts';
import { makeSizes } from '../imaging/sizes.ts';

export const processMedium: Handlers['process-medium'] = async ({ mediumId, key, purpose }) => {
  const medium = await findMedium(mediumId);
  if (medium?.state === 'pending') return processUpload(medium, purpose);

  // The medium was deleted, or a worker died after processing it.
  await removeStored(key, medium?.state === 'ready' ? sourceName : '');
  return 'done';
};

type Medium = NonNullable<Awaited<ReturnType<typeof findMedium>>>;

async function processUpload(medium: Medium, purpose: Purpose): Promise<Outcome> {
  const { id, key } = medium;
  try {
    const source = await readStored(key, sourceName);
    if (!source) throw new PictureRefused('the file is gone');
    const processed = await makeSizes(key, source, purpose);
    const isSaved = await saveProcessedMedium(medium, processed, purpose);
    await removeStored(key, isSaved ? sourceName : '');
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    await failMedium(id);
    await removeStored(key);
  }
  return 'done';
}
