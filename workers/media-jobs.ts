/** Jobs that process, fetch and draw pictures. */
import type { FileHandle } from 'node:fs/promises';
import {
  failMedium,
  findMedium,
  mediaSizes,
  type ProcessedMedium,
  saveProcessedMedium,
  saveProcessedRemoteMedium,
  sourceName,
} from '../src/domain/media/media.ts';
import { evictOverCacheLimit } from '../src/domain/media/prune.ts';
import {
  findSharePicture,
  type SharePicture,
  saveSharePicture,
  sharePictureName,
} from '../src/domain/recipes/related.ts';
import { failureOf, fetchFrom, newBudget } from '../src/federation/resolve/fetch.ts';
import { signAsInstance } from '../src/federation/sign/sign.ts';
import type { jobs, Payload, Purpose } from '../src/jobs/catalogue.ts';
import { createCache } from '../src/lib/cache.ts';
import { ConfinedFailure } from '../src/lib/confined-process.ts';
import { failpoint } from '../src/lib/failpoint.ts';
import { isLocalIri } from '../src/lib/iris.ts';
import { log } from '../src/lib/log.ts';
import { releaseBytes } from '../src/lib/memory.ts';
import { NoSpace, requireSpace } from '../src/lib/storage/disk-space.ts';
import { newKey, openLocally, openStored, removeStored, store } from '../src/lib/storage/storage.ts';
import { cleanText } from '../src/lib/text.ts';
import { withHostPermit } from './fetch-jobs.ts';
import type { Handlers, Outcome } from './handler.ts';
import type { Priority } from './imaging/priority.ts';
import { drawSharePicture as draw, makePictures, type PictureOptions, PictureRefused } from './imaging/process.ts';

// Creates the sizes of an uploaded picture

const processUpload: Handlers['process-upload'] = (payload) => processIn('person', payload);

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
  const { id, key, account_id: accountId } = medium;
  try {
    const open = () => openLocally(key, [sourceName]);
    const processed = await makeSizes(key, open, purpose, { priority, accountId });
    const isSaved = await saveProcessedMedium(medium, processed, purpose);
    await removeStored(key, isSaved ? sourceName : '');
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    log.info({ medium: id, reason: error.message }, 'a picture was refused');
    await failMedium(id, error.failure);
    await removeStored(key);
  }
  return 'done';
}

// Fetches a remote picture that somebody wants to view

const accept = 'image/webp, image/avif, image/jpeg, image/png, image/gif, image/*;q=0.5';
const maxBytes = 16 * 2 ** 20;
/** Pictures whose server did not respond are not fetched again for one minute. */
const unreachable = createCache<number, true>({ max: 10_000, ttl: 60_000 });

export const fetchMedium: Handlers['fetch-medium'] = async ({ mediumId }) => {
  const medium = await findMedium(mediumId);
  if (medium?.state !== 'pending' || !medium.remote_url || unreachable.get(mediumId)) return 'done';
  const { remote_url: url } = medium;
  return withHostPermit(url, () => fetchAndProcess(medium, url));
};

async function fetchAndProcess(medium: Medium, url: string): Promise<Outcome> {
  const { id, key, slot } = medium;
  try {
    if (isLocalIri(url)) throw new PictureRefused('a local picture is never fetched');
    await requireSpace();
    await fetchInto(key, url);
    const processed = await makeSizes(key, () => openLocally(key, [sourceName]), slot ?? 'item');
    const isSaved = await saveProcessedRemoteMedium(medium, processed);
    await removeStored(key, isSaved ? sourceName : '');
    if (isSaved) await evictOverCacheLimit(id);
  } catch (error) {
    // While the disk is full, it is fetched when somebody views it later.
    if (failureOf(error) === 'unreachable' || error instanceof NoSpace) unreachable.set(id, true);
    else if (failureOf(error) !== null || error instanceof PictureRefused) {
      const { host } = new URL(url);
      log.info({ medium: id, host, reason: (error as Error).message }, 'a picture of another server was refused');
      await failMedium(id, error instanceof PictureRefused ? error.failure : 'damaged');
      await removeStored(key);
    } else throw error;
  }
  return 'done';
}

/** Pictures that wait for their turn take no memory. */
async function fetchInto(key: string, url: string): Promise<void> {
  const { body } = await fetchFrom(url, { accept, maxBytes, sign: signAsInstance }, newBudget());
  await store(key, sourceName, body);
  releaseBytes(body);
}

// Draws and stores the share picture of a recipe, unless it is stored already

const drawSharePicture: Handlers['draw-share-picture'] = async ({ recipeId }) => {
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

// Creates the sizes of a picture and stores them under its key

/** Maximum side lengths in pixels. Photos of 24 megapixels are twice as wide, so a JPEG is decoded at half its size. */
const forItems = [2_800, 1_200, 400];
const limits = { item: forItems, restored: forItems, header: forItems, avatar: [400, 200, 80] };
const maxAltText = 1_500;

/** Throws like `makePictures`. */
async function makeSizes(
  key: string,
  open: () => Promise<FileHandle | null>,
  purpose: keyof typeof limits,
  options: PictureOptions = {},
): Promise<ProcessedMedium> {
  const { pictures, output, altText, ...made } = await makePictures(open, limits[purpose], options);

  for (const [index, size] of mediaSizes.entries()) {
    await store(key, size, pictures[index]!);
    failpoint('picture_stored');
  }
  const bytes = pictures.reduce((sum, picture) => sum + picture.length, 0);
  releaseBytes(output);
  return { ...made, altText: [...cleanText(altText)].slice(0, maxAltText).join(''), bytes };
}

export const mediaHandlers = {
  'draw-share-picture': drawSharePicture,
  'fetch-medium': fetchMedium,
  'process-medium': processMedium,
  'process-upload': processUpload,
} satisfies Partial<Handlers>;
