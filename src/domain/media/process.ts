/** Records the results of processing pictures. */
import { prisma } from '../../db/client.ts';
import { selectItemHeader, updateEventable } from '../../db/sql/items.ts';
import { type MediumRow, markMediumReady, selectMedium } from '../../db/sql/media.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transactWithPrisma } from '../../db/transaction.ts';
import type { Purpose } from '../../jobs/catalogue.ts';
import { setAvatarBlurhash, setProfilePicture } from '../accounts/profile-pictures.ts';
import { announceChange } from '../items/publish.ts';

export type UnprocessedMedium = MediumRow;

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

/** Saves and announces a local picture, of an item or a profile; restored ones are not announced. Returns false if it was deleted. */
export async function saveProcessedMedium(
  { id, key, eventable_id }: UnprocessedMedium,
  { altText, width, height, blurhash, bytes }: ProcessedMedium,
  purpose: Purpose,
): Promise<boolean> {
  return transactWithPrisma(async (tx) => {
    // Every writer locks the item before its pictures.
    if (eventable_id !== null)
      await updateEventable(tx, eventable_id, JSON.stringify({ updated_at: new Date() }));

    const [ready] = await markMediumReady(tx, id, altText, width, height, blurhash, bytes);
    if (!ready) return (await selectMedium(tx, id)).length > 0;

    if (purpose === 'avatar' || purpose === 'header')
      await setProfilePicture(tx, ready.account_id, purpose, {
        ...{ key, blurhash, description: ready.description || null },
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

export async function failMedium(id: number): Promise<void> {
  await prisma().medium.updateMany({
    where: { id, state: 'pending' },
    data: { state: 'failed', usedAt: new Date() },
  });
}

async function announceNewMedium(tx: Tx, accountId: number, eventableId: number): Promise<void> {
  const [item] = await selectItemHeader(tx, accountId, null, eventableId);
  if (item) await announceChange(tx, item);
}
