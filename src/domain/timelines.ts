/** Timelines: pages of events, each read by one statement as long as its events are kept. */
import {
  type Glimpse,
  selectAccountTimeline,
  selectAccountTimelineAscending,
  selectHomes,
  selectHomesAscending,
  selectLocal,
  selectLocalAscending,
  selectPublic,
  selectPublicAscending,
} from '../db/sql/timelines.ts';
import { db } from '../db/statement.ts';
import { batched } from '../lib/batch.ts';
import { inOrder, type Page, type Window, windowOf } from '../lib/page.ts';
import { checkShown } from './accounts/shown.ts';
import { type Viewer, viewerOf } from './eventables/visibility.ts';
import { type KeptEvent, keptEvents } from './kept-events.ts';

export interface TimelineEvent extends KeptEvent {
  /** The same object for as long as the event shows the same, whoever looks; the viewer's own in it is anybody's. */
  kept: KeptEvent;
}

/** Creations, replies and boosts of the accounts that this one follows. */
export async function homeTimeline(accountId: number, page: Page): Promise<TimelineEvent[]> {
  const { above, below, ascending } = windowOf(page);
  const find = ascending ? findHomeAscending : findHome;
  const glimpses = await find({ accountId, above, below, limit: page.limit });
  return toEvents(glimpses, viewerOf(accountId), page);
}

type Asked = Omit<Window, 'ascending'> & { accountId: number; limit: number };

/** Several members' at a time: few enough that none waits for long, for most of the gain comes with the first of them. */
const together = (select: typeof selectHomes) =>
  batched(
    async (asked: Asked[]): Promise<Glimpse[][]> => {
      const rows = await select(
        db,
        asked.map(({ accountId }) => accountId),
        null,
        asked.map(({ above }) => above),
        asked.map(({ below }) => below),
        asked.map(({ limit }) => limit),
      );
      const pages = Map.groupBy(rows, ({ place }) => place);
      return asked.map((_, index) => pages.get(index + 1) ?? []);
    },
    { max: 8, parallel: 4 },
  );
const findHome = together(selectHomes);
const findHomeAscending = together(selectHomesAscending);

/** What one account did, as the viewer may see it. Throws not_found, also when there is a block between the two. */
export async function accountTimeline(
  accountId: number,
  viewer: Viewer,
  { withReplies, page }: { withReplies: boolean; page: Page },
): Promise<TimelineEvent[]> {
  const { above, below, ascending } = windowOf(page);
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
  // Only an empty page can be that of an account that is not there.
  if (rows.length === 0) await checkShown(accountId, viewer);
  return toEvents(rows, viewer, page);
}

/** What accounts published for anybody, here or on every server known. */
export async function publicTimeline(
  viewer: Viewer,
  { local, page }: { local: boolean; page: Page },
): Promise<TimelineEvent[]> {
  const { above, below, ascending } = windowOf(page);
  const [newestFirst, oldestFirst] = local
    ? [selectLocal, selectLocalAscending]
    : [selectPublic, selectPublicAscending];
  const select = ascending ? oldestFirst : newestFirst;
  const glimpses = await select(db, viewer.accountId, viewer.host, above, below, page.limit);
  return toEvents(glimpses, viewer, page);
}

async function toEvents(glimpses: Glimpse[], viewer: Viewer, page: Page): Promise<TimelineEvent[]> {
  const found = await keptEvents(glimpses, viewer);
  const events = glimpses.flatMap(({ id, liked, boosted, recipeId }) => {
    const kept = found.get(id);
    return kept ? [{ ...kept, object: { ...kept.object, liked, boosted, recipeId }, kept }] : [];
  });
  return inOrder(events, page);
}
