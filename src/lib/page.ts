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
  ascending: boolean;
}

export const firstPage: Page = { limit: 20, maxId: null, minId: null, order: 'desc' };

/** Returns the range of ids and the direction in which the page is read. */
export function rangeOf({ maxId, minId, order }: Page): IdRange {
  return {
    above: minId ?? 0,
    below: maxId ?? Number.MAX_SAFE_INTEGER,
    ascending: minId !== null || (order === 'asc' && maxId === null),
  };
}

/** Puts rows that were read in the direction of the range into the order of the page. */
export function inOrder<T>(rows: T[], page: Page): T[] {
  const read = rangeOf(page).ascending ? 'asc' : 'desc';
  return read === page.order ? rows : rows.toReversed();
}
