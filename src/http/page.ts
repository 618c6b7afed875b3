/** Pages of a list: cursors in, RFC 8288 links out. */
import { z } from '@hono/zod-openapi';
import { config } from '../lib/config.ts';

const usual = 20;
const most = 80;

const wholeNumber = (minimum: number) =>
  z
    .string()
    .regex(/^[0-9]{1,16}$/, 'must be an integer')
    .transform(Number)
    .refine((value) => Number.isSafeInteger(value) && value >= minimum, 'must be an integer');

/** Query of every list. `min_id` starts right above the id and pages forward, `max_id` is exclusive too, `order` sorts the page. */
export const pageFields = {
  limit: wholeNumber(1)
    .transform((limit) => Math.min(limit, most))
    .default(usual)
    .openapi({ type: 'integer', minimum: 1, maximum: most, default: usual }),
  max_id: wholeNumber(0).optional().openapi({ type: 'integer', description: 'Only entries below this id' }),
  min_id: wholeNumber(0)
    .optional()
    .openapi({ type: 'integer', description: 'Only entries above this id, the nearest first to be taken' }),
  order: z.enum(['asc', 'desc']).default('desc'),
};
export const pageQuery = z.object(pageFields);
export type PageQuery = z.output<typeof pageQuery>;

/** The stretch of a list to be read; `limit` is one more than shown, to know whether something follows. */
export interface Stretch {
  above: number;
  below: number;
  limit: number;
  ascending: boolean;
}

export interface Page<Item> {
  items: Item[];
  /** Value of the Link header. */
  link: string | null;
}

const readsForward = ({ min_id, max_id, order }: PageQuery) =>
  min_id !== undefined || (max_id === undefined && order === 'asc');

export function stretchOf(query: PageQuery): Stretch {
  return {
    above: query.min_id ?? 0,
    below: query.max_id ?? Number.MAX_SAFE_INTEGER,
    limit: query.limit + 1,
    ascending: readsForward(query),
  };
}

/** `rows` are what was read of the stretch, nearest to its start first; `cursorOf` their place in the list. */
export function toPage<Row, Item>(
  rows: Row[],
  query: PageQuery,
  url: string,
  cursorOf: (row: Row) => number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const forward = readsForward(query);
  const more = rows.length > query.limit;
  const shown = more ? rows.slice(0, query.limit) : rows;
  if (shown.length === 0) return { items: [], link: null };

  const ends = [cursorOf(shown[0]!), cursorOf(shown.at(-1)!)];
  const newest = Math.max(...ends);
  const oldest = Math.min(...ends);
  if (forward !== (query.order === 'asc')) shown.reverse();

  // A window between two cursors has nothing before its start.
  const newer = forward && !more ? null : linkTo(url, { min_id: newest, max_id: query.min_id === undefined ? undefined : query.max_id });
  const older = !forward && !more ? null : linkTo(url, { max_id: oldest });
  const [next, prev] = query.order === 'asc' ? [newer, older] : [older, newer];
  const links = [next && `<${next}>; rel="next"`, prev && `<${prev}>; rel="prev"`].filter(Boolean);
  return { items: shown.map(toItem), link: links.join(', ') || null };
}

/** The page asked for, with other cursors, at our own origin. */
function linkTo(url: string, cursors: Record<'min_id' | 'max_id', number | undefined> | { max_id: number }): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('min_id');
  searchParams.delete('max_id');
  for (const [name, value] of Object.entries(cursors)) {
    if (value !== undefined) searchParams.set(name, String(value));
  }
  return `${config.baseUrl}${pathname}?${searchParams}`;
}
