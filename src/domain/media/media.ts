/** Media of items and profiles, from upload to delivery. */
import { setTimeout as sleep } from 'node:timers/promises';
import { prisma } from '../../db/client.ts';
import { releaseImportPicture } from '../../db/sql/imports.ts';
import { type ItemHeader, selectItemHeader } from '../../db/sql/items.ts';
import {
  countMedia,
  deleteOwnMedium,
  describeOwnMedium,
  insertMedium,
  type MediumRow,
  markMediumMissing,
  markMediumReady,
  type ServableMedium,
  selectMedium,
  selectServableMedium,
  touchMedium,
} from '../../db/sql/media.ts';
import { db } from '../../db/statement.ts';
import { type BeforeCommit, type Tx, transact, transactWithPrisma } from '../../db/transaction.ts';
import type { MediumState } from '../../db/vocabulary.ts';
import { jobs, type Purpose } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue } from '../../jobs/enqueue.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { type MessageKey, t } from '../../lib/language/text.ts';
import { hasSpace } from '../../lib/storage/disk-space.ts';
import { ReceivedFile } from '../../lib/storage/local-file.ts';
import {
  keyPattern,
  newKey,
  openStored,
  removeStored,
  type StoredFile,
  store,
  storeFile,
} from '../../lib/storage/storage.ts';
import type { Viewer } from '../accounts/account.ts';
import { type ProfilePicture, setAvatarBlurhash, setProfilePicture } from '../accounts/profile.ts';
import { announceChange } from '../items/announce.ts';
import { type EventableType, lockOwnItem, type Medium, requireContent } from '../items/eventable.ts';
import { editColumns, writeColumns } from '../items/save.ts';

// Waits until the worker has processed a picture

const firstIntervalMs = 50;
const maxIntervalMs = 400;

/** Asks less often the longer it takes. Returns `pending` after the timeout, and null if the picture was deleted. */
async function waitUntilProcessed(id: number, timeoutMs: number): Promise<MediumState | null> {
  const deadline = Date.now() + timeoutMs;
  for (let intervalMs = firstIntervalMs; ; intervalMs = Math.min(intervalMs * 1.5, maxIntervalMs)) {
    const [row] = await selectMedium(db, id);
    if (row?.state !== 'pending' || Date.now() > deadline) return row?.state ?? null;
    await sleep(intervalMs);
  }
}

// Records the results of processing pictures

type UnprocessedMedium = MediumRow;

export interface ProcessedMedium {
  width: number;
  height: number;
  blurhash: string;
  /** From the picture's metadata. */
  altText: string;
  /** The total of all sizes. */
  bytes: number;
}

export async function findMedium(id: number): Promise<UnprocessedMedium | null> {
  return (await selectMedium(db, id))[0] ?? null;
}

/**
 * Saves and announces a local picture, of an item or a profile; restored ones are not announced. Returns false if it
 * was deleted.
 */
export async function saveProcessedMedium(
  { id, key, eventable_id }: UnprocessedMedium,
  { altText, width, height, blurhash, bytes }: ProcessedMedium,
  purpose: Purpose,
): Promise<boolean> {
  return transactWithPrisma(async (tx) => {
    // Every writer locks the item before its pictures.
    if (eventable_id !== null) await writeColumns(tx, eventable_id, { updated_at: new Date() });

    const [ready] = await markMediumReady(tx, id, altText, width, height, blurhash, bytes);
    if (!ready) return (await selectMedium(tx, id)).length > 0;

    if (purpose === 'avatar' || purpose === 'header')
      await setProfilePicture(tx, ready.account_id, purpose, {
        key,
        blurhash,
        description: ready.description || null,
      });
    else if (purpose === 'item' && ready.eventable_id !== null)
      await announceNewMedium(tx, ready.account_id, ready.eventable_id);
    return true;
  });
}

/** Saves a remote picture without an announcement. Returns false if it was deleted. */
export async function saveProcessedRemoteMedium(
  { id, account_id, key, slot }: UnprocessedMedium,
  { width, height, blurhash, bytes }: ProcessedMedium,
): Promise<boolean> {
  return transactWithPrisma(async (tx) => {
    const [ready] = await markMediumReady(tx, id, '', width, height, blurhash, bytes);
    if (ready && slot === 'avatar') await setAvatarBlurhash(tx, account_id, { key, blurhash });
    return ready !== undefined || (await selectMedium(tx, id)).length > 0;
  });
}

/** Why a picture is refused: each has its own message. */
export type PictureFailure = 'damaged' | 'pixels' | 'memory' | 'time';

export async function failMedium(id: number, failure: PictureFailure): Promise<void> {
  await prisma().medium.updateMany({
    where: { id, state: 'pending' },
    data: { state: 'failed', usedAt: new Date(), failure },
  });
}

