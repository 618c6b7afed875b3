/** Lists an account's own preparations and bakings, including drafts. */
import { listCooked, listCookedAscending } from '../../db/sql/recipes.ts';
import { db } from '../../db/statement.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import { viewerOf } from '../accounts/viewer.ts';
import type { Cooked, CookedType } from '../items/eventable.ts';
import { toEventables } from '../items/read.ts';

export interface CookedFilter {
  /** Prepared at this time or later. */
  from: Date | null;
  /** Prepared before this time. */
  until: Date | null;
  publications: Cooked['publication'][] | null;
}

/** Lists newest first unless the page says otherwise. */
export async function listOwnCooked<Type extends CookedType>(
  type: Type,
  accountId: number,
  { from, until, publications }: CookedFilter,
  page: Page,
): Promise<Extract<Cooked, { type: Type }>[]> {
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? listCookedAscending : listCooked;
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
