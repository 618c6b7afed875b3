/** Maps each job to its handler. Handlers are idempotent, because a job may run twice. */
import { selectInbound, selectInboundWithActor } from '../src/db/sql/federation.ts';
import { db, nest } from '../src/db/statement.ts';
import { transact } from '../src/db/transaction.ts';
import { preparePasswordReset } from '../src/domain/access/email.ts';
import type { Account } from '../src/domain/accounts/account.ts';
import { applySuspensions, eraseAccountContent, removeSuspended } from '../src/domain/accounts/delete.ts';
import { refreshStaleAccounts } from '../src/domain/accounts/remote.ts';
import { purgeCollection, tellUnshared } from '../src/domain/collections/unshare.ts';
import { getInstanceProfile } from '../src/domain/instance/instance.ts';
import { prune } from '../src/domain/instance/upkeep.ts';
import { endFollowsWithHost } from '../src/domain/interactions/block.ts';
import { authorizeAll } from '../src/domain/interactions/follow.ts';
import { replaceHomeEntries } from '../src/domain/items/announce.ts';
import { deleteTrashedItem, pruneRemoteItems } from '../src/domain/items/delete.ts';
import { eraseDeletedItem, releaseDraft } from '../src/domain/items/publish.ts';
import { reindexOutdatedRecipes } from '../src/domain/items/search-index.ts';
import { sendStoredMail } from '../src/domain/mail/mail.ts';
import { makeExport } from '../src/domain/migration/export.ts';
import { pauseForMemory, runImport } from '../src/domain/migration/run-import.ts';
import { refreshBlockLists } from '../src/domain/moderation/block-lists.ts';
import { enforceAllDomainRules, enforceDomainRules } from '../src/domain/moderation/domain-rules.ts';
import { sendDigests } from '../src/domain/notifications/notifications.ts';
import { refreshTrends } from '../src/domain/search/explore.ts';
import { settleMentions } from '../src/domain/statuses/statuses.ts';
import { backfillHome, fanOut, fanOutSmallEvents } from '../src/domain/timelines/timelines.ts';
import { deliver } from '../src/federation/deliver/deliver.ts';
import { send } from '../src/federation/deliver/send.ts';
import { handle, type Received } from '../src/federation/inbox/handle.ts';
import { writeArchiveOf } from '../src/federation/outgoing/archive.ts';
import { jobs } from '../src/jobs/catalogue.ts';
import { enqueue } from '../src/jobs/enqueue.ts';
import { batched } from '../src/lib/batch.ts';
import { log } from '../src/lib/log.ts';
import { removeStored } from '../src/lib/storage/storage.ts';
import { fetchHandlers } from './fetch-jobs.ts';
import { followHandlers } from './follow-jobs.ts';
import { type Handlers, inSlices, type Outcome, sliceEnd } from './handler.ts';
import { giveWay } from './imaging/priority.ts';
import { mediaHandlers } from './media-jobs.ts';

/** For work that never has to run again. */
const once =
  <Payload>(work: (payload: Payload) => Promise<unknown>) =>
  async (payload: Payload): Promise<Outcome> => {
    await work(payload);
    return 'done';
  };

