/** Lists of public items. */
import {
  selectIndexableAccounts,
  selectIndexableItems,
  selectLastIds,
  selectMostCookedRecipe,
  selectNewestCookedItems,
  selectNewestQuickRecipes,
} from '../../db/sql/discovery.ts';
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
import { iris } from '../../lib/iris.ts';
import type { Viewer } from '../accounts/account.ts';
import { type ItemCard, toCards } from './read.ts';

// Lists what the front page shows besides the newest recipes

/** The recipe with a picture that most people cooked this week, or else a popular one. Null if there is neither. */
export async function findMostCookedRecipe({ accountId, host }: Viewer): Promise<ItemCard | null> {
  return toCards(await selectMostCookedRecipe(db, accountId, host))[0] ?? null;
}

/** Public recipes that take at most 30 minutes, newest first. */
export async function listNewestQuickRecipes({ accountId, host }: Viewer, limit: number): Promise<ItemCard[]> {
  return toCards(await selectNewestQuickRecipes(db, accountId, host, limit));
}

/** Public items with a picture that local accounts cooked from a recipe, newest first. */
export async function listNewestCookedItems({ accountId, host }: Viewer, limit: number): Promise<ItemCard[]> {
  return toCards(await selectNewestCookedItems(db, accountId, host, limit));
}

// Reads public items for remote servers: versions, counts, replies, conversations and outboxes

export type { OutboxEntry };

/** Returns version and page URL of a public item. */
export async function findPublishedItem(iri: string): Promise<{ version: number; url: string | null } | null> {
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
  return (await countOutbox(db, accountId))[0]?.total ?? 0;
}

/** Newest first, with event ids below `before`. */
export const listOutboxEntries = (accountId: number, before: number, limit: number): Promise<OutboxEntry[]> =>
  listOutbox(db, null, null, accountId, before, limit);

// Lists the pages that search engines may index

interface SitemapPage {
  /** Absolute URL. */
  url: string;
  changedAt?: Date;
}

/** Ids in one part. A sitemap may name 50,000 pages (sitemaps.org). */
const idsPerPart = 10_000;

export type SitemapKind = 'items' | 'accounts';

/** The number of parts per kind. Parts are ranges of ids, so counting them needs no scan. Some have no pages. */
export async function countSitemapParts(): Promise<Record<SitemapKind, number>> {
  const [last] = await selectLastIds(db);
  const parts = (id: number) => Math.ceil(id / idsPerPart);
  return { items: parts(last!.item), accounts: parts(last!.account) };
}

/** Parts count from 1. */
export async function listSitemapPart(kind: SitemapKind, part: number): Promise<SitemapPage[]> {
  const above = (part - 1) * idsPerPart;
  const upTo = part * idsPerPart;
  if (kind === 'accounts') {
    const rows = await selectIndexableAccounts(db, above, upTo);
    return rows.map(({ username }) => ({ url: iris.profilePage(username) }));
  }
  const rows = await selectIndexableItems(db, null, null, above, upTo);
  return rows.map(({ type, username, slug, id, changedAt }) => ({
    url: iris.page(type, username, slug ?? id),
    changedAt,
  }));
}
