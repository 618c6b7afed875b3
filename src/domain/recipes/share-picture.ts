/** Share pictures: what link previews show for a recipe without a photo. Drawn at the first request for each version. */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { selectShareable, upsertSharePicture } from '../../db/sql/recipes.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import type { StoredFile } from '../../lib/storage/backend.ts';
import { openStored } from '../../lib/storage/storage.ts';
import { getInstanceProfile } from '../instance/profile.ts';

/** Increases with each change of the design. */
const design = 1;
export const sharePictureName = 'share';
const drawTimeoutMs = 4_000;
const pollMs = 100;
/** Anybody can ask for pictures, so the number of them that are awaited is limited. */
const maxDrawing = 10;
const drawing = new Map<number, Promise<void>>();

export interface ShareText {
  title: string;
  author: string;
  site: string;
}

/** Changes with the text and the design. */
export const fingerprintOf = ({ title, author, site }: ShareText): string =>
  hash('sha256', JSON.stringify([design, title, author, site]), 'hex').slice(0, 16);

export interface SharePicture {
  text: ShareText;
  fingerprint: string;
  state: 'missing' | 'drawn' | 'failed';
  /** Null if it is not drawn. */
  key: string | null;
}

/** Returns null unless everybody may see the recipe, and it is of this server. */
export async function findSharePicture(recipeId: number): Promise<SharePicture | null> {
  const [row] = await selectShareable(db, null, null, recipeId);
  if (!row) return null;
  const { name: site } = await getInstanceProfile();
  const text = { title: row.title, author: row.author, site };
  const fingerprint = fingerprintOf(text);
  if (row.fingerprint !== fingerprint) return { text, fingerprint, state: 'missing', key: null };
  if (row.key !== null) return { text, fingerprint, state: 'drawn', key: row.key };
  return { text, fingerprint, state: row.old ? 'missing' : 'failed', key: null };
}

/** Null as key records that it could not be drawn. Returns the key of the picture that it replaces. */
export async function saveSharePicture(
  recipeId: number,
  fingerprint: string,
  key: string | null,
): Promise<string | null> {
  const [row] = await upsertSharePicture(db, recipeId, fingerprint, key);
  return row!.former_key;
}

/** Throws not_found, also if it cannot be drawn, and unavailable if that takes longer than four seconds. */
export async function openSharePicture(recipeId: number): Promise<StoredFile> {
  const found = await openDrawn(recipeId);
  if (found) return found;
  const current = drawing.get(recipeId);
  if (!current && drawing.size >= maxDrawing) throw tooBusy();
  const drawn = current ?? enqueueAndWait(recipeId).finally(() => drawing.delete(recipeId));
  drawing.set(recipeId, drawn);
  await drawn;
  // Each reader opens a file of its own.
  const file = await openDrawn(recipeId);
  if (!file) throw tooBusy();
  return file;
}

const tooBusy = () => new DomainError('unavailable', t('errors.share-picture-not-ready'));

async function enqueueAndWait(recipeId: number): Promise<void> {
  await transact((tx) => enqueue(tx, jobs.drawSharePicture, { recipeId }));
  const deadline = Date.now() + drawTimeoutMs;
  while (Date.now() < deadline) {
    if ((await findSharePicture(recipeId))?.state !== 'missing') return;
    await sleep(pollMs);
  }
}

/** Returns null if it has to be drawn. Throws not_found. */
async function openDrawn(recipeId: number): Promise<StoredFile | null> {
  const picture = await findSharePicture(recipeId);
  if (!picture || picture.state === 'failed') throw notFound();
  return picture.key === null ? null : openStored(picture.key, sharePictureName);
}
