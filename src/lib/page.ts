/** A page of a list, cut by ids: `min_id` starts right above an id and goes forward, `max_id` goes back from one. */

export interface Page {
  limit: number;
  maxId: number | null;
  minId: number | null;
  /** Sorts the page, and without a cursor decides at which end the list begins. */
  order: 'asc' | 'desc';
}

export interface Window {
  above: number;
  below: number;
  ascending: boolean;
}

export const firstPage: Page = { limit: 20, maxId: null, minId: null, order: 'desc' };

/** From which end the page is read, and between which ids. */
export function windowOf({ maxId, minId, order }: Page): Window {
  return {
    above: minId ?? 0,
    below: maxId ?? Number.MAX_SAFE_INTEGER,
    ascending: minId !== null || (order === 'asc' && maxId === null),
  };
}

/** Brings what was read in the window's direction into the page's order. */
export function inOrder<T>(rows: T[], page: Page): T[] {
  const read = windowOf(page).ascending ? 'asc' : 'desc';
  return read === page.order ? rows : rows.toReversed();
}
