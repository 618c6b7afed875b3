/** Pages of a list: cursors in, RFC 8288 links out. */
import { z } from '@hono/zod-openapi';
import { config } from '../lib/config.ts';
import { type Page as Stretch, windowOf } from '../lib/page.ts';

const usual = 20;
const most = 80;

const wholeNumber = (minimum: number) =>
  z
    .string('must be an integer')
    .regex(/^[0-9]{1,16}$/, 'must be an integer')
    .transform(Number)
    .refine(
      (value) => Number.isSafeInteger(value) && value >= minimum,
      `must be an integer of at least ${minimum}`,
    );

const order = z.enum(['asc', 'desc']).openapi({ description: '`asc`: oldest first', example: 'asc' });

/** Query of every list. `min_id` starts right above the id and pages forward, `max_id` is exclusive too, `order` sorts the page. */
export const pageFields = {
  limit: wholeNumber(1)
    .transform((limit) => Math.min(limit, most))
    .default(usual)
    .openapi({
      ...{ type: 'integer', minimum: 1, maximum: most, default: usual, example: 40 },
      description: 'How many entries at most',
    }),
  max_id: wholeNumber(0)
    .optional()
    .openapi({ type: 'integer', example: 57, description: 'Only entries below this id' }),
  min_id: wholeNumber(0)
    .optional()
    .openapi({
      ...{ type: 'integer', example: 12 },
      description: 'Only entries above this id, starting right above it',
    }),
  order: order.default('desc'),
};
export const pageQuery = z.object(pageFields);
/** Of lists that begin with the oldest unless told otherwise. */
export const oldestFirst = z.object({ ...pageFields, order: order.default('asc') });
export type PageQuery = z.output<typeof pageQuery>;

/** Query of lists that are ranked, and so have no cursors. */
export const rankedQuery = z.object({
  limit: pageFields.limit,
  offset: wholeNumber(0)
    .refine((offset) => offset <= 10_000, 'must be an integer of at most 10000')
    .default(0)
    .openapi({
      ...{ type: 'integer', minimum: 0, maximum: 10_000, default: 0, example: 20 },
      description: 'How many of the best to leave out',
    }),
});

export interface Page<Item> {
  items: Item[];
  /** Value of the Link header. */
  link: string | null;
}

/** What to read: one entry more than is shown, to know whether something follows. */
export function stretchOf({ limit, max_id, min_id, order }: PageQuery): Stretch {
  return { limit: limit + 1, maxId: max_id ?? null, minId: min_id ?? null, order };
}

/** `rows` are the stretch in the page's order; `cursorOf` is a row's place in the list. */
export function toPage<Row, Item>(
  rows: Row[],
  { query, url }: { query: PageQuery; url: string },
  cursorOf: (row: Row) => number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const forward = windowOf(stretchOf(query)).ascending;
  const more = rows.length > query.limit;
  const surplusLast = forward === (query.order === 'asc');
  const shown = !more ? rows : surplusLast ? rows.slice(0, query.limit) : rows.slice(-query.limit);
  if (shown.length === 0) return { items: [], link: null };

  const ends = [cursorOf(shown[0]!), cursorOf(shown.at(-1)!)];
  const beyond = forward && query.max_id !== undefined ? { max_id: query.max_id } : {};
  const newer = forward && !more ? null : linkTo(url, { min_id: Math.max(...ends), ...beyond });
  const older = !forward && !more ? null : linkTo(url, { max_id: Math.min(...ends) });
  return {
    items: shown.map(toItem),
    link: linkHeader(query.order === 'asc' ? [newer, older] : [older, newer]),
  };
}

function linkHeader([next, prev]: (string | null)[]): string | null {
  const links = [next && `<${next}>; rel="next"`, prev && `<${prev}>; rel="prev"`];
  return links.filter(Boolean).join(', ') || null;
}

/** The page asked for, with other cursors, at our own origin. */
function linkTo(url: string, cursors: { min_id?: number; max_id?: number }): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('min_id');
  searchParams.delete('max_id');
  for (const [name, id] of Object.entries(cursors)) searchParams.set(name, String(id));
  return `${config.baseUrl}${pathname}?${searchParams}`;
}
