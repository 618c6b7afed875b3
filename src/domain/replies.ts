/** Replies that are missing here: wanted when somebody opens a conversation, and fetched by jobs. */
import { selectIdsByIri } from '../db/sql/eventables.ts';
import { claimReplies, noteCounts, selectFetchable } from '../db/sql/threads.ts';
import { db } from '../db/statement.ts';
import { type Tx, transact } from '../db/transaction.ts';
import { jobs } from '../jobs/catalogue.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { config } from '../lib/config.ts';
import { expiringMap } from '../lib/expiring-map.ts';
import { isOurs } from '../lib/iris.ts';
import type { RemoteItem } from './eventables/remote-item.ts';

/** For one opening of a conversation. */
export const mostReplies = 200;

/** Spares the database the question; it decides. */
const opened = expiringMap<number, true>({ max: 10_000, ttl: 60_000 });

/** Somebody looks at what answers an item: what is missing is fetched from now on, at most once in 15 minutes. */
export async function openReplies(eventableId: number): Promise<void> {
  if (!config.federates || opened.get(eventableId)) return;
  opened.set(eventableId, true);
  await wantReplies([eventableId], mostReplies);
}

/** At most `most` replies to all of these together, and to the replies in turn. */
export async function wantReplies(eventableIds: number[], most: number): Promise<void> {
  await transact((tx) => claim(tx, eventableIds, most));
}

async function claim(tx: Tx, eventableIds: number[], most: number): Promise<void> {
  const claimed = await claimReplies(tx, eventableIds);
  const each = Math.floor(most / Math.max(1, claimed.length));
  if (each === 0) return;
  for (const { id } of claimed) await enqueue(tx, jobs.loadReplies, { eventableId: id, most: each });
}

/** Null for what is not on another server, or not there any more. */
export async function findFetchable(eventableId: number): Promise<string | null> {
  return (await selectFetchable(db, eventableId))[0]?.iri ?? null;
}

/** What its own server says of an item: its counts, and which replies it knows. */
export async function takeReplies(
  eventableId: number,
  { iri, counts, replies }: { iri: string; counts: RemoteItem['counts']; replies: string[] },
  most: number,
): Promise<void> {
  await transact(async (tx) => {
    if (counts) await noteCounts(tx, eventableId, counts.likes, counts.boosts, counts.replies);
    const theirs = [...new Set(replies)].filter((reply) => !isOurs(reply));
    const here = new Map((await selectIdsByIri(tx, theirs)).map((row) => [row.iri, row.id]));
    const missing = theirs.filter((reply) => !here.has(reply)).slice(0, most);
    const each = Math.floor((most - missing.length) / Math.max(1, theirs.length));

    for (const reply of missing) {
      await enqueue(tx, jobs.loadObject, { iri: reply, depth: 0, answering: iri, replies: each });
    }
    await claim(tx, [...here.values()], each * here.size);
  });
}

export function forgetOpened(): void {
  opened.clear();
}
