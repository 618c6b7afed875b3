/** Stores uploaded pictures and waits until a worker has processed them. */
import { prisma } from '../../db/client.ts';
import { releaseImportPicture } from '../../db/sql/imports.ts';
import { countMedia, insertMedium } from '../../db/sql/media.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs, type Purpose } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { releaseBytes } from '../../lib/memory.ts';
import { newKey, removeStored, store } from '../../lib/storage/storage.ts';
import type { ProfilePicture } from '../accounts/profile-pictures.ts';
import type { EventableType } from '../items/eventable.ts';
import { lockOwnItem } from '../items/ownership.ts';
import { maxMedia } from './attach.ts';
import { waitUntilProcessed } from './wait-until-processed.ts';

export interface Upload {
  /**
   * Bytes whose signature is that of a picture, which are gone afterwards if somebody waits, or the key of such a picture of
   * an import in storage.
   */
  file: Uint8Array | { key: string };
  /** Alt text. An empty one is replaced by the picture's own metadata. */
  description: string;
}

/** The name of the stored file until its sizes exist. */
export const sourceName = 'upload';

/** A small machine that is busy needs many times as long for a picture as an idle one. */
const processingTimeoutMs = 20_000;

/**
 * Adds a picture to an item of the author, or to none yet. Throws validation_failed if the file is no picture or the item
 * has ten already, and unavailable if no worker processed it in time. After an error nothing is stored.
 */
export async function addMedium(
  accountId: number,
  upload: Upload,
  item: { type: EventableType; id: number } | null = null,
): Promise<number> {
  return add(accountId, upload, 'item', item);
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
  waits = true,
): Promise<number> {
  const isStored = 'key' in file;
  const key = isStored ? file.key : newKey();
  if (!isStored) await store(key, sourceName, file);
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
    });
    if (!waits) return id;
    // The request holds the file until it is answered, which may take a while.
    if (!isStored) releaseBytes(file);
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

async function requireProcessed(id: number): Promise<void> {
  const state = await waitUntilProcessed(id, processingTimeoutMs);
  if (state === 'ready') return;
  if (state === null) throw notFound();

  const { count } = await prisma().medium.deleteMany({ where: { id, state: { not: 'ready' } } });
  // It became ready meanwhile.
  if (count === 0) return;
  if (state === 'failed') throw invalid('file', t('errors.picture-not-processed'));
  throw new DomainError('unavailable', t('errors.picture-took-too-long'));
}
