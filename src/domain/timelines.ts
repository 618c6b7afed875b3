/** Timelines: pages of events, each read by one statement. */

import { nest } from '../db/nest.ts';
import {
  selectAccountTimeline,
  selectAccountTimelineAscending,
  selectHome,
  selectHomeAscending,
  selectLocal,
  selectLocalAscending,
  selectPublic,
  selectPublicAscending,
} from '../db/sql/timelines.ts';
import { db } from '../db/statement.ts';
import { inOrder, type Page, windowOf } from '../lib/page.ts';
import type { AccountCard } from './accounts/account.ts';
import { checkShown } from './accounts/shown.ts';
import type { Visibility } from './eventables/draft.ts';
import type { EventableType, Medium } from './eventables/eventable.ts';
import { toMedium } from './eventables/read.ts';
import type { Viewer } from './eventables/visibility.ts';
import type { EventAction } from './events.ts';

/** What a list shows of an item. */
export interface ShortEventable {
  id: number;
  type: EventableType;
  iri: string | null;
  url: string | null;
  publication: 'draft' | 'published';
  visibility: Visibility;
  slug: string | null;
  name: string;
  content: string;
  contentHtml: string;
  locale: string;
  preparedAt: Date | null;
  recipeId: number | null;
  inReplyToId: number | null;
  likesCount: number;
  boostsCount: number;
  repliesCount: number;
  cookedCount: number;
  createdAt: Date;
  publishedAt: Date;
  liked: boolean;
  boosted: boolean;
  /** The first four. */
  media: Medium[];
  account: AccountCard;
}

export interface TimelineEvent {
  id: number;
  action: EventAction;
  createdAt: Date;
  /** Who did it: the author, or who boosts. */
  account: AccountCard;
  object: ShortEventable;
}

/** Creations, replies and boosts of the accounts that this one follows. */
export async function homeTimeline(accountId: number, page: Page): Promise<TimelineEvent[]> {
  const { above, below, ascending } = windowOf(page);
  const select = ascending ? selectHomeAscending : selectHome;
  return toEvents(await select(db, accountId, null, above, below, page.limit), page);
}

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
  return toEvents(rows, page);
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
  return toEvents(await select(db, viewer.accountId, viewer.host, above, below, page.limit), page);
}

function toEvents(rows: Record<string, unknown>[], page: Page): TimelineEvent[] {
  const events = nest<TimelineEvent>(rows);
  for (const { object } of events) object.media = object.media.map(toMedium);
  return inOrder(events, page);
}
