/** Tells followers and other servers that an item of ours has come, changed or gone. */
import { randomUUID } from 'node:crypto';
import { callOff } from '../../db/sql/deliveries.ts';
import { deleteEventable, type Standing } from '../../db/sql/eventables.ts';
import { selectMentionedIds } from '../../db/sql/parts.ts';
import type { Tx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { iris } from '../../lib/iris.ts';
import { recordEvent } from '../events.ts';
import { deleteFiles } from '../media/files.ts';
import { bury } from '../tombstones.ts';
import type { Visibility } from './draft.ts';

const mintActivity = (accountId: number) => iris.activity(accountId, randomUUID());

export async function announceCreation(
  tx: Tx,
  item: { id: number; accountId: number; isReply: boolean; at: Date },
): Promise<void> {
  const { id, accountId, isReply, at } = item;
  const action = isReply ? 'reply' : 'create';
  await recordEvent(tx, { action, accountId, eventableId: id, at, backfilled: false });
  const activity = mintActivity(accountId);
  await enqueue(tx, jobs.sendActivity, { verb: 'Create', activity, eventableId: id });
}

const reach: Record<Visibility, number> = { direct: 0, private: 1, unlisted: 2, public: 2 };

/**
 * `item` as it was, `visibility` as it is now. Servers that had it and are not to have it any more are told that it is
 * gone: most of them never take an item under that IRI again, should it be shown more widely later.
 */
export async function announceChange(
  tx: Tx,
  item: Standing,
  visibility: Visibility = item.visibility,
): Promise<void> {
  if (item.publication === 'draft') return;
  const { id: eventableId, account_id: accountId } = item;
  const tell = (verb: 'Create' | 'Update') =>
    enqueue(tx, jobs.sendActivity, { verb, activity: mintActivity(accountId), eventableId });

  const called = await callOffStale(tx, item, visibility);
  await tell('Update');
  // Most servers take no Update of what they never had.
  if (called.includes('Create') || (item.visibility === 'direct' && visibility !== 'direct')) {
    await tell('Create');
  }
  if (reach[visibility] >= reach[item.visibility]) return;
  await enqueue(tx, jobs.sendActivity, {
    verb: 'Withdraw',
    activity: mintActivity(accountId),
    eventableId,
    visibility: item.visibility,
  });
}

/** What waits for a server that is down must not bring it, later, what may not be seen or is not so any more. */
async function callOffStale(tx: Tx, item: Standing, visibility: Visibility): Promise<string[]> {
  const change = reach[visibility] - reach[item.visibility];
  if (change === 0 || item.iri === null) return [];
  const stale = change < 0 ? ['Create', 'Update'] : ['Delete'];
  return (await callOff(tx, item.account_id, item.iri, stale)).map(({ type }) => type);
}

/** The item is gone for good; its IRI answers with a tombstone from now on. */
export async function remove(tx: Tx, item: Standing): Promise<void> {
  await announceRemoval(tx, item);
  const [gone] = await deleteEventable(tx, item.id);
  await deleteFiles(tx, gone?.media_keys ?? []);
}

/** Before its row changes: whoever knows it is told that it is gone, and its IRI is over. */
export async function announceRemoval(tx: Tx, item: Standing): Promise<void> {
  if (item.iri === null || item.publication === 'draft') return;
  const mentionedIds = (await selectMentionedIds(tx, item.id)).map((row) => row.account_id);

  await callOff(tx, item.account_id, item.iri, ['Create', 'Update']);
  await bury(tx, item.iri, iris.actor(item.account_id), item.type);
  await enqueue(tx, jobs.sendActivity, {
    verb: 'Delete',
    activity: mintActivity(item.account_id),
    accountId: item.account_id,
    objectIri: item.iri,
    visibility: item.visibility,
    mentionedIds,
  });
}
