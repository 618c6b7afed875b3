/** Items that an account shows first, before its timeline. */
import { randomUUID } from 'node:crypto';
import { nest } from '../db/nest.ts';
import {
  countOtherPins,
  deletePin,
  insertPin,
  listPins as list,
  lockPins,
  replacePins,
  selectPinnedIds,
} from '../db/sql/pins.ts';
import { db } from '../db/statement.ts';
import { type Tx, transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { invalid } from '../lib/errors.ts';
import { iris } from '../lib/iris.ts';
import { checkShown } from './accounts/shown.ts';
import type { EventableType } from './eventables/eventable.ts';
import { lockOwned } from './eventables/own.ts';
import { toMedium } from './eventables/read.ts';
import type { ShortEventable } from './eventables/short.ts';
import type { Viewer } from './eventables/visibility.ts';

const most = 5;

/**
 * Pinning again changes nothing. Throws not_found, forbidden for somebody else's item, validation_failed for what is not
 * for everybody and for more than 5.
 */
export async function pin(accountId: number, type: EventableType, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwned(tx, accountId, type, id);
    const isForAll = item.visibility === 'public' || item.visibility === 'unlisted';
    if (item.publication === 'draft' || !isForAll) throw invalid('base', 'must be public or unlisted');

    await lockPins(tx, accountId);
    const [others] = await countOtherPins(tx, accountId, id);
    if (others!.count >= most) throw invalid('base', `at most ${most} items can be pinned`);
    const [won] = await insertPin(tx, accountId, id);
    if (won) await tell(tx, 'Add', accountId, item.iri!);
  });
}

/** Nothing happens when it is not pinned. Throws not_found, forbidden for somebody else's item. */
export async function unpin(accountId: number, type: EventableType, id: number): Promise<void> {
  await transact(async (tx) => {
    const item = await lockOwned(tx, accountId, type, id);
    const [gone] = await deletePin(tx, accountId, id);
    if (gone && item.iri) await tell(tx, 'Remove', accountId, item.iri);
  });
}

/** What an account elsewhere shows first, as its own server lists it; what is not known or not its own is passed over. */
export async function adoptPins(accountId: number, itemIris: string[]): Promise<void> {
  await transact(async (tx) => {
    await lockPins(tx, accountId);
    await replacePins(tx, accountId, itemIris);
  });
}

/** The latest first. Throws not_found, also when there is a block between the account and the viewer. */
export async function listPins(accountId: number, viewer: Viewer): Promise<ShortEventable[]> {
  await checkShown(accountId, viewer);
  const items = nest<ShortEventable>(await list(db, viewer.accountId, viewer.host, accountId));
  return items.map((item) => ({ ...item, media: item.media.map(toMedium) }));
}

/** The latest first, for their owner. */
export async function listPinnedIds(accountId: number): Promise<number[]> {
  return (await selectPinnedIds(db, accountId)).map(({ id }) => id);
}

async function tell(tx: Tx, verb: 'Add' | 'Remove', accountId: number, objectIri: string): Promise<void> {
  const activity = iris.activity(accountId, randomUUID());
  await enqueue(tx, jobs.sendActivity, { verb, activity, accountId, objectIri });
}
