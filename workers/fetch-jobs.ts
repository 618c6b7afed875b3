/** Jobs that fetch accounts, items and collections from other servers. */
import { randomUUID } from 'node:crypto';
import { acquirePermit } from '../src/db/semaphore.ts';
import { selectAuthorOf, selectHasLocalFollower } from '../src/db/sql/discovery.ts';
import { selectRemoteItemIri } from '../src/db/sql/statuses.ts';
import { db } from '../src/db/statement.ts';
import { transact } from '../src/db/transaction.ts';
import { type Account, findAccount, isLocal } from '../src/domain/accounts/account.ts';
import {
  markAccountLoaded,
  maxFetchFailures,
  recordAccountFetchFailure,
  upsertRemoteAccount,
} from '../src/domain/accounts/remote.ts';
import { deleteRemoteCollection, fetchUnknownItems } from '../src/domain/collections/remote.ts';
import { membersFollowing } from '../src/domain/interactions/follow.ts';
import { replaceRemotePins } from '../src/domain/interactions/on-item.ts';
import { deleteRemoteItem } from '../src/domain/items/delete.ts';
import { ingestRemoteItem } from '../src/domain/items/ingest-remote.ts';
import { maxFetchDepth } from '../src/domain/items/parts.ts';
import { findQuote } from '../src/domain/statuses/quotes.ts';
import { enqueueReplyFetches, ingestRepliesPage } from '../src/domain/statuses/statuses.ts';
import { withObjectIris } from '../src/federation/own-pages.ts';
import {
  loadCollection as fetchCollection,
  type OutboxItem,
  readOutboxItems,
  readReplies,
} from '../src/federation/resolve/collections.ts';
import {
  budgetOf,
  deeper,
  failureOf,
  isDefinite,
  newBudget,
  ResolveError,
  type ResolveFailure,
  sharedBudget,
} from '../src/federation/resolve/fetch.ts';
import { verifyQuote as fetchAndVerify, loadItem, readFeatured } from '../src/federation/resolve/load-item.ts';
import { detectSoftware, loadActor, resolveHandle, withFollowCounts } from '../src/federation/resolve/resolve-actor.ts';
import { type JobDefinition, jobs, type Payload } from '../src/jobs/catalogue.ts';
import { backfillHomes, enqueue } from '../src/jobs/enqueue.ts';
import { isLocalIri } from '../src/lib/iris.ts';
import type { Handlers, Outcome } from './handler.ts';

// Runs fetch jobs: a few per host at a time, across all worker processes, and again if the host is unreachable

const maxPerHost = 3;

/** Runs `work`, or postpones the job by a few seconds if the host's permits are all in use. */
export async function withHostPermit(url: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const permit = await acquirePermit(`fetch ${new URL(url).host}`, maxPerHost);
  if (!permit) return { again: new Date(Date.now() + 1_000 + Math.random() * 4_000) };

  try {
    return await work();
  } finally {
    permit.release();
  }
}

/** What to do about a failure. One without an entry is final. */
type OnFailure = Partial<Record<ResolveFailure, () => Promise<unknown>>>;

/** Rethrows errors that do not come from the other server. */
export function fetchJob(url: string, work: () => Promise<unknown>, onFailure: OnFailure = {}): Promise<Outcome> {
  return withHostPermit(url, async () => {
    try {
      await work();
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      await onFailure[failure]?.();
    }
    return 'done';
  });
}

const delaysInSeconds = [30, 120, 600, 3600, 6 * 3600];

/** Enqueues the job again with growing delays, up to a maximum number of tries. */
export async function retryLater<Name extends string, Payload extends { tries?: number }>(
  job: JobDefinition<Name, Payload>,
  payload: Payload,
): Promise<void> {
  const { tries = 0 } = payload;
  const delay = delaysInSeconds[tries];
  if (delay === undefined) return;
  const dueAt = new Date(Date.now() + delay * 1_000);
  await transact((tx) => enqueue(tx, job, { ...payload, tries: tries + 1 }, { dueAt }));
}

// Decides when to retry a failed account fetch: with growing delays, or never if the server refuses

/** Rethrows errors other than ResolveError. */
async function scheduleRefetch(accountId: number, error: unknown): Promise<Outcome> {
  if (!(error instanceof ResolveError)) throw error;

  await recordAccountFetchFailure(accountId, {
    gone: error.reason === 'gone',
    missing: error.reason === 'missing',
    doesNotExist: isDefinite(error),
  });
  const account = await findAccount(accountId);
  const isTemporary = error.reason !== 'gone' && error.reason !== 'refused';
  const shouldRetry = isTemporary && account !== null && !account.deletedAt && account.fetchFailures < maxFetchFailures;
  return shouldRetry && account.nextFetchAt ? { again: account.nextFetchAt } : 'done';
}

