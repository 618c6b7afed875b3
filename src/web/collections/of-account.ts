/** The collections tab of a profile. */

import type { Account } from '../../domain/accounts/account.ts';
import { listCollections } from '../../domain/collections/collections.ts';
import { t } from '../../lib/language/text.ts';
import { empty } from '../components/elements.ts';
import { morePager } from '../components/endless.ts';
import type { Html } from '../components/layout.ts';
import type { Visitor } from '../components/page-handler.ts';
import { requestedPage, withNeighbours } from '../components/pagination.ts';
import { collectionCards } from './cards.ts';

const perPage = 24;

export async function collectionsOf(
  account: Account,
  { c, viewer }: Visitor,
): Promise<{ list: Html; pager: Html | string }> {
  const page = requestedPage(c, perPage);
  const found = await listCollections(account.id, viewer, page);
  const { items, ...ends } = withNeighbours(found, page, `/@${account.handle}/collections`);
  const list =
    items.length > 0 ? collectionCards(items, { withVisibility: true }) : empty(t('profile.no-collections'));
  return { list, pager: morePager(ends) };
}
