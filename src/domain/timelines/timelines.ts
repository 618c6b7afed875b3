/** Timelines and their events. */
import {
  beginFanOut,
  endFanOuts,
  type FanOutRow,
  fanOutBatch,
  fanOutEvents,
  finishSmallFanOuts,
  lockFanOuts,
} from '../../db/sql/events.ts';
import {
  insertBackfilledEntries,
  selectAccountTimeline,
  selectEvents,
  selectEventsToBackfill,
  selectHomeTimelines,
  selectHomeTimelinesWithReplies,
  selectHomeWithOwn,
  selectLocal,
  selectPublic,
  selectTagTimeline,
  type TimelineRow,
} from '../../db/sql/timelines.ts';
import { db, nest, readPage } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import type { EventAction } from '../../db/vocabulary.ts';
import { batched } from '../../lib/batch.ts';
import { createCache } from '../../lib/cache.ts';
import { failpoint } from '../../lib/failpoint.ts';
import { memoryPlan } from '../../lib/memory.ts';
import { type IdRange, inOrder, type Page, rangeOf } from '../../lib/page.ts';
import { type AccountCard, checkAccountVisible, type Viewer, viewerOf } from '../accounts/account.ts';
import { findQuotes, type ItemSummary, type WithQuote, withMedia } from '../items/read.ts';

// Caches events, without viewer-specific fields, until something they show changes. One event is in many timelines.

export interface CachedEvent {
  id: number;
  action: EventAction;
  createdAt: Date;
  /** The author, or the account that boosted. */
  account: AccountCard;
  object: ItemSummary;
}

type VersionedEvent = CachedEvent & { version: string };

const maxBytes = memoryPlan().cacheMegabytes * 2 ** 20;
/** The approximate size of an entry and of the JSON text cached with it. */
const estimateBytes = ({ object }: VersionedEvent) => 4 * (object.content.length + object.contentHtml.length) + 6_000;
const cache = createCache<number, VersionedEvent>({ maxSize: maxBytes, sizeCalculation: estimateBytes });

/** Returns events by id, without those that the viewer may no longer see. */
async function loadCachedEvents(rows: TimelineRow[], viewer: Viewer): Promise<Map<number, CachedEvent>> {
  const found = new Map<number, CachedEvent>();
  const missing: number[] = [];
  for (const { id, version } of rows) {
    const known = cache.get(id);
    if (known?.version === version) found.set(id, known);
    else missing.push(id);
  }
  if (missing.length === 0) return found;

  const loaded = await selectEvents(db, viewer.accountId, viewer.host, missing);
  for (const event of nest<VersionedEvent>(loaded)) {
    // A copy, because V8 is slow at reading what was built key by key, and each timeline copies the object.
    event.object = withMedia(event.object);
    cache.set(event.id, event);
    found.set(event.id, event);
  }
  return found;
}

// Reads pages of timelines; with cached events, each page takes one statement

export interface TimelineEvent extends CachedEvent {
  object: WithQuote<ItemSummary>;
  /**
   * The cache entry: the same object until the event changes. Its viewer-specific fields belong to an arbitrary viewer.
   */
  cached: CachedEvent;
}

/** Reads creations and boosts of the accounts that this one follows, and on request their replies to each other. */
export async function homeTimeline(
  accountId: number,
  page: Page,
  { withReplies = false } = {},
): Promise<TimelineEvent[]> {
  const { above, below, start } = rangeOf(page);
  const read = withReplies ? homesWithReplies : homes;
  const rows = await read[start]({ accountId, above, below, limit: page.limit });
  return toEvents(inOrder(rows, page), viewerOf(accountId));
}

/** Reads what the home page shows: creations and boosts of followed accounts, and what the member published. */
export async function homeTimelineWithOwn(accountId: number, page: Page): Promise<TimelineEvent[]> {
  return toEvents(await readPage(selectHomeWithOwn, page, [accountId, null]), viewerOf(accountId));
}

type HomeQuery = Omit<IdRange, 'start'> & { accountId: number; limit: number };

/**
 * Reads several members' pages with one statement. Small batches give most of the gain and keep the waiting time short.
 */
const batchedHomes = (select: typeof selectHomeTimelines.newest) =>
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

