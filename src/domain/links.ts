/** What a dish is made of: the items that its steps link to, directly or through others. */
import { selectLinked } from '../db/sql/links.ts';
import { db } from '../db/statement.ts';
import { config } from '../lib/config.ts';
import { notFound } from '../lib/errors.ts';
import type { Eventable, EventableType } from './eventables/eventable.ts';
import { toEventables } from './eventables/read.ts';
import type { Viewer } from './eventables/visibility.ts';

const most = 100;

/**
 * Items of the same kind, nearest first, each once, at most 100; those of other kinds, and nothing that the viewer may
 * not see, are passed through. Throws not_found.
 */
export async function listLinked<Type extends EventableType>(
  type: Type,
  id: number,
  viewer: Viewer,
): Promise<Extract<Eventable, { type: Type }>[]> {
  const { accountId, host } = viewer;
  const rows = await selectLinked(db, accountId, host, id, type, config.maxLinkDepth, most + 1);
  const [root, ...linked] = toEventables(rows);
  if (!root) throw notFound();
  return linked as Extract<Eventable, { type: Type }>[];
}
