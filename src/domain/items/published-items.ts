/** Reads public items for remote servers: versions, counts, replies, conversations and outboxes. */
import {
  countOutbox,
  findCounts,
  findIriOfPage,
  findServable,
  listConversation,
  listOutbox,
  listReplyIris,
  type OutboxEntry,
} from '../../db/sql/federation.ts';
import { db } from '../../db/statement.ts';
import type { Viewer } from '../accounts/viewer.ts';

export type { OutboxEntry };

/** Returns version and page URL of a public item. */
export async function findPublishedItem(
  iri: string,
): Promise<{ version: number; url: string | null } | null> {
  return (await findServable(db, null, null, iri))[0] ?? null;
}

/** Returns the IRI of the public item whose page has this URL. */
export async function findIriByPage(url: string): Promise<string | null> {
  return (await findIriOfPage(db, null, null, url))[0]?.iri ?? null;
}

export async function findItemCounts(iri: string, { accountId, host }: Viewer) {
  return (await findCounts(db, accountId, host, iri))[0] ?? null;
}

/** Oldest first, with ids above `after`. */
export const listReplies = (itemId: number, { accountId, host }: Viewer, after: number, limit: number) =>
  listReplyIris(db, accountId, host, itemId, after, limit);

/** Returns the IRIs of an item and its replies at every depth, oldest first. */
export async function listConversationIris(itemId: number, { accountId, host }: Viewer, limit: number) {
  return (await listConversation(db, accountId, host, itemId, limit)).map(({ iri }) => iri);
}

export async function countOutboxEntries(accountId: number): Promise<number> {
  return (await countOutbox(db, null, null, accountId))[0]?.total ?? 0;
}

/** Newest first, with event ids below `before`. */
export const listOutboxEntries = (accountId: number, before: number, limit: number): Promise<OutboxEntry[]> =>
  listOutbox(db, null, null, accountId, before, limit);
