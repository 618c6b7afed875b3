/** Whether what was once shown is still what would be shown: a stamp that stayed the same says so. */
import { stampEventable } from '../db/sql/stamps.ts';
import {
  stampAccountTimeline,
  stampAccountTimelineAscending,
  stampHome,
  stampHomeAscending,
} from '../db/sql/timelines.ts';
import { db } from '../db/statement.ts';
import { notFound } from '../lib/errors.ts';
import { type Page, windowOf } from '../lib/page.ts';
import type { Viewer } from './eventables/visibility.ts';

/** Throws not_found for what is missing and for what the viewer may not see. */
export async function eventableStamp(id: number, viewer: Viewer): Promise<string> {
  const [row] = await stampEventable(db, viewer.accountId, viewer.host, id);
  if (!row) throw notFound();
  return row.stamp;
}

/** Empty for an empty page, as are those below. */
export async function homeStamp(accountId: number, page: Page): Promise<string> {
  const { above, below, ascending } = windowOf(page);
  const select = ascending ? stampHomeAscending : stampHome;
  const [row] = await select(db, accountId, null, above, below, page.limit);
  return row?.stamp ?? '';
}

export async function accountStamp(
  accountId: number,
  viewer: Viewer,
  { withReplies, page }: { withReplies: boolean; page: Page },
): Promise<string> {
  const { above, below, ascending } = windowOf(page);
  const select = ascending ? stampAccountTimelineAscending : stampAccountTimeline;
  const [row] = await select(
    db,
    viewer.accountId,
    viewer.host,
    above,
    below,
    page.limit,
    accountId,
    withReplies,
  );
  return row?.stamp ?? '';
}
