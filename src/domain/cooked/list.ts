/** One's own preparations and bakings, drafts included. */
import { listCookedOf, listCookedOfAscending } from '../../db/sql/cooked.ts';
import { db } from '../../db/statement.ts';
import { inOrder, type Page, windowOf } from '../../lib/page.ts';
import type { Cooked, CookedType } from '../eventables/eventable.ts';
import { toEventables } from '../eventables/read.ts';
import { viewerOf } from '../eventables/visibility.ts';

export interface CookedFilter {
  /** Prepared then or later. */
  from: Date | null;
  /** Prepared before then. */
  until: Date | null;
  publications: Cooked['publication'][] | null;
}

/** Newest first unless the page says otherwise. */
export async function listOwnCooked<Type extends CookedType>(
  type: Type,
  accountId: number,
  { from, until, publications }: CookedFilter,
  page: Page,
): Promise<Extract<Cooked, { type: Type }>[]> {
  const { above, below, ascending } = windowOf(page);
  const list = ascending ? listCookedOfAscending : listCookedOf;
  const { accountId: viewer, host } = viewerOf(accountId);
  const rows = await list(
    db,
    viewer,
    host,
    accountId,
    type,
    above,
    below,
    page.limit,
    from,
    until,
    publications,
  );
  return inOrder(toEventables(rows), page) as Extract<Cooked, { type: Type }>[];
}
