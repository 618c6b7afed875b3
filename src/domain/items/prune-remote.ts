/** Deletes old remote items that nobody here has to do with, and says beforehand how many. */

import { selectSetting, upsertSetting } from '../../db/sql/instance.ts';
import {
  deleteUnusedItems,
  lockIris,
  lockUnusedItems,
  selectOldRemoteItems,
  selectUnusedRemoteItems,
  sumItemMedia,
} from '../../db/sql/item-removal.ts';
import { db, type Executor } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue } from '../../jobs/enqueue.ts';
import { getRetention } from '../retention/settings.ts';

const batchSize = 200;

interface Rule {
  itemDays: number;
  keepsFollowed: boolean;
}

interface Batch {
  unused: { id: number; iri: string }[];
  /** Where the next batch begins. Null if this was the last one. */
  next: number | null;
}

async function findBatch(on: Executor, after: number, { itemDays, keepsFollowed }: Rule): Promise<Batch> {
  const ids = (await selectOldRemoteItems(on, after, itemDays, batchSize)).map(({ id }) => id);
  const unused = ids.length > 0 ? await selectUnusedRemoteItems(on, ids, keepsFollowed) : [];
  return { unused, next: ids.length === batchSize ? ids.at(-1)! : null };
}

export interface Removable {
  items: number;
  /** Of their cached pictures. */
  mediaBytes: number;
  /** False if the time was over before all items were looked at. */
  isComplete: boolean;
}

/** Counts what would be deleted, for at most `timeoutMs`, without pictures that `mediaDays` removes anyway. */
export async function measureRemovableItems(
  rule: Rule & { mediaDays: number | null },
  timeoutMs: number,
): Promise<Removable> {
  const end = performance.now() + timeoutMs;
  const found: Removable = { items: 0, mediaBytes: 0, isComplete: false };
  for (let after: number | null = 0; after !== null; ) {
    if (performance.now() > end) return found;
    const { unused, next }: Batch = await findBatch(db, after, rule);
    const [sum] = await sumItemMedia(
      db,
      unused.map(({ id }) => id),
      rule.mediaDays,
    );
    found.items += unused.length;
    found.mediaBytes += sum!.bytes;
    after = next;
  }
  return { ...found, isComplete: true };
}

/** Deletes one batch and enqueues the next one. Returns how many items were deleted. */
export async function pruneRemoteItems(after: number): Promise<number> {
  const { itemDays, keepsFollowed } = await getRetention();
  if (itemDays === null) return 0;
  const rule = { itemDays, keepsFollowed };
  const { unused, next } = await findBatch(db, after, rule);
  return transact(async (tx) => {
    let deleted = 0;
    if (unused.length > 0) {
      await lockIris(
        tx,
        unused.map(({ iri }) => iri),
      );
      const locked = await lockUnusedItems(
        tx,
        unused.map(({ id }) => id),
      );
      // Somebody may have interacted with them before they were locked.
      const still = await selectUnusedRemoteItems(
        tx,
        locked.map(({ id }) => id),
        keepsFollowed,
      );
      const [gone] = await deleteUnusedItems(
        tx,
        still.map(({ id }) => id),
      );
      await deleteFiles(tx, gone!.media_keys);
      deleted = gone!.deleted;
    }
    if (next !== null) await enqueue(tx, jobs.pruneRemoteItems, { after: next });
    return deleted;
  });
}

const runKey = 'retention-run';
const minPauseMs = 20 * 3_600_000;

/** Goes through the old remote items once a day. */
export async function startPruningRemoteItems(): Promise<void> {
  const { itemDays } = await getRetention();
  const [last] = await selectSetting(db, runKey);
  const { startedAt = 0 } = (last?.value ?? {}) as { startedAt?: number };
  if (itemDays === null || Date.now() - startedAt < minPauseMs) return;
  await transact(async (tx) => {
    await upsertSetting(tx, runKey, JSON.stringify({ startedAt: Date.now() }));
    await enqueue(tx, jobs.pruneRemoteItems, { after: 0 });
  });
}
