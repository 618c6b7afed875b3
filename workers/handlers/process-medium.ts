/** Makes the sizes of an uploaded picture. */
import { failMedium, findMedium, finishMedium } from '../../src/domain/media/make.ts';
import { sourceName } from '../../src/domain/media/upload.ts';
import type { Purpose } from '../../src/jobs/catalogue.ts';
import { readStored, removeStored } from '../../src/lib/storage.ts';
import type { Handlers, Outcome } from '../handler.ts';
import { PictureRefused } from '../imaging/process.ts';
import { makeSizes } from '../imaging/sizes.ts';

export const processMedium: Handlers['process-medium'] = async ({ mediumId, key, purpose }) => {
  const medium = await findMedium(mediumId);
  if (medium?.state === 'pending') return make(medium, purpose);

  // Deleted before its turn came, or done before by a worker that died.
  await removeStored(key, medium?.state === 'ready' ? sourceName : '');
  return 'done';
};

type Medium = NonNullable<Awaited<ReturnType<typeof findMedium>>>;

async function make(medium: Medium, purpose: Purpose): Promise<Outcome> {
  const { id, key } = medium;
  try {
    const source = await readStored(key, sourceName);
    if (!source) throw new PictureRefused('the file is gone');
    const made = await makeSizes(key, source, purpose);
    const kept = await finishMedium(medium, made, purpose);
    await removeStored(key, kept ? sourceName : '');
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    await failMedium(id);
    await removeStored(key);
  }
  return 'done';
}
