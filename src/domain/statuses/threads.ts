/** Reads conversations for a viewer. */
import { selectItemHeader } from '../../db/sql/items.ts';
import {
  selectAncestors,
  selectDescendants,
  selectReplies,
  selectRepliesAscending,
} from '../../db/sql/statuses.ts';
import { db } from '../../db/statement.ts';
import { notFound } from '../../lib/errors.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Eventable, EventableType, Status } from '../items/eventable.ts';
import { type WithQuote, withQuotes } from '../items/quotes.ts';
import { toEventables } from '../items/read.ts';
import { requestMissingReplies } from './fetch-replies.ts';

const limits = { ancestors: 40, descendants: 200, depth: 20 };

/** Lists the direct replies to an item. Throws not_found. */
export async function listReplies(
  type: EventableType,
  id: number,
  viewer: Viewer,
  page: Page,
): Promise<WithQuote<Status>[]> {
  await requireVisible(type, id, viewer);
  await requestMissingReplies(id);
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? selectRepliesAscending : selectReplies;
  const rows = await list(db, viewer.accountId, viewer.host, id, above, below, page.limit);
  return inOrder(await toStatuses(rows, viewer), page);
}

export interface Thread {
  /** At most 40, the first item first. That is often a recipe. */
  ancestors: WithQuote<Eventable>[];
  /** At most 200, at most 20 levels deep, each after its parent. */
  descendants: WithQuote<Status>[];
}

/** Throws not_found. */
export async function getThread(id: number, viewer: Viewer): Promise<Thread> {
  await requireVisible('status', id, viewer);
  await requestMissingReplies(id);
  const { accountId, host } = viewer;
  const [ancestors, descendants] = await Promise.all([
    selectAncestors(db, accountId, host, id, limits.ancestors),
    selectDescendants(db, accountId, host, id, limits.depth, limits.descendants),
  ]);
  return {
    ancestors: await withQuotes(toEventables(ancestors), viewer),
    descendants: await toStatuses(descendants, viewer),
  };
}

/** Lists replies and their replies: at most 200, at most 20 levels deep. Does not check the item itself. */
export async function listDescendants(id: number, viewer: Viewer): Promise<WithQuote<Status>[]> {
  const { accountId, host } = viewer;
  const rows = await selectDescendants(db, accountId, host, id, limits.depth, limits.descendants);
  return toStatuses(rows, viewer);
}

const toStatuses = (rows: Record<string, unknown>[], viewer: Viewer) =>
  withQuotes(toEventables(rows) as Status[], viewer);

async function requireVisible(type: EventableType, id: number, { accountId, host }: Viewer): Promise<void> {
  const [item] = await selectItemHeader(db, accountId, host, id);
  if (item?.type !== type) throw notFound();
}
