/** Paginates lists on pages with `before` and `after` parameters. */
import type { Context } from 'hono';
import type { Page } from '../../lib/page.ts';

/** Reads one extra row, to know whether there is another page. */
export function requestedPage(c: Context, limit: number): Page {
  const [before, after] = [idOf(c.req.query('before')), idOf(c.req.query('after'))];
  return { limit: limit + 1, maxId: after === null ? before : null, minId: after, order: 'desc' };
}

/** Returns the rows of the page and the URLs of its neighbours. `path` may have a query. */
export function withNeighbours<Row extends { id: number }>(
  rows: Row[],
  { limit, maxId, minId }: Page,
  path: string,
): { items: Row[]; newer: string | null; older: string | null } {
  const more = rows.length >= limit;
  const forward = minId !== null;
  const items = !more ? rows : forward ? rows.slice(1) : rows.slice(0, -1);
  const [first, last] = [items[0], items.at(-1)];
  const at = (name: string, id: number) => `${path}${path.includes('?') ? '&' : '?'}${name}=${id}`;
  return {
    items,
    newer: first && (forward ? more : maxId !== null) ? at('after', first.id) : null,
    older: last && (forward || more) ? at('before', last.id) : null,
  };
}

const idOf = (text: string | undefined): number | null =>
  text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
