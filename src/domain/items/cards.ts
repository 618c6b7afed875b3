/** Lists items as cards for web pages. */
import { nest } from '../../db/nest-columns.ts';
import {
  selectCardsByIds,
  selectItemCardsOf,
  selectItemCardsOfAscending,
  selectNewestRecipes,
} from '../../db/sql/discovery.ts';
import { db } from '../../db/statement.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { EventableType } from './eventable.ts';
import type { ItemSummary } from './item-summary.ts';
import { toMedium } from './read.ts';

export interface ItemCard extends ItemSummary {
  /** Seconds. */
  prepTime: number | null;
  /** Seconds. */
  cookTime: number | null;
  /** Seconds, as stated. */
  totalTime: number | null;
  /** Seconds. */
  restTime: number | null;
  tags: string[];
}

/** Lists public recipes of local, discoverable accounts, newest first. */
export async function listNewestRecipes({ accountId, host }: Viewer, limit: number): Promise<ItemCard[]> {
  return toCards(await selectNewestRecipes(db, accountId, host, limit));
}

/** Lists the published items of an account that the viewer may see, without direct messages and replies. */
export async function listItemsOf(
  accountId: number,
  types: EventableType[],
  viewer: Viewer,
  page: Page,
): Promise<ItemCard[]> {
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? selectItemCardsOfAscending : selectItemCardsOf;
  const rows = await list(db, viewer.accountId, viewer.host, accountId, types, above, below, page.limit);
  return inOrder(toCards(rows), page);
}

/** Returns the items in the order of the ids, without those that the viewer may not see. */
export async function listCardsByIds(ids: number[], { accountId, host }: Viewer): Promise<ItemCard[]> {
  return ids.length === 0 ? [] : toCards(await selectCardsByIds(db, accountId, host, ids));
}

export function toCards(rows: Record<string, unknown>[]): ItemCard[] {
  const cards = nest<ItemCard>(rows);
  for (const card of cards) card.media = card.media.map(toMedium);
  return cards;
}
