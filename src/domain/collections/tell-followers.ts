/** Records what the followers of a collection on other servers should learn. */

import type { OwnCollection } from '../../db/sql/collections.ts';
import { listRemoteFollowers } from '../../db/sql/followed-collections.ts';
import type { Tx } from '../../db/transaction.ts';
import { recordFact } from '../../jobs/enqueue.ts';
import type { NewFact } from '../../jobs/fact.ts';
import { iris } from '../../lib/iris.ts';

export const isShared = ({ visibility }: Pick<OwnCollection, 'visibility'>): boolean =>
  visibility !== 'private';

/** Nothing is recorded while nobody on another server follows. */
export async function tellFollowers(tx: Tx, collection: OwnCollection, fact: NewFact): Promise<void> {
  if (!isShared(collection)) return;
  const followers = await listRemoteFollowers(tx, collection.id);
  if (followers.length > 0) await recordFact(tx, fact);
}

/** Call it before the follows are deleted. */
export async function tellDeletion(tx: Tx, collection: OwnCollection): Promise<void> {
  const recipients = isShared(collection) ? await listRemoteFollowers(tx, collection.id) : [];
  if (recipients.length === 0) return;
  await recordFact(tx, {
    fact: 'collection.deleted',
    accountId: collection.account_id,
    objectIri: iris.collection(collection.account_id, collection.id),
    isUnlisted: collection.visibility === 'unlisted',
    recipientIds: recipients.map(({ id }) => id),
  });
}
