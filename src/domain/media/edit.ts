/** Describes and deletes pictures of an account's own items. */
import { prisma } from '../../db/client.ts';
import { type ItemHeader, updateEventable } from '../../db/sql/items.ts';
import { deleteOwnMedium, describeOwnMedium } from '../../db/sql/media.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { deleteFiles } from '../../jobs/enqueue.ts';
import { notFound } from '../../lib/errors.ts';
import { editColumns } from '../items/edit.ts';
import type { EventableType, Medium } from '../items/eventable.ts';
import { lockOwnItem } from '../items/ownership.ts';
import { announceChange } from '../items/publish.ts';
import { requireContent } from '../items/require-content.ts';

/** A picture and the item to which it must belong. */
export interface MediumRef {
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

/** A null description changes nothing. Throws not_found for a picture of another item. */
export async function describeMedium(
  accountId: number,
  medium: MediumRef,
  description: string | null,
): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, medium.type, medium.eventableId);
    const { eventableId, id } = medium;
    const [described] = await describeOwnMedium(tx, accountId, eventableId, id, description);
    if (!described) throw notFound();
    if (description !== null) await touchAndAnnounce(tx, item);
  });
}

/** Deletes the picture permanently. Throws not_found for a picture of another item, validation_failed if a status would become blank. */
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
  await updateEventable(tx, item.id, JSON.stringify(editColumns(item)));
  await announceChange(tx, item);
}