async function announceNewMedium(tx: Tx, accountId: number, eventableId: number): Promise<void> {
  const [item] = await selectItemHeader(tx, accountId, null, eventableId);
  if (item) await announceChange(tx, item);
}

// Stores uploaded pictures and waits until a worker has processed them

export interface Upload {
  /** Its signature is that of a picture. The key is that of a picture of an import in storage. */
  file: ReceivedFile | Uint8Array | { key: string };
  /** Alt text. An empty one is replaced by the picture's own metadata. */
  description: string;
}

/** The name of the stored file until its sizes exist. */
export const sourceName = 'upload';

const maxMedia = 10;

/** A small machine that is busy needs many times as long for a picture as an idle one. */
const processingTimeoutMs = 20_000;

/**
 * Adds a picture to an item of the author, or to none yet. Throws validation_failed if the file is no picture or the
 * item has ten already, and unavailable if no worker processed it in time. After an error nothing is stored.
 */
export async function addMedium(
  accountId: number,
  upload: Upload,
  item: { type: EventableType; id: number } | null = null,
  beforeCommit?: BeforeCommit<number>,
): Promise<number> {
  return add(accountId, upload, 'item', item, true, beforeCommit);
}

/** Adds a picture without waiting. The item, if any, shows it once it is processed; a restored one is not announced. */
export async function addMediumInBackground(
  accountId: number,
  upload: Upload,
  item: { type: EventableType; id: number } | null,
  purpose: 'item' | 'restored' = 'item',
): Promise<number> {
  return add(accountId, upload, purpose, item, false);
}

/** The picture appears on the account's profile once it is processed. Throws as `addMedium` does, if it waits. */
export async function addProfilePicture(
  accountId: number,
  slot: ProfilePicture,
  upload: Upload,
  waits = true,
): Promise<number> {
  return add(accountId, upload, slot, null, waits);
}

async function add(
  accountId: number,
  { file, description }: Upload,
  purpose: Purpose,
  item: { type: EventableType; id: number } | null,
  waits: boolean,
  beforeCommit?: BeforeCommit<number>,
): Promise<number> {
  const isStored = 'key' in file;
  const key = isStored ? file.key : newKey();
  if (file instanceof ReceivedFile) await storeFile(key, sourceName, file.path);
  else if (!isStored) await store(key, sourceName, file);
  try {
    const id = await transact(async (tx) => {
      if (item) {
        await lockOwnItem(tx, accountId, item.type, item.id);
        const [{ count } = { count: 0 }] = await countMedia(tx, item.id);
        if (count >= maxMedia) throw invalid('file', t('errors.too-many-pictures', { maxMedia }));
      }
      if (isStored) await releaseImportPicture(tx, key);
      const job = waits ? jobs.processUpload : jobs.processMedium;
      return attachStored(tx, accountId, item?.id ?? null, { key, description }, { purpose, job });
    }, beforeCommit);
    if (!waits) return id;
    // The request keeps its file until it is answered, which may take a while.
    if (file instanceof ReceivedFile) await file.close();
    await requireProcessed(id);
    return id;
  } catch (error) {
    // If this fails, pruning finds the file later, because no row refers to it.
    if (!isStored) await removeStored(key).catch(() => {});
    throw error;
  }
}

/** Adds a picture that is in storage under `sourceName`, and lets a worker process it. */
export async function attachStored(
  tx: Tx,
  accountId: number,
  itemId: number | null,
  { key, description }: { key: string; description: string },
  {
    purpose = 'item',
    job = jobs.processMedium,
  }: { purpose?: Purpose; job?: typeof jobs.processMedium | typeof jobs.processUpload } = {},
): Promise<number> {
  const [{ id } = { id: 0 }] = await insertMedium(tx, accountId, itemId, key, description);
  await enqueue(tx, job, { mediumId: id, key, purpose });
  return id;
}

const damagedText = 'errors.picture-not-processed';
const failureTexts: Record<PictureFailure, MessageKey> = {
  damaged: damagedText,
  pixels: 'errors.picture-too-many-pixels',
  memory: 'errors.picture-too-much-memory',
  time: 'errors.picture-too-slow',
};

async function requireProcessed(id: number): Promise<void> {
  const state = await waitUntilProcessed(id, processingTimeoutMs);
  if (state === 'ready') return;
  if (state === null) throw notFound();

  const refused = await prisma().medium.findUnique({ select: { failure: true }, where: { id } });
  const { count } = await prisma().medium.deleteMany({ where: { id, state: { not: 'ready' } } });
  // It became ready meanwhile.
  if (count === 0) return;
  if (state === 'failed') throw invalid('file', t(failureTexts[refused?.failure as PictureFailure] ?? damagedText));
  throw new DomainError('unavailable', t('errors.picture-took-too-long'));
}

// Describes and deletes pictures of an account's own items

/** A picture and the item to which it must belong. */
interface MediumRef {
  type: EventableType;
  eventableId: number;
  id: number;
}

