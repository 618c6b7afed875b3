/** Loads what statuses quote, for a viewer. */
import { nest } from '../../db/nest-columns.ts';
import { type QuoteState, selectQuotes } from '../../db/sql/quotes.ts';
import { db } from '../../db/statement.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { ItemSummary } from './item-summary.ts';
import { toMedium } from './read.ts';

export interface Quote {
  /** Whether the author of the quoted item approves. */
  state: QuoteState;
  /** The IRI of the approval (FEP-044f). */
  authorizationIri: string | null;
  /** Null unless the quote is accepted, the viewer may see the item, and lists may show its author to the viewer. */
  item: ItemSummary | null;
}

export type WithQuote<Item> = Item & { quote: Quote | null };

interface Quoting {
  id: number;
  quoteIri: string | null;
}

/** Adds what each item quotes, as `findQuotes` does. */
export async function withQuotes<Item extends Quoting>(
  items: Item[],
  viewer: Viewer,
): Promise<WithQuote<Item>[]> {
  const quotes = await findQuotes(items, viewer);
  return items.map((item) => ({ ...item, quote: quotes.get(item.id) ?? null }));
}

export async function withQuote<Item extends Quoting>(item: Item, viewer: Viewer): Promise<WithQuote<Item>> {
  return (await withQuotes([item], viewer))[0]!;
}

type LoadedQuote = Quote & { quotingId: number; item: { id: number | null } };

/** Returns quotes by the id of the quoting item. Takes one statement, and none if nothing is quoted. */
export async function findQuotes(
  items: Quoting[],
  { accountId, host }: Viewer,
): Promise<ReadonlyMap<number, Quote>> {
  const ids = items.filter(({ quoteIri }) => quoteIri !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = nest<LoadedQuote>(await selectQuotes(db, accountId, host, ids));
  return new Map(
    rows.map(({ quotingId, item, ...quote }) => [
      quotingId,
      { ...quote, item: item.id === null ? null : { ...item, media: item.media.map(toMedium) } },
    ]),
  );
}
