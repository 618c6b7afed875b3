/** Pictures that come from their authors: kept, made by a worker, and answered only when they can be looked at. */
import { countMedia, dropUnmade, insertMedium } from '../../db/sql/media.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs, type Purpose } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { newKey, removeStored, store } from '../../lib/storage.ts';
import type { EventableType } from '../eventables/eventable.ts';
import { lockOwned } from '../eventables/own.ts';
import { maxMedia } from './attach.ts';
import { settled } from './settled.ts';

export interface Upload {
  /** By its content a picture. */
  file: Uint8Array;
  /** Alt text; what the picture itself says where it is empty. */
  description: string;
}

/** How the file is called until its sizes are made. */
export const sourceName = 'upload';

/** For the worker, in ms. */
const patience = 4_000;

/**
 * A picture for an item of the author's, or for none yet. Throws validation_failed for what turns out to be no picture
 * and for the eleventh of an item, unavailable when no worker has made it in time; then nothing is kept.
 */
export async function addMedium(
  accountId: number,
  upload: Upload,
  item: { type: EventableType; id: number } | null = null,
): Promise<number> {
  return add(accountId, upload, 'item', item);
}

/** The same without waiting: the item shows it once it is made, of which nobody is told if it is a restored one. */
export async function addPictureLater(
  accountId: number,
  upload: Upload,
  item: { type: EventableType; id: number },
  purpose: 'item' | 'restored' = 'item',
): Promise<number> {
  return add(accountId, upload, purpose, item, false);
}

/** The picture becomes the account's portrait when it is made. Throws as `addMedium` does, unless it does not wait. */
export async function addAvatar(accountId: number, upload: Upload, waits = true): Promise<number> {
  return add(accountId, upload, 'avatar', null, waits);
}

async function add(
  accountId: number,
  { file, description }: Upload,
  purpose: Purpose,
  item: { type: EventableType; id: number } | null,
  waits = true,
): Promise<number> {
  const key = newKey();
  await store(key, sourceName, file);
  try {
    const id = await transact(async (tx) => {
      if (item) {
        await lockOwned(tx, accountId, item.type, item.id);
        const [{ count } = { count: 0 }] = await countMedia(tx, item.id);
        if (count >= maxMedia) throw invalid('file', `is one too many: an item has at most ${maxMedia}`);
      }
      const [{ id: mediumId } = { id: 0 }] = await insertMedium(
        tx,
        accountId,
        item?.id ?? null,
        key,
        description,
      );
      await enqueue(tx, jobs.processMedium, { mediumId, key, purpose });
      return mediumId;
    });
    if (waits) await untilMade(id);
    return id;
  } catch (error) {
    // What cannot be removed now is found later, for no row knows it.
    await removeStored(key).catch(() => {});
    throw error;
  }
}

async function untilMade(id: number): Promise<void> {
  const state = await settled(id, patience);
  if (state === 'ready') return;
  if (state === null) throw notFound();

  const [dropped] = await dropUnmade(db, id);
  if (!dropped) return;
  if (state === 'failed') throw invalid('file', 'must be an image');
  throw new DomainError('unavailable', 'nobody is there to make the picture ready, try again soon');
}
