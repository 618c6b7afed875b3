/** Lists the items that an item's steps link to, directly or through other items. */
import { selectLinkedItems } from '../../db/sql/items.ts';
import { db } from '../../db/statement.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Eventable, EventableType } from './eventable.ts';
import { toEventables } from './read.ts';

const maxLinkedItems = 100;

/**
 * Lists at most 100 linked items of the same kind, nearest first, each once. Links are followed through items of other
 * kinds, but not through items that the viewer may not see. Throws not_found.
 */
export async function listLinked<Type extends EventableType>(
  type: Type,
  id: number,
  viewer: Viewer,
): Promise<Extract<Eventable, { type: Type }>[]> {
  const { accountId, host } = viewer;
  const rows = await selectLinkedItems(
    db,
    accountId,
    host,
    id,
    type,
    config.maxLinkDepth,
    maxLinkedItems + 1,
  );
  const [root, ...linked] = toEventables(rows);
  if (!root) throw notFound();
  return linked as Extract<Eventable, { type: Type }>[];
}
