/** Pages of lists, and ids in addresses. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { config } from '../lib/config.ts';
import { type Page, rangeOf } from '../lib/page.ts';

// Parses ids in paths and bodies: integers from 1 to 2^53−1 without leading zeros

/** Returns null for text that is not an id, such as `0`, `01` or `1e3`. */
export function readId(text: string): number | null {
  if (!/^[1-9][0-9]{0,15}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

/** The id in the path of a page. Like `pathId`, it is 0 for other text. */
export const idInPath = ({ req }: Context, name = 'id'): number => readId(req.param(name) ?? '') ?? 0;

/** A path parameter. Text that is not an id becomes 0, which no row has, so the response is 404. */
export const pathId = z
  .string()
  .transform((text) => readId(text) ?? 0)
  .openapi({ type: 'integer', minimum: 1 });

/** Text in a path. Text with NUL becomes empty, because PostgreSQL cannot store it. */
export const pathText = z.string().transform((text) => (text.includes('\0') ? '' : text));

export const idParams = z.object({ id: pathId });
export const accountIdParams = z.object({ account_id: pathId });

/** An id in a response. */
export const id = z.int().min(1);

// The address of a shared shopping list

export const sharedListUrl = (shareToken: string): string => `${config.baseUrl}/shopping-list/shared/${shareToken}`;

// Holds text that is already JSON, so that it is not serialised again

export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const toJsonArray = (items: unknown[]): string =>
  `[${items.map((item) => (item instanceof RawJson ? item.text : JSON.stringify(item))).join(',')}]`;

// Paginates lists: parses cursors and builds Link headers (RFC 8288)

const defaultLimit = 20;
const maxLimit = 80;
const maxOffset = 10_000;

const wholeNumber = (minimum: number) =>
  z
    .string('must be an integer')
    .regex(/^[0-9]{1,16}$/, 'must be an integer')
    .transform(Number)
    .refine((value) => Number.isSafeInteger(value) && value >= minimum, `must be an integer of at least ${minimum}`);

const order = z.enum(['asc', 'desc']).openapi({ description: '`asc`: oldest first', example: 'asc' });

/** Query parameters of every list. Both cursors are exclusive, and `order` sorts the page. */
export const pageFields = {
  limit: wholeNumber(1)
    .transform((limit) => Math.min(limit, maxLimit))
    .default(defaultLimit)
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: maxLimit,
      default: defaultLimit,
      example: 40,
      description: 'Maximum number of entries',
    }),
  max_id: wholeNumber(0)
    .optional()
    .openapi({ type: 'integer', example: 57, description: 'Only entries below this id' }),
  min_id: wholeNumber(0).optional().openapi({
    type: 'integer',
    example: 12,
    description: 'Only entries above this id. The page starts right above it.',
  }),
  order: order.default('desc'),
};
export const pageQuery = z.object(pageFields);
/** Query of lists whose default order is oldest first. */
export const oldestFirstQuery = z.object({ ...pageFields, order: order.default('asc') });
export type PageQuery = z.output<typeof pageQuery>;

/** Query of ranked lists, which have no cursors. */
export const rankedQuery = z.object({
  limit: pageFields.limit,
  offset: wholeNumber(0)
    .refine((offset) => offset <= maxOffset, `must be an integer of at most ${maxOffset}`)
    .default(0)
    .openapi({
      type: 'integer',
      minimum: 0,
      maximum: maxOffset,
      default: 0,
      example: 20,
      description: 'Number of entries to skip',
    }),
});

export type RankedQuery = z.output<typeof rankedQuery>;

export interface PagedResponse<Item> {
  items: Item[];
  /** Value of the Link header. */
  link: string | null;
}

/** Reads one extra row, to know whether there is a next page. */
export function toListPage({ limit, max_id, min_id, order }: PageQuery): Page {
  return { limit: limit + 1, maxId: max_id ?? null, minId: min_id ?? null, order };
}

/**
 * Builds a page from `rows`, which `toListPage` limited. `cursorOf` returns a row's cursor. Rows that are not shown are
 * left out, but count for the cursors, so that the list goes on behind them.
 */
export function toPage<Row, Item>(
  rows: Row[],
  { query, url }: { query: PageQuery; url: string },
  cursorOf: (row: Row) => number,
  toItem: (row: Row) => Item,
  isShown: (row: Row) => boolean = () => true,
): PagedResponse<Item> {
  const forward = rangeOf(toListPage(query)).start === 'oldest';
  const more = rows.length > query.limit;
  const surplusLast = forward === (query.order === 'asc');
  const visible = !more ? rows : surplusLast ? rows.slice(0, query.limit) : rows.slice(-query.limit);
  if (visible.length === 0) return { items: [], link: null };

  // By place and not by size: a collection is in an order of its own.
  const ends = [cursorOf(visible[0]!), cursorOf(visible.at(-1)!)] as const;
  const [lowest, highest] = query.order === 'asc' ? ends : [ends[1], ends[0]];
  const beyond = forward && query.max_id !== undefined ? { max_id: query.max_id } : {};
  const newer = forward && !more ? null : linkTo(url, { min_id: highest, ...beyond });
  const older = !forward && !more ? null : linkTo(url, { max_id: lowest });
  return {
    items: visible.filter(isShown).map(toItem),
    link: linkHeader(query.order === 'asc' ? { next: newer, prev: older } : { next: older, prev: newer }),
  };
}

/** URLs of the pages before and after one. */
interface NeighbourUrls {
  next: string | null;
  prev: string | null;
}

/** For a page of a ranked list. */
export function neighbourUrls(url: string, { limit, offset }: RankedQuery, hasMore: boolean): NeighbourUrls {
  const next = offset + limit;
  return {
    next: hasMore && next <= maxOffset ? linkTo(url, { offset: next }) : null,
    prev: offset > 0 ? linkTo(url, { offset: Math.max(0, offset - limit) }) : null,
  };
}

/** Reads one extra row of a ranked list, to know whether there is a next page. */
export const withExtraRow = ({ limit, offset }: RankedQuery) => ({ limit: limit + 1, offset });

/** Builds a page of a ranked list from `rows`, which `withExtraRow` limited. */
export function toRankedPage<Row, Item>(
  rows: Row[],
  { query, url }: { query: RankedQuery; url: string },
  toItem: (row: Row) => Item,
  isShown: (row: Row) => boolean = () => true,
): PagedResponse<Item> {
  const link = linkHeader(neighbourUrls(url, query, rows.length > query.limit));
  return { items: rows.slice(0, query.limit).filter(isShown).map(toItem), link };
}

export function linkHeader({ next, prev }: NeighbourUrls): string | null {
  const links = [next && `<${next}>; rel="next"`, prev && `<${prev}>; rel="prev"`];
  return links.filter(Boolean).join(', ') || null;
}

/** Builds the URL of another page from the requested URL, with the configured origin. */
function linkTo(url: string, cursors: { min_id?: number; max_id?: number; offset?: number }): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.delete('min_id');
  searchParams.delete('max_id');
  for (const [name, id] of Object.entries(cursors)) searchParams.set(name, String(id));
  return `${config.baseUrl}${pathname}?${searchParams}`;
}
