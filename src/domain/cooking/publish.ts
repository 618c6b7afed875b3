/** Publishes drafts of preparations and bakings, and turns published ones back into drafts. */
import { publishEventable, selectGeneration, unpublishEventable } from '../../db/sql/cooking/cooked.ts';
import { type ItemHeader, updateEventable } from '../../db/sql/items/eventables.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { iris } from '../../lib/iris.ts';
import type { Visibility } from '../../recipe-import/draft.ts';
import { getAuthor } from '../accounts/author.ts';
import { notifyOfItem } from '../accounts/notify.ts';
import type { CookedType } from '../items/eventable.ts';
import { lockOwnItem } from '../items/ownership.ts';
import { announceChange, announceCreation, announceRemoval } from '../items/publish.ts';

/** A null visibility keeps the item's own. A published item only changes its visibility. */
export async function publishCooked(
  type: CookedType,
  accountId: number,
  id: number,
  visibility: Visibility | null,
): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    if (item.publication === 'published') return changeVisibility(tx, item, visibility ?? item.visibility);

    const { username } = await getAuthor(accountId, tx);
    const [{ generation } = { generation: 1 }] = await selectGeneration(tx, id);
    const iri = iris.eventable(type, accountId, id, generation);
    const now = new Date();
    await publishEventable(tx, id, iri, iris.page(type, username, id), visibility, now);
    await announceCreation(tx, { id, accountId, isReply: false, at: now });
    await notifyOfItem(tx, id);
  });
}

async function changeVisibility(tx: Tx, item: ItemHeader, visibility: Visibility): Promise<void> {
  if (visibility === item.visibility) return;
  await updateEventable(tx, item.id, JSON.stringify({ visibility, updated_at: new Date() }));
  await announceChange(tx, item, visibility);
  await notifyOfItem(tx, item.id);
}

/** Deletes likes, boosts, collection entries and events permanently. The IRI answers with a tombstone from now on. */
export async function unpublishCooked(type: CookedType, accountId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    if (item.publication === 'draft') return;

    await announceRemoval(tx, item);
    await unpublishEventable(tx, id);
  });
}
