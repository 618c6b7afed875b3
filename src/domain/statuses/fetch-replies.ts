/** Fetches missing replies to remote items, by jobs, when a conversation is opened. */

import { LRUCache } from 'lru-cache';
import { selectIdsByIri } from '../../db/sql/items.ts';
import { claimReplyFetches, selectRemoteItemIri, updateRemoteCounts } from '../../db/sql/statuses.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { isLocalIri } from '../../lib/iris.ts';
import type { RemoteItem } from '../items/remote-item.ts';

/** Replies fetched when a conversation is opened. */
export const maxReplies = 200;

/** Avoids needless claims. The database decides whether a fetch is due. */
const recentRequests = new LRUCache<number, true>({ max: 10_000, ttl: 60_000 });

/** Fetches the missing replies to an item, at most once in 15 minutes. */
export async function requestMissingReplies(eventableId: number): Promise<void> {
  if (!config.federates || recentRequests.get(eventableId)) return;
  recentRequests.set(eventableId, true);
  await enqueueReplyFetches([eventableId], maxReplies);
}

/** Fetches at most `maxFetches` replies in total to these items and, recursively, to the replies. */
export async function enqueueReplyFetches(eventableIds: number[], maxFetches: number): Promise<void> {
  await transact((tx) => claimAndEnqueue(tx, eventableIds, maxFetches));
}

async function claimAndEnqueue(tx: Tx, eventableIds: number[], maxFetches: number): Promise<void> {
  const claimed = await claimReplyFetches(tx, eventableIds);
  const maxEach = Math.floor(maxFetches / Math.max(1, claimed.length));
  if (maxEach === 0) return;
  for (const { id } of claimed) await enqueue(tx, jobs.loadReplies, { eventableId: id, maxReplies: maxEach });
}

/** Returns null for local items and for items of deleted or suspended accounts. */
export async function findRemoteItemIri(eventableId: number): Promise<string | null> {
  return (await selectRemoteItemIri(db, eventableId))[0]?.iri ?? null;
}

/** Stores the counts that an item's own server states, and enqueues fetches of the replies that it lists. */
export async function ingestRepliesPage(
  eventableId: number,
  { iri, counts, replies }: { iri: string; counts: RemoteItem['counts']; replies: string[] },
  maxFetches: number,
): Promise<void> {
  await transact(async (tx) => {
    if (counts) await updateRemoteCounts(tx, eventableId, counts.likes, counts.boosts, counts.replies);
    const remote = [...new Set(replies)].filter((reply) => !isLocalIri(reply));
    const known = new Map((await selectIdsByIri(tx, remote)).map((row) => [row.iri, row.id]));
    const missing = remote.filter((reply) => !known.has(reply)).slice(0, maxFetches);
    const maxEach = Math.floor((maxFetches - missing.length) / Math.max(1, remote.length));

    for (const reply of missing) {
      await enqueue(tx, jobs.loadObject, { iri: reply, depth: 0, expectedInReplyTo: iri, replies: maxEach });
    }
    await claimAndEnqueue(tx, [...known.values()], maxEach * known.size);
  });
}

export function clearRecentRequests(): void {
  recentRequests.clear();
}
