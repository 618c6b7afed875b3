/**
 * Reads the `published` that a Create or Update would have if it were built now. A stored one with another is outdated: its
 * object changed while it was built, and a newer activity about it may have been stored first.
 */
import { findOutgoing } from '../../db/sql/deliveries.ts';
import { db } from '../../db/statement.ts';
import { findAccount } from '../../domain/accounts/account.ts';
import { findPublishedCollection } from '../../domain/collections/remote.ts';
import type { Fact } from '../../jobs/fact.ts';

/** Null if the object is gone, undefined for facts whose activity carries no object. */
export async function publishedNow(fact: Fact): Promise<string | null | undefined> {
  switch (fact.fact) {
    case 'item.published':
      return toText((await findOutgoing(db, fact.eventableId))[0]?.published_at);
    case 'item.updated':
      return toText((await findOutgoing(db, fact.eventableId))[0]?.updated_at);
    case 'account.updated':
      return toText((await findAccount(fact.accountId))?.updatedAt);
    case 'collection.updated':
      return toText((await findPublishedCollection(fact.collectionId))?.updatedAt);
    default:
      return undefined;
  }
}

const toText = (at: Date | undefined): string | null => at?.toISOString() ?? null;
