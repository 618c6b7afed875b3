/** Builds lists of items for a viewer with filters: hidden items are left out, and others name the filters that match. */
import type { Viewer } from '../domain/accounts/viewer.ts';
import { applyFilters, type FilterableItem, type FilterResults } from '../domain/filters/apply.ts';
import type { FilterContext } from '../domain/filters/limits.ts';
import type { TimelineEvent } from '../domain/timelines/timelines.ts';
import type { PagedResponse, PageQuery, RankedQuery } from '../http/pagination.ts';
import { toPage, toRankedPage } from '../http/pagination.ts';
import type { RawJson } from '../http/raw-json.ts';
import { toEventJson } from './output/event.ts';
import { toFiltered } from './output/filtered.ts';

interface ListCall<Query> {
  viewer: Viewer;
  query: Query;
  url: string;
}

type Row = { id: number };
type ItemHolder = Row & { object: FilterableItem | null };
type Holding = { object: object | null };

const idOf = ({ id }: Row) => id;

export async function filteredItems<Item extends FilterableItem, Output extends object>(
  items: Item[],
  viewer: Viewer,
  context: FilterContext,
  toOutput: (item: Item) => Output,
): Promise<Output[]> {
  const results = await applyFilters(items, viewer, context);
  return results.shown(items).map(withResults(results, toOutput));
}

/** A page of items. */
export async function toFilteredPage<Item extends FilterableItem, Output extends object>(
  items: Item[],
  call: ListCall<PageQuery>,
  context: FilterContext,
  toOutput: (item: Item) => Output,
): Promise<PagedResponse<Output>> {
  const results = await applyFilters(items, call.viewer, context);
  return toPage(items, call, idOf, withResults(results, toOutput), (item) => !results.hides(item));
}

/** A page of a ranked list of items of strangers. */
export async function toFilteredRankedPage<Item extends FilterableItem, Output extends object>(
  items: Item[],
  call: ListCall<RankedQuery>,
  toOutput: (item: Item) => Output,
): Promise<PagedResponse<Output>> {
  const results = await applyFilters(items, call.viewer, 'public');
  return toRankedPage(items, call, withResults(results, toOutput), (item) => !results.hides(item));
}

/** A page of rows that hold an item as `object`. */
export async function toFilteredHolderPage<Holder extends ItemHolder, Output extends Holding>(
  rows: Holder[],
  call: ListCall<PageQuery>,
  context: FilterContext,
  toOutput: (row: Holder) => Output,
): Promise<PagedResponse<Output>> {
  const results = await applyFilters(objectsOf(rows), call.viewer, context);
  const toItem = (row: Holder): Output => {
    const output = toOutput(row);
    const filtered = toFiltered(results.of(row.object));
    return { ...output, object: output.object && { ...output.object, ...filtered } };
  };
  return toPage(rows, call, idOf, toItem, (row) => !results.hides(row.object));
}

/** A page of a timeline. */
export async function toEventPage(
  events: TimelineEvent[],
  call: ListCall<PageQuery>,
  context: FilterContext,
): Promise<PagedResponse<RawJson>> {
  const results = await applyFilters(objectsOf(events), call.viewer, context);
  const toItem = (event: TimelineEvent) => toEventJson(event, results.of(event.object));
  return toPage(events, call, idOf, toItem, ({ object }) => !results.hides(object));
}

const objectsOf = (rows: { object: FilterableItem | null }[]) => rows.map(({ object }) => object);

const withResults =
  <Item extends FilterableItem, Output extends object>(
    results: FilterResults,
    toOutput: (item: Item) => Output,
  ) =>
  (item: Item): Output => ({ ...toOutput(item), ...toFiltered(results.of(item)) });
