/** Creates the sizes of an uploaded picture. */
import { failMedium, findMedium, saveProcessedMedium } from '../../src/domain/media/process.ts';
import { sourceName } from '../../src/domain/media/upload.ts';
import type { jobs, Payload } from '../../src/jobs/catalogue.ts';
import type { Purpose } from '../../src/jobs/media-jobs.ts';
import { readStored, removeStored } from '../../src/lib/storage/storage.ts';
import type { Handlers, Outcome } from '../handler.ts';
import type { Priority } from '../imaging/priority.ts';
import { PictureRefused } from '../imaging/process.ts';
import { makeSizes } from '../imaging/sizes.ts';

export const processUpload: Handlers['process-upload'] = (payload) => processIn('person', payload);

export const processMedium: Handlers['process-medium'] = (payload) => processIn('background', payload);

async function processIn(
  priority: Priority,
  { mediumId, key, purpose }: Payload<typeof jobs.processMedium>,
): Promise<Outcome> {
  const medium = await findMedium(mediumId);
  if (medium?.state === 'pending') return makeReady(medium, purpose, priority);

  // The medium was deleted, or a worker died after processing it.
  await removeStored(key, medium?.state === 'ready' ? sourceName : '');
  return 'done';
}

type Medium = NonNullable<Awaited<ReturnType<typeof findMedium>>>;

async function makeReady(medium: Medium, purpose: Purpose, priority: Priority): Promise<Outcome> {
  const { id, key } = medium;
  try {
    const processed = await makeSizes(key, () => readStored(key, sourceName), purpose, priority);
    const isSaved = await saveProcessedMedium(medium, processed, purpose);
    await removeStored(key, isSaved ? sourceName : '');
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    await failMedium(id);
    await removeStored(key);
  }
  return 'done';
}
