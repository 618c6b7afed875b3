/** A draft comes before the public, and goes back into the drawer. */
import { countCooked, publishEventable, selectGeneration, unpublishEventable } from '../../db/sql/cooked.ts';
import { type Standing, updateEventable } from '../../db/sql/eventables.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { iris } from '../../lib/iris.ts';
import { getAuthor } from '../accounts/author.ts';
import type { Visibility } from '../eventables/draft.ts';
import type { CookedType } from '../eventables/eventable.ts';
import { lockOwned } from '../eventables/own.ts';
import { announceChange, announceCreation, announceRemoval } from '../eventables/publish.ts';
import { notifyOfItem } from '../notifications.ts';

/** At the visibility given, else at the item's own. What is published already may change its visibility. */
export async function publishCooked(
  type: CookedType,
  accountId: number,
  id: number,
  visibility: Visibility | null,
): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwned(tx, accountId, type, id);
    if (item.publication === 'published') return showTo(tx, item, visibility ?? item.visibility);

    const { username } = await getAuthor(accountId, tx);
    const [{ generation } = { generation: 1 }] = await selectGeneration(tx, id);
    const iri = iris.eventable(type, accountId, id, generation);
    const now = new Date();
    await publishEventable(tx, id, iri, iris.page(type, username, id), visibility, now);
    await countCooked(tx, item.recipe_id, 1);
    await announceCreation(tx, { id, accountId, isReply: false, at: now });
    await notifyOfItem(tx, id);
  });
}

async function showTo(tx: Tx, item: Standing, visibility: Visibility): Promise<void> {
  if (visibility === item.visibility) return;
  await updateEventable(tx, item.id, JSON.stringify({ visibility, updated_at: new Date() }));
  await announceChange(tx, item, visibility);
  await notifyOfItem(tx, item.id);
}

/** Likes, boosts, places in collections and events are gone for good; its IRI answers with a tombstone from now on. */
export async function unpublishCooked(type: CookedType, accountId: number, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwned(tx, accountId, type, id);
    if (item.publication === 'draft') return;

    await announceRemoval(tx, item);
    await unpublishEventable(tx, id);
    await countCooked(tx, item.recipe_id, -1);
  });
}
