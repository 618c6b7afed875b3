/** Lists the IRIs in an account's collections: followers, following and pinned items. */
import { listFollowerIris, listFollowingIris } from '../../db/sql/federation.ts';
import { listFollowersOn } from '../../db/sql/follows.ts';
import { listPinIris } from '../../db/sql/interactions.ts';
import { db } from '../../db/statement.ts';

/** Newest first, with follow ids below `before`. */
export const listFollowers = (accountId: number, before: number, limit: number) =>
  listFollowerIris(db, accountId, before, limit);

/** Newest first, with follow ids below `before`. */
export const listFollowing = (accountId: number, before: number, limit: number) =>
  listFollowingIris(db, accountId, before, limit);

export async function listFollowersOnHost(accountId: number, host: string): Promise<string[]> {
  return (await listFollowersOn(db, accountId, host)).map(({ iri }) => iri);
}

export async function listPinnedItems(accountId: number): Promise<string[]> {
  return (await listPinIris(db, null, null, accountId)).map(({ iri }) => iri);
}
