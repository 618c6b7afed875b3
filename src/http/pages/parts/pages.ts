/** Which page of a list is asked for by its address, and where its neighbours are. */
import type { Context } from 'hono';
import type { Page } from '../../../lib/page.ts';

/** One more than is shown is read, to know whether something follows. */
export function pageAsked(c: Context, limit: number): Page {
  const [before, after] = [idOf(c.req.query('before')), idOf(c.req.query('after'))];
  return { limit: limit + 1, maxId: after === null ? before : null, minId: after, order: 'desc' };
}

/** `path` may have a query of its own. */
export function neighbours<Row extends { id: number }>(
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
