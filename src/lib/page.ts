/** Describes a page of a list by ids: `min_id` reads forward from an id, `max_id` reads back from one. */

export interface Page {
  limit: number;
  maxId: number | null;
  minId: number | null;
  /** The order of the page. Without a cursor it also decides at which end the list starts. */
  order: 'asc' | 'desc';
}

export interface IdRange {
  above: number;
  below: number;
  /** The end from which the page is read. */
  start: 'newest' | 'oldest';
}

export const firstPage: Page = { limit: 20, maxId: null, minId: null, order: 'desc' };

/** Returns the range of ids of the page. */
export function rangeOf({ maxId, minId, order }: Page): IdRange {
  return {
    above: minId ?? 0,
    below: maxId ?? Number.MAX_SAFE_INTEGER,
    start: minId !== null || (order === 'asc' && maxId === null) ? 'oldest' : 'newest',
  };
}

/** Puts rows into the order of the page, in which they may not have been read. */
export function inOrder<T>(rows: T[], page: Page): T[] {
  const read = rangeOf(page).start === 'oldest' ? 'asc' : 'desc';
  return read === page.order ? rows : rows.toReversed();
}
