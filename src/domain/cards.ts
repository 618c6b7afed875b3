/** Lists of items as pages show them. */
import { nest } from '../db/nest.ts';
import {
  listNewestRecipes,
  listShownOf,
  listShownOfAscending,
  listTagged,
  listTaggedAscending,
} from '../db/sql/cards.ts';
import { db } from '../db/statement.ts';
import { inOrder, type Page, windowOf } from '../lib/page.ts';
import type { EventableType } from './eventables/eventable.ts';
import { toMedium } from './eventables/read.ts';
import type { ShortEventable } from './eventables/short.ts';
import type { Viewer } from './eventables/visibility.ts';

export interface Card extends ShortEventable {
  /** Seconds. */
  prepTime: number | null;
  /** Seconds. */
  cookTime: number | null;
  sensitive: boolean;
  spoilerText: string;
}

/** Made here, for everybody, newest first. */
export async function newestRecipes({ accountId, host }: Viewer, limit: number): Promise<Card[]> {
  return toCards(await listNewestRecipes(db, accountId, host, limit));
}

/** What an account published, as far as the viewer may see it; neither direct messages nor answers to others. */
export async function itemsOf(
  accountId: number,
  types: EventableType[],
  viewer: Viewer,
  page: Page,
): Promise<Card[]> {
  const { above, below, ascending } = windowOf(page);
  const list = ascending ? listShownOfAscending : listShownOf;
  const rows = await list(db, viewer.accountId, viewer.host, accountId, types, above, below, page.limit);
  return inOrder(toCards(rows), page);
}

/** Recipes and dishes that anybody may see, newest first; `tag` in lower case. */
export async function itemsTagged(tag: string, viewer: Viewer, page: Page): Promise<Card[]> {
  const { above, below, ascending } = windowOf(page);
  const list = ascending ? listTaggedAscending : listTagged;
  const rows = await list(db, viewer.accountId, viewer.host, tag, above, below, page.limit);
  return inOrder(toCards(rows), page);
}

function toCards(rows: Record<string, unknown>[]): Card[] {
  const cards = nest<Card>(rows);
  for (const card of cards) card.media = card.media.map(toMedium);
  return cards;
}
