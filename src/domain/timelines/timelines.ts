/** Reads pages of timelines; with cached events, each page takes one statement. */
import {
  selectAccountTimeline,
  selectAccountTimelineAscending,
  selectHomeTimelines,
  selectHomeTimelinesAscending,
  selectHomeTimelinesWithReplies,
  selectHomeTimelinesWithRepliesAscending,
  selectHomeWithOwn,
  selectHomeWithOwnAscending,
  selectLocal,
  selectLocalAscending,
  selectPublic,
  selectPublicAscending,
  selectTagTimeline,
  selectTagTimelineAscending,
  type TimelineRow,
} from '../../db/sql/timelines.ts';
import { db } from '../../db/statement.ts';
import { batched } from '../../lib/batch.ts';
import { type IdRange, inOrder, type Page, rangeOf } from '../../lib/page.ts';
import { checkAccountVisible } from '../accounts/check-visible.ts';
import { type Viewer, viewerOf } from '../accounts/viewer.ts';
import type { ItemSummary } from '../items/item-summary.ts';
import { findQuotes, type WithQuote } from '../items/quotes.ts';
import { type CachedEvent, loadCachedEvents } from './event-cache.ts';

export interface TimelineEvent extends CachedEvent {
  object: WithQuote<ItemSummary>;
  /** The cache entry: the same object until the event changes. Its viewer-specific fields belong to an arbitrary viewer. */
  cached: CachedEvent;
}

/** Reads creations and boosts of the accounts that this one follows, and on request their replies to each other. */
export async function homeTimeline(
  accountId: number,
  page: Page,
  { withReplies = false } = {},
): Promise<TimelineEvent[]> {
  const { above, below, ascending } = rangeOf(page);
  const [newestFirst, oldestFirst] = withReplies ? homePages.withReplies : homePages.withoutReplies;
  const select = ascending ? oldestFirst : newestFirst;
  const rows = await select({ accountId, above, below, limit: page.limit });
  return toEvents(rows, viewerOf(accountId), page);
}

/** Reads what the home page shows: creations and boosts of followed accounts, and what the member published. */
export async function homeTimelineWithOwn(accountId: number, page: Page): Promise<TimelineEvent[]> {
  const { above, below, ascending } = rangeOf(page);
  const select = ascending ? selectHomeWithOwnAscending : selectHomeWithOwn;
  return toEvents(await select(db, accountId, null, above, below, page.limit), viewerOf(accountId), page);
}

type HomeQuery = Omit<IdRange, 'ascending'> & { accountId: number; limit: number };

/** Reads several members' pages with one statement. Small batches give most of the gain and keep the waiting time short. */
const batchedHomes = (select: typeof selectHomeTimelines) =>
  batched(
    async (queries: HomeQuery[]): Promise<TimelineRow[][]> => {
      const rows = await select(
        db,
        queries.map(({ accountId }) => accountId),
        null,
        queries.map(({ above }) => above),
        queries.map(({ below }) => below),
        queries.map(({ limit }) => limit),
      );
      const pages = Map.groupBy(rows, ({ place }) => place);
      return queries.map((_, index) => pages.get(index + 1) ?? []);
    },
    { max: 8, parallel: 4 },
  );
/** Newest and oldest first. */
const homePages = {
  withoutReplies: [batchedHomes(selectHomeTimelines), batchedHomes(selectHomeTimelinesAscending)],
  withReplies: [
    batchedHomes(selectHomeTimelinesWithReplies),
    batchedHomes(selectHomeTimelinesWithRepliesAscending),
  ],
} as const;

/** Reads the events of one account. Throws not_found, also when either account blocks the other. */
export async function accountTimeline(
  accountId: number,
  viewer: Viewer,
  { withReplies, page }: { withReplies: boolean; page: Page },
): Promise<TimelineEvent[]> {
  const { above, below, ascending } = rangeOf(page);
  const select = ascending ? selectAccountTimelineAscending : selectAccountTimeline;
  const rows = await select(
    db,
    viewer.accountId,
    viewer.host,
    above,
    below,
    page.limit,
    accountId,
    withReplies,
  );
  // Only an empty page can belong to a missing account.
  if (rows.length === 0) await checkAccountVisible(accountId, viewer);
  return toEvents(rows, viewer, page);
}

/** Reads public creations, of this server or of all known servers. */
export async function publicTimeline(
  viewer: Viewer,
  { local, page }: { local: boolean; page: Page },
): Promise<TimelineEvent[]> {
  const { above, below, ascending } = rangeOf(page);
  const [newestFirst, oldestFirst] = local
    ? [selectLocal, selectLocalAscending]
    : [selectPublic, selectPublicAscending];
  const select = ascending ? oldestFirst : newestFirst;
  const rows = await select(db, viewer.accountId, viewer.host, above, below, page.limit);
  return toEvents(rows, viewer, page);
}

/** Reads public items of all known servers with a hashtag, also replies. `tag` is normalised. */
export async function tagTimeline(tag: string, viewer: Viewer, page: Page): Promise<TimelineEvent[]> {
  const { above, below, ascending } = rangeOf(page);
  const select = ascending ? selectTagTimelineAscending : selectTagTimeline;
  const rows = await select(db, viewer.accountId, viewer.host, above, below, page.limit, tag);
  return toEvents(rows, viewer, page);
}

async function toEvents(rows: TimelineRow[], viewer: Viewer, page: Page): Promise<TimelineEvent[]> {
  const found = await loadCachedEvents(rows, viewer);
  const shown = [...found.values()].map(({ object }) => object);
  const quotes = await findQuotes(shown, viewer);
  const events = rows.flatMap(({ id, liked, boosted, recipeId }) => {
    const cached = found.get(id);
    if (!cached) return [];
    const quote = quotes.get(cached.object.id) ?? null;
    return [{ ...cached, object: { ...cached.object, liked, boosted, recipeId, quote }, cached }];
  });
  return inOrder(events, page);
}
