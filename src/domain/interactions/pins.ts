/** Pins items to the top of an account's profile. */
import { nest } from '../../db/nest-columns.ts';
import {
  countOtherPins,
  deletePin,
  insertPin,
  listPins as list,
  lockPins,
  replacePins,
  selectPinnedIds,
} from '../../db/sql/interactions.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { checkAccountVisible } from '../accounts/check-visible.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { EventableType } from '../items/eventable.ts';
import type { ItemSummary } from '../items/item-summary.ts';
import { lockOwnItem } from '../items/ownership.ts';
import { toMedium } from '../items/read.ts';

const maxPins = 5;

/**
 * Pinning again changes nothing. Throws not_found, forbidden for somebody else's item, validation_failed for what is not
 * for everybody and for more than 5.
 */
export async function pin(accountId: number, type: EventableType, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    const isForAll = item.visibility === 'public' || item.visibility === 'unlisted';
    if (item.publication === 'draft' || !isForAll)
      throw invalid('base', t('errors.must-be-public-or-unlisted'));

    await lockPins(tx, accountId);
    const [others] = await countOtherPins(tx, accountId, id);
    if (others!.count >= maxPins) throw invalid('base', t('errors.too-many-pins', { maxPins }));
    const [won] = await insertPin(tx, accountId, id);
    if (won) await recordFact(tx, { fact: 'pin.created', accountId, objectIri: item.iri! });
  });
}

/** Nothing happens when it is not pinned. Throws not_found, forbidden for somebody else's item. */
export async function unpin(accountId: number, type: EventableType, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwnItem(tx, accountId, type, id);
    const [gone] = await deletePin(tx, accountId, id);
    if (gone && item.iri) await recordFact(tx, { fact: 'pin.deleted', accountId, objectIri: item.iri });
  });
}

/** Replaces the pins of a remote account. Unknown items and items of others are skipped. */
export async function replaceRemotePins(accountId: number, itemIris: string[]): Promise<void> {
  await transact(async (tx) => {
    await lockPins(tx, accountId);
    await replacePins(tx, accountId, itemIris);
  });
}

/** Newest first. Throws not_found, also across a block. */
export async function listPins(accountId: number, viewer: Viewer): Promise<ItemSummary[]> {
  await checkAccountVisible(accountId, viewer);
  const items = nest<ItemSummary>(await list(db, viewer.accountId, viewer.host, accountId));
  return items.map((item) => ({ ...item, media: item.media.map(toMedium) }));
}

/** Newest first, for the owner. */
export async function listPinnedIds(accountId: number): Promise<number[]> {
  return (await selectPinnedIds(db, accountId)).map(({ id }) => id);
}