// Fetches a remote account's profile (state unknown → loading)

export const loadAccount: Handlers['load-account'] = async ({ accountId, ...request }) => {
  const account = await findAccount(accountId);
  if (!account || isLocal(account) || (account.suspendedAt && !account.suspendedByHost)) return 'done';
  return withHostPermit(account.iri ?? `https://${account.host}`, () => fetchAccount(account, request));
};

type AccountRequest = Omit<Payload<typeof jobs.loadAccount>, 'accountId'>;

async function fetchAccount(
  { id, iri, handle }: Account,
  { isChanged = false, fetchBudgetId }: AccountRequest,
): Promise<Outcome> {
  try {
    const budget = budgetOf(fetchBudgetId);
    const profile = iri ? await loadActor(iri, budget) : await resolveHandle(handle!, budget);
    const account = await upsertRemoteAccount(await withFollowCounts(profile, deeper(budget)), {
      fetchBudgetId,
      requestedId: id,
      isChanged,
    });
    const accountId = account.id;
    if (account.state === 'loaded' && isOld(account.outboxReadAt) && (await isFollowed(accountId))) {
      await transact((tx) => enqueue(tx, jobs.readOutbox, { accountId, isRefresh: true, fetchBudgetId }));
    }
    await detectSoftware(new URL(profile.iri).origin, deeper(budget));
    return 'done';
  } catch (error) {
    return scheduleRefetch(id, error);
  }
}

/** Old outboxes are read again to find activities that were missed while either server was down. */
const isOld = (readAt: Date | null) => readAt !== null && Date.now() - readAt.getTime() > 24 * 3_600_000;

async function isFollowed(id: number): Promise<boolean> {
  const [row] = await selectHasLocalFollower(db, id);
  return row?.followed ?? false;
}

// Reads a remote account's newest items (state loading → loaded)

export const readOutbox: Handlers['read-outbox'] = async ({ accountId, isRefresh = false, fetchBudgetId }) => {
  const account = await findAccount(accountId);
  if (!account?.iri || isLocal(account) || account.suspendedAt || account.deletedAt) return 'done';
  // It was requested twice. A second reading would backfill items that are live by now.
  if (account.state === 'loaded' && !isRefresh) return 'done';
  const { iri } = account;
  return withHostPermit(iri, async () => {
    const outcome = await fetchOutbox(account, iri, fetchBudgetId);
    if (!isRefresh && outcome === 'done') await showFollowers(accountId);
    return outcome;
  });
};

async function fetchOutbox(
  { id, outbox, followersIri, featuredIri }: Account,
  iri: string,
  fetchBudgetId: string | undefined,
): Promise<Outcome> {
  let items: OutboxItem[] = [];
  try {
    if (outbox) items = await readOutboxItems({ iri, outbox, followersIri }, budgetOf(fetchBudgetId));
  } catch (error) {
    // A server may hide an outbox, which then counts as empty.
    if (failureOf(error) === null || failureOf(error) === 'unreachable') return scheduleRefetch(id, error);
  }

  for (const item of items)
    await ingestRemoteItem({ ...(await withObjectIris(item)), authorId: id }, { backfilled: true, fetchBudgetId });
  await markAccountLoaded(id);
  if (featuredIri) await transact((tx) => enqueue(tx, jobs.loadFeatured, { accountId: id, fetchBudgetId }));
  return 'done';
}

/** Members who followed the account before its items were known get them now. */
async function showFollowers(followeeId: number): Promise<void> {
  const followers = await membersFollowing(followeeId);
  await transact((tx) =>
    backfillHomes(
      tx,
      followers.map(({ id: followerId }) => ({ followerId, followeeId })),
    ),
  );
}

// Fetches an object that a local row refers to, or deletes the local copy if the object is gone

type ObjectPayload = Parameters<Handlers['load-object']>[0];