export const handlers: Handlers = {
  ...fetchHandlers,
  ...followHandlers,
  ...mediaHandlers,
  'accept-follow-requests': once(({ accountId }) => authorizeAll(accountId)),
  'apply-domain-rules': once(enforceAllDomainRules),
  'apply-suspensions': () => inSlices(applySuspensions),
  'backfill-home': once(({ followerId, followeeId }) => backfillHome(followerId, followeeId)),
  'build-export': once(({ accountId, key }) =>
    makeExport(key, (path, onProgress) => writeArchiveOf(accountId, path, onProgress)),
  ),
  'delete-files': once(async ({ keys }) => {
    for (const key of keys) await removeStored(key);
  }),
  'delete-trashed-item': once(({ eventableId, version }) => deleteTrashedItem(eventableId, version)),
  'deliver-activity': ({ deliveryId }) => deliver(deliveryId),
  /** Runs again for follows that were in progress. */
  'end-follows-with-host': async ({ accountId, host, until }) => {
    await endFollowsWithHost(accountId, host);
    return until > Date.now() ? { again: new Date(until) } : 'done';
  },
  /** The `Delete` of the actor is built first, while the account is there. */
  'erase-account': once(async ({ accountId, factId }) => {
    await send({ fact: 'account.deleted', id: factId, accountId });
    await transact((tx) => enqueue(tx, jobs.purgeRemoteAccount, { accountId }));
  }),
  'erase-item': ({ eventableId }) => inSlices((until) => eraseDeletedItem(eventableId, until)),
  'fan-out-event': once(async ({ eventId }) => {
    if (!(await fanOutIfSmall(eventId))) await fanOut(eventId);
  }),
  'prepare-password-reset': once(({ mailId }) => preparePasswordReset(mailId)),
  prune: once(prune),
  'prune-remote-items': once(({ after }) => pruneRemoteItems(after)),
  'purge-remote-account': ({ accountId }) => inSlices((until) => eraseAccountContent(accountId, until)),
  'purge-collection': ({ collectionId }) => inSlices((until) => purgeCollection(collectionId, until)),
  'receive-activity': async ({ inboundId }) => {
    const row = await findInbound(inboundId);
    if (!row) return 'done';
    const outcome = await handle(row);
    return typeof outcome === 'string' ? { handled: { id: row.id, outcome } } : outcome;
  },
  'refresh-accounts': once(refreshStaleAccounts),
  'refresh-block-lists': once(refreshBlockLists),
  'refresh-trending': once(refreshTrends),
  'reindex-recipes': () => inSlices(reindexOutdatedRecipes),
  'release-draft': ({ eventableId }) => inSlices((until) => releaseDraft(eventableId, until)),
  'remove-suspended': ({ accountId }) => removeSuspended(accountId, sliceEnd()),
  'replace-home-entries': ({ eventId, eventableId }) =>
    inSlices((until) => replaceHomeEntries(eventId, eventableId, until)),
  'run-import': async ({ importId }) => {
    const next = await runImport(importId, giveWay);
    return next ? { again: next } : 'done';
  },
  /** Waits for the look-ups of mentioned accounts. */
  'send-activity': async (fact) => {
    const isWaiting = 'hasPendingMentions' in fact && fact.hasPendingMentions;
    const again = isWaiting ? await settleMentions(fact.eventableId) : null;
    return again ? { again } : send(fact);
  },
  'send-digests': once(sendDigests),
  'send-mail': once(async ({ mailId }) => sendStoredMail(mailId, (await getInstanceProfile()).name)),
  'sever-domain': ({ host }) => enforceDomainRules(host),
  'unshare-collection': once(tellUnshared),
};

/** What runs instead of a job for which memory did not suffice. Without an entry, the job is quarantined. */
export const memoryWaits: Partial<Handlers> = {
  'run-import': async ({ importId }) => ({ again: await pauseForMemory(importId) }),
};

/** Resolves to whether the event is fanned out. Events of one job batch share a statement. */
const fanOutIfSmall = batched(async (eventIds: number[]) => {
  try {
    const done = await fanOutSmallEvents(eventIds);
    return eventIds.map((id) => done.has(id));
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'events that failed together are fanned out one by one');
    return eventIds.map(() => false);
  }
});

/** Alone, it is read together with its actor. */
const findInbound = batched(async (ids: number[]): Promise<(Received | undefined)[]> => {
  if (ids.length === 1) {
    const [row] = nest<Received & { actor: Account }>(await selectInboundWithActor(db, ids[0]!));
    if (row?.actor.id === null) delete (row as Received).actor;
    return [row];
  }
  const rows = new Map((await selectInbound(db, ids)).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id));
});
