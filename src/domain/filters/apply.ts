/** Applies the filters of a viewer to lists of items, after they were read. */
import { selectItemTexts } from '../../db/sql/filters.ts';
import { db } from '../../db/statement.ts';
import { textOfSafe } from '../../lib/html/html.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { type FilterMatch, findMatcher } from './compiled.ts';
import type { FilterContext } from './limits.ts';

/** An item that the viewer may see, and what its entry in a list shows of other items. */
export interface FilterableItem {
  id: number;
  account: { id: number };
  recipeId?: number | null;
  quote?: { item: { id: number } | null } | null;
}

export class FilterResults {
  readonly #matches: ReadonlyMap<number, FilterMatch[]>;

  constructor(matches: ReadonlyMap<number, FilterMatch[]>) {
    this.#matches = matches;
  }

  /** Empty if no filter matches the item. */
  of(item: { id: number } | null): FilterMatch[] {
    return item ? (this.#matches.get(item.id) ?? []) : [];
  }

  shown<Item extends { id: number }>(items: readonly Item[]): Item[] {
    return items.filter((item) => !this.hides(item));
  }

  hides(item: { id: number } | null): boolean {
    return this.of(item).some(({ filter }) => filter.action === 'hide');
  }
}

export const noResults = new FilterResults(new Map());

/** Matches each item, the item that it quotes and the recipe that was cooked. The viewer's own items match nothing. */
export async function applyFilters(
  items: readonly (FilterableItem | null)[],
  viewer: Viewer,
  context: FilterContext,
): Promise<FilterResults> {
  const match = await findMatcher(viewer, context);
  if (!match) return noResults;
  const others = items.filter((item) => item !== null && item.account.id !== viewer.accountId);
  if (others.length === 0) return noResults;

  const texts = await readTexts(viewer.accountId!, others.flatMap(shownIds));
  const matches = others.map((item) => {
    const shown = shownIds(item!).flatMap((id) => texts.get(id) ?? []);
    return [item!.id, match(shown)] as const;
  });
  return new FilterResults(new Map(matches));
}

const shownIds = (item: FilterableItem | null): number[] =>
  item === null ? [] : [item.id, item.recipeId, item.quote?.item?.id].filter((id) => id != null);

async function readTexts(accountId: number, ids: number[]): Promise<Map<number, string[]>> {
  const rows = await selectItemTexts(db, accountId, [...new Set(ids)]);
  return new Map(
    rows.map(({ id, texts, htmlTexts }) => [
      id,
      [...texts, ...htmlTexts.map((html) => html && textOfSafe(html))].filter((text) => text != null),
    ]),
  );
}
