/** Pictures as the worker makes them: what to make, what was made, what could not be. */
import { refineAvatar } from '../../db/sql/avatars.ts';
import { selectStanding, updateEventable } from '../../db/sql/eventables.ts';
import { type MediumRow, markMediumFailed, markMediumReady, selectMedium } from '../../db/sql/media.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import type { Purpose } from '../../jobs/catalogue.ts';
import { announceChange } from '../eventables/publish.ts';
import { becomeAvatar } from './avatar.ts';

export type MediumToMake = MediumRow;

export interface MadeMedium {
  width: number;
  height: number;
  blurhash: string;
  /** From the picture's own metadata. */
  altText: string;
  /** Of all sizes together. */
  bytes: number;
}

export async function findMedium(id: number): Promise<MediumToMake | null> {
  return (await selectMedium(db, id))[0] ?? null;
}

/** False when the picture is gone meanwhile. An item's followers, or those of the person portrayed, are told; not of what was restored. */
export async function finishMedium(
  { id, key, eventable_id }: MediumToMake,
  { altText, ...made }: MadeMedium,
  purpose: Purpose,
): Promise<boolean> {
  return transact(async (tx) => {
    // The item before its pictures, as everybody locks them.
    if (eventable_id !== null)
      await updateEventable(tx, eventable_id, JSON.stringify({ updated_at: new Date() }));
    const { width, height, blurhash, bytes } = made;
    const [ready] = await markMediumReady(tx, id, altText, width, height, blurhash, bytes);
    if (!ready) return (await selectMedium(tx, id)).length > 0;

    if (purpose === 'avatar') await becomeAvatar(tx, ready.account_id, key, ready.description, blurhash);
    else if (purpose === 'item' && ready.eventable_id !== null)
      await tellOf(tx, ready.account_id, ready.eventable_id);
    return true;
  });
}

/** One of another server, whose author tells others of it. */
export async function finishRemoteMedium(
  { id, account_id, key, avatar }: MediumToMake,
  { width, height, blurhash, bytes }: MadeMedium,
): Promise<boolean> {
  return transact(async (tx) => {
    const [ready] = await markMediumReady(tx, id, '', width, height, blurhash, bytes);
    if (ready && avatar) await refineAvatar(tx, account_id, key, blurhash);
    return ready !== undefined || (await selectMedium(tx, id)).length > 0;
  });
}

export async function failMedium(id: number): Promise<void> {
  await markMediumFailed(db, id);
}

async function tellOf(tx: Tx, accountId: number, eventableId: number): Promise<void> {
  const [item] = await selectStanding(tx, accountId, null, eventableId);
  if (item) await announceChange(tx, item);
}
