/** Pictures of an item of one's own: described, deleted, shown. */
import { type Standing, updateEventable } from '../../db/sql/eventables.ts';
import { deleteOwnMedium, describeOwnMedium, selectOwnMedium } from '../../db/sql/media.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { notFound } from '../../lib/errors.ts';
import { refuseBlank } from '../eventables/blank.ts';
import type { EventableType, Medium } from '../eventables/eventable.ts';
import { lockOwned } from '../eventables/own.ts';
import { announceChange } from '../eventables/publish.ts';
import { deleteFiles } from './files.ts';

/** The item and the picture that must be its own. */
export interface MediumOf {
  type: EventableType;
  eventableId: number;
  id: number;
}

export async function getOwnMedium(accountId: number, id: number): Promise<Medium> {
  const [row] = await selectOwnMedium(db, accountId, id);
  if (!row) throw notFound();
  return row as unknown as Medium;
}

/** Left out, nothing changes. Throws not_found for a picture of another item. */
export async function describeMedium(
  accountId: number,
  medium: MediumOf,
  description: string | null,
): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwned(tx, accountId, medium.type, medium.eventableId);
    const { eventableId, id } = medium;
    const [described] = await describeOwnMedium(tx, accountId, eventableId, id, description);
    if (!described) throw notFound();
    if (description !== null) await tellOfChange(tx, item);
  });
}

/** For good, with its files. Throws not_found for a picture of another item, validation_failed for all that a status has. */
export async function deleteMedium(accountId: number, medium: MediumOf): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwned(tx, accountId, medium.type, medium.eventableId);
    const [gone] = await deleteOwnMedium(tx, accountId, medium.eventableId, medium.id);
    if (!gone) throw notFound();
    if (medium.type === 'status') await refuseBlank(tx, item.id);
    await deleteFiles(tx, [gone.key]);
    await tellOfChange(tx, item);
  });
}

async function tellOfChange(tx: Tx, item: Standing): Promise<void> {
  await updateEventable(tx, item.id, JSON.stringify({ updated_at: new Date() }));
  await announceChange(tx, item);
}
