/** Members follow collections: their pages list them, and the owner's server tells what is new in a remote one. */
import { randomUUID } from 'node:crypto';
import { lockCollections } from '../../db/sql/collections.ts';
import {
  countFollowedCollections,
  deleteCollectionFollow,
  insertCollectionFollow,
  listFollowedCollections,
  listFollowedCollectionsDescending,
} from '../../db/sql/followed-collections.ts';
import { lockPairs } from '../../db/sql/ledger.ts';
import { db } from '../../db/statement.ts';
import { transact } from '../../db/transaction.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import { invalid } from '../../lib/errors.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';
import { isLocal } from '../accounts/account.ts';
import { viewerOf } from '../accounts/viewer.ts';
import { type Collection, getCollection, toCollections } from './collections.ts';
import { maxFollowed } from './limits.ts';

/**
 * Following again, or following an own collection, has no effect. Nobody is notified. Throws not_found, and
 * validation_failed beyond 500 collections.
 */
export async function followCollection(accountId: number, id: number): Promise<void> {
  const { account: owner, iri: collectionIri } = await getCollection(id, viewerOf(accountId));
  await transact(async (tx) => {
    await lockCollections(tx, accountId);
    await lockPairs(tx, [accountId], [owner.id]);
    const followIri = isLocal(owner) ? null : iris.activity(accountId, randomUUID());
    const [made] = await insertCollectionFollow(tx, accountId, id, followIri, null);
    if (!made) return;
    const [followed] = await countFollowedCollections(tx, accountId);
    if (followed!.count > maxFollowed)
      throw invalid('base', t('errors.too-many-followed-collections', { maxFollowed }));
    if (followIri !== null)
      await recordFact(tx, {
        ...{ fact: 'collection-follow.created', accountId, ownerId: owner.id, collectionIri, followIri },
      });
  });
}

/** Nothing happens if the account does not follow it. Throws not_found. */
export async function unfollowCollection(accountId: number, id: number): Promise<void> {
  const { account: owner, iri: collectionIri } = await getCollection(id, viewerOf(accountId));
  await transact(async (tx) => {
    const [ended] = await deleteCollectionFollow(tx, accountId, id);
    if (!ended?.iri) return;
    await recordFact(tx, {
      ...{ fact: 'collection-follow.deleted', accountId, ownerId: owner.id, collectionIri },
      followIri: ended.iri,
    });
  });
}

export interface FollowedCollection extends Collection {
  followId: number;
}

/** Ordered by the follow. */
export async function listFollowed(accountId: number, page: Page): Promise<FollowedCollection[]> {
  const { above, below, ascending } = rangeOf(page);
  const list = ascending ? listFollowedCollections : listFollowedCollectionsDescending;
  const rows = await list(db, accountId, null, above, below, page.limit);
  return inOrder(toCollections<FollowedCollection>(rows), page);
}
