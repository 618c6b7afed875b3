/** Lists the pages that search engines may index. */
import { selectIndexableAccounts, selectIndexableItems, selectLastIds } from '../../db/sql/discovery.ts';
import { db } from '../../db/statement.ts';
import { iris } from '../../lib/iris.ts';

export interface SitemapPage {
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
