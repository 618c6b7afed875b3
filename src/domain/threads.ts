/** Conversations, as far as the viewer may see them. */
import { selectStanding } from '../db/sql/eventables.ts';
import { listAncestors, listDescendants, listReplies, listRepliesAscending } from '../db/sql/threads.ts';
import { db } from '../db/statement.ts';
import { notFound } from '../lib/errors.ts';
import { inOrder, type Page, windowOf } from '../lib/page.ts';
import type { EventableType, Status } from './eventables/eventable.ts';
import { toEventables } from './eventables/read.ts';
import type { Viewer } from './eventables/visibility.ts';
import { openReplies } from './replies.ts';

const most = { ancestors: 40, descendants: 200, depth: 20 };

/** What answers the item itself. Throws not_found. */
export async function repliesTo(
  type: EventableType,
  id: number,
  viewer: Viewer,
  page: Page,
): Promise<Status[]> {
  await check(type, id, viewer);
  await openReplies(id);
  const { above, below, ascending } = windowOf(page);
  const list = ascending ? listRepliesAscending : listReplies;
  const rows = await list(db, viewer.accountId, viewer.host, id, above, below, page.limit);
  return inOrder(toEventables(rows) as Status[], page);
}

export interface Thread {
  /** From the first on: at most 40. */
  ancestors: Status[];
  /** Each below what it answers: at most 200, at most 20 deep. */
  descendants: Status[];
}

/** Throws not_found. */
export async function threadAround(id: number, viewer: Viewer): Promise<Thread> {
  await check('status', id, viewer);
  await openReplies(id);
  const { accountId, host } = viewer;
  const [ancestors, descendants] = await Promise.all([
    listAncestors(db, accountId, host, id, most.ancestors),
    listDescendants(db, accountId, host, id, most.depth, most.descendants),
  ]);
  return {
    ancestors: toEventables(ancestors) as Status[],
    descendants: toEventables(descendants) as Status[],
  };
}

/** What answers an item that was just read through the viewer's eyes, and what answers that: at most 200, at most 20 deep. */
export async function answersTo(id: number, { accountId, host }: Viewer): Promise<Status[]> {
  return toEventables(
    await listDescendants(db, accountId, host, id, most.depth, most.descendants),
  ) as Status[];
}

async function check(type: EventableType, id: number, { accountId, host }: Viewer): Promise<void> {
  const [item] = await selectStanding(db, accountId, host, id);
  if (item?.type !== type) throw notFound();
}