const loadObject: Handlers['load-object'] = async (payload) => {
  const { iri, replies = 0, fetchBudgetId = randomUUID() } = payload;
  if (isLocalIri(iri)) return 'done';
  const again = { ...payload, fetchBudgetId };
  const fetchObject = async () => {
    const id = await loadItem(iri, sharedBudget(fetchBudgetId), again);
    if (id !== null && replies > 0) await enqueueReplyFetches([id], replies);
  };
  return fetchJob(iri, fetchObject, {
    gone: async () => deleteLocalCopy(await findLocalCopy(iri)),
    missing: () => handleMissing(payload),
    unreachable: () => retryLater(jobs.loadObject, again),
  });
};

/** A server may answer 404 by mistake, so an item is deleted after several such answers over hours. */
const minAnswers = 3;
const minMissingMs = 6 * 3_600_000;
const checkIntervalMs = 3 * 3_600_000;

/** A private item is kept on 404, because servers also answer 404 for items they hide. */
async function handleMissing({ iri, missing }: ObjectPayload): Promise<void> {
  const item = await findLocalCopy(iri);
  if (!item || (item.visibility !== 'public' && item.visibility !== 'unlisted')) return;

  const { since, answers } = { since: missing?.since ?? Date.now(), answers: (missing?.answers ?? 0) + 1 };
  if (answers >= minAnswers && Date.now() - since >= minMissingMs) return deleteLocalCopy(item);
  const dueAt = new Date(Date.now() + checkIntervalMs);
  await transact((tx) => enqueue(tx, jobs.loadObject, { iri, missing: { since, answers } }, { dueAt }));
}

async function findLocalCopy(iri: string) {
  const [item] = await selectAuthorOf(db, iri);
  const author = item ? await findAccount(item.account_id) : null;
  return item && author && !isLocal(author) ? { iri, author, visibility: item.visibility } : null;
}

async function deleteLocalCopy(item: { iri: string; author: Account } | null): Promise<void> {
  if (item) await deleteRemoteItem(item.iri, item.author);
}

// Fetches replies to a remote item that are missing locally

/** Failures are final: opening the conversation again fetches again. */
const loadReplies: Handlers['load-replies'] = async ({ eventableId, maxReplies }) => {
  const [item] = await selectRemoteItemIri(db, eventableId);
  if (!item) return 'done';
  const { iri } = item;
  return fetchJob(iri, async () => {
    await ingestRepliesPage(eventableId, await readReplies(iri, maxReplies, newBudget()), maxReplies);
  });
};

// Fetches the pinned items of a remote account

const loadFeatured: Handlers['load-featured'] = async (payload) => {
  const account = await findAccount(payload.accountId);
  if (!account?.iri || !account.featuredIri || isLocal(account)) return 'done';
  if (account.suspendedAt || account.deletedAt) return 'done';
  const { id, iri, featuredIri } = account;
  const fetchFeatured = async () => {
    await replaceRemotePins(id, await readFeatured({ iri, featuredIri }, budgetOf(payload.fetchBudgetId)));
  };
  return fetchJob(iri, fetchFeatured, { unreachable: () => retryLater(jobs.loadFeatured, payload) });
};

// Fetches a remote collection again, and the items of it that are unknown

const loadCollection: Handlers['load-collection'] = async (payload) => {
  const { iri, fetchBudgetId } = payload;
  if (isLocalIri(iri)) return 'done';
  return fetchJob(iri, () => fetchCollection(iri, budgetOf(fetchBudgetId)), {
    gone: () => deleteRemoteCollection(iri, null),
    unreachable: () => retryLater(jobs.loadCollection, payload),
  });
};

const loadCollectionItems: Handlers['load-collection-items'] = async ({ collectionId }) => {
  await fetchUnknownItems(collectionId, randomUUID());
  return 'done';
};

// Fetches the item that a remote status quotes, and the approval of its author

const verifyQuote: Handlers['verify-quote'] = async (payload) => {
  const { eventableId, fetchBudgetId = randomUUID(), depth = maxFetchDepth } = payload;
  const quote = await findQuote(eventableId);
  if (quote?.state !== 'pending') return 'done';

  const again = { ...payload, fetchBudgetId };
  const verify = () => fetchAndVerify(eventableId, sharedBudget(fetchBudgetId), { fetchBudgetId, depth });
  return fetchJob(quote.quote_iri, verify, { unreachable: () => retryLater(jobs.verifyQuote, again) });
};

export const fetchHandlers = {
  'load-account': loadAccount,
  'load-collection': loadCollection,
  'load-collection-items': loadCollectionItems,
  'load-featured': loadFeatured,
  'load-object': loadObject,
  'load-replies': loadReplies,
  'read-outbox': readOutbox,
  'verify-quote': verifyQuote,
} satisfies Partial<Handlers>;