const bothDirections = ({ newest, oldest }: typeof selectHomeTimelines) => ({
  newest: batchedHomes(newest),
  oldest: batchedHomes(oldest),
});
const homes = bothDirections(selectHomeTimelines);
const homesWithReplies = bothDirections(selectHomeTimelinesWithReplies);

/** Reads the events of one account. Throws not_found, also when either account blocks the other. */
export async function accountTimeline(
  accountId: number,
  viewer: Viewer,
  { withReplies, page }: { withReplies: boolean; page: Page },
): Promise<TimelineEvent[]> {
  const { accountId: viewerId, host } = viewer;
  const rows = await readPage(selectAccountTimeline, page, [viewerId, host], accountId, withReplies);
  // Only an empty page can belong to a missing account.
  if (rows.length === 0) await checkAccountVisible(accountId, viewer);
  return toEvents(rows, viewer);
}

/** Reads public creations, of this server or of all known servers. */
export async function publicTimeline(
  viewer: Viewer,
  { local, page }: { local: boolean; page: Page },
): Promise<TimelineEvent[]> {
  const list = local ? selectLocal : selectPublic;
  return toEvents(await readPage(list, page, [viewer.accountId, viewer.host]), viewer);
}

/** Reads public items of all known servers with a hashtag, also replies. `tag` is normalised. */
export async function tagTimeline(tag: string, viewer: Viewer, page: Page): Promise<TimelineEvent[]> {
  return toEvents(await readPage(selectTagTimeline, page, [viewer.accountId, viewer.host], tag), viewer);
}

async function toEvents(rows: TimelineRow[], viewer: Viewer): Promise<TimelineEvent[]> {
  const found = await loadCachedEvents(rows, viewer);
  const shown = [...found.values()].map(({ object }) => object);
  const quotes = await findQuotes(shown, viewer);
  return rows.flatMap(({ id, liked, boosted, recipeId, inReplyToId }) => {
    const cached = found.get(id);
    if (!cached) return [];
    const quote = quotes.get(cached.object.id) ?? null;
    return [{ ...cached, object: { ...cached.object, liked, boosted, recipeId, inReplyToId, quote }, cached }];
  });
}

// Fans events out to home timelines with set-based statements

const maxFollowersOfSmall = 500;
const batchSize = 10_000;

/** Fans out the events of authors with few followers in one transaction. Returns the ids of these events. */
export async function fanOutSmallEvents(eventIds: number[]): Promise<Set<number>> {
  return transact(async (tx) => {
    const events = await finishSmallFanOuts(tx, eventIds, maxFollowersOfSmall);
    if (events.length === 0) return new Set();
    const ids = events.map((event) => event.id);
    const items = events.map((event) => event.eventable_id);
    await fanOutEvents(
      tx,
      ids,
      events.map((event) => event.account_id),
      items,
    );
    failpoint('fan_out_small');
    return new Set(events.map((event) => event.requested_id));
  });
}

/** Idempotent: after a crash it starts again and skips existing entries. Does nothing if the event was deleted. */
export async function fanOut(eventId: number): Promise<void> {
  const [event] = await beginFanOut(db, eventId);
  if (!event) return;
  failpoint('fan_out_begun');

  let above: number | null = 0;
  while (above !== null) {
    above = await writeBatch(event, above);
    failpoint('fan_out_batch');
  }
  await endFanOuts(db, [event.id]);
}

async function writeBatch(event: FanOutRow, above: number): Promise<number | null> {
  return transact(async (tx) => {
    await lockFanOuts(tx, [event.eventable_id]);
    const [batch] = await fanOutBatch(tx, event.id, event.account_id, above, batchSize, event.eventable_id);
    return batch?.last ?? null;
  });
}

// Shows a new follower the newest items of the followed account

const maxEvents = 20;

/**
 * Does nothing unless `followerId` still follows the account. May run twice, and beside a fan-out of the same events.
 */
export async function backfillHome(followerId: number, followeeId: number): Promise<void> {
  await transact(async (tx) => {
    const events = await selectEventsToBackfill(tx, followerId, null, followeeId, maxEvents);
    if (events.length === 0) return;
    const items = events.map((event) => event.eventable_id);
    await lockFanOuts(tx, items);
    const ids = events.map((event) => event.id);
    await insertBackfilledEntries(tx, followerId, ids, items);
  });
}