export async function getOwnMedium(accountId: number, id: number): Promise<Medium> {
  const row = await prisma().medium.findFirst({ where: { id, accountId } });
  if (!row) throw notFound();
  const { key, state, description, contentType, width, height, blurhash, remoteUrl, createdAt } = row;
  return { id, key, state, description, contentType, width, height, blurhash, remoteUrl, createdAt };
}

/** Whether an item has pictures that are not shown yet. */
export const hasPendingMedia = async (eventableId: number): Promise<boolean> =>
  (await prisma().medium.count({ where: { eventableId, state: 'pending' } })) > 0;

/** A null description changes nothing. Throws not_found for a picture of another item. */
export async function describeMedium(accountId: number, medium: MediumRef, description: string | null): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, medium.type, medium.eventableId);
    const { eventableId, id } = medium;
    const [described] = await describeOwnMedium(tx, accountId, eventableId, id, description);
    if (!described) throw notFound();
    if (description !== null) await touchAndAnnounce(tx, item);
  });
}

/** For a picture that no item shows yet, so that no edit of an item is told to anybody. */
export async function describeUnusedMedium(accountId: number, id: number, description: string): Promise<void> {
  await prisma().medium.updateMany({ where: { id, accountId, eventableId: null }, data: { description } });
}

/**
 * Deletes the picture permanently. Throws not_found for a picture of another item, validation_failed if a status would
 * become blank.
 */
export async function deleteMedium(accountId: number, medium: MediumRef): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, medium.type, medium.eventableId);
    const [deleted] = await deleteOwnMedium(tx, accountId, medium.eventableId, medium.id);
    if (!deleted) throw notFound();
    if (medium.type === 'status') await requireContent(tx, item.id);
    await deleteFiles(tx, [deleted.key]);
    await touchAndAnnounce(tx, item);
  });
}

async function touchAndAnnounce(tx: Tx, item: ItemHeader): Promise<void> {
  await writeColumns(tx, item.id, editColumns(item));
  await announceChange(tx, item);
}

// Fetches remote pictures on first view, each once for all its viewers

/** The longest wait for a remote picture. */
const fetchTimeoutMs = 4_000;
/** Anybody can ask for pictures that are not cached, so the number of them that are awaited is limited. */
const maxFetching = 50;
const fetching = new Map<number, Promise<boolean>>();

/** Returns false if the picture did not become ready within four seconds. Throws unavailable beyond 50 pictures. */
function fetchMedium(id: number): Promise<boolean> {
  const current = fetching.get(id);
  if (current) return current;
  if (fetching.size >= maxFetching) throw new DomainError('unavailable', t('errors.too-many-pictures-being-fetched'));

  const fetched = enqueueAndWait(id).finally(() => fetching.delete(id));
  fetching.set(id, fetched);
  return fetched;
}

async function enqueueAndWait(mediumId: number): Promise<boolean> {
  if (!(await hasSpace())) return false;
  await transact((tx) => enqueue(tx, jobs.fetchMedium, { mediumId }));
  return (await waitUntilProcessed(mediumId, fetchTimeoutMs)) === 'ready';
}

// Opens pictures for a viewer

export const mediaSizes = ['original', 'medium', 'small'] as const;
export type MediaSize = (typeof mediaSizes)[number];

export interface ServedMedium {
  /** True if everybody may see it, so shared caches may store it. */
  isPublic: boolean;
  file: StoredFile;
}

/**
 * Returns null for pictures that are missing or invisible for the viewer, and `no-avatar` for the avatar of an account
 * elsewhere that cannot be fetched. Throws unavailable like `fetchMedium`.
 */
export async function openMedium(
  key: string,
  size: MediaSize,
  viewer: Viewer,
): Promise<ServedMedium | 'no-avatar' | null> {
  if (!keyPattern.test(key)) return null;
  const [medium] = await selectServableMedium(db, viewer.accountId, viewer.host, key);
  if (!medium) return null;
  return (
    (await openVisible(medium, key, size)) ?? (medium.remote_url !== null && medium.is_avatar ? 'no-avatar' : null)
  );
}

async function openVisible(medium: ServableMedium, key: string, size: MediaSize): Promise<ServedMedium | null> {
  if (medium.state === 'failed') return null;
  if (medium.remote_url === null) return openFile(medium, key, size);

  if (medium.state === 'ready') {
    const found = await openFile(medium, key, size);
    await (found ? touchMedium(db, medium.id) : markMediumMissing(db, medium.id));
    if (found) return found;
  }
  return (await fetchMedium(medium.id)) ? openFile(medium, key, size) : null;
}

async function openFile(medium: { public: boolean }, key: string, size: MediaSize): Promise<ServedMedium | null> {
  const file = await openStored(key, size);
  return file && { isPublic: medium.public, file };
}
