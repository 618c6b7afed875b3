/** Remote accounts: how they are found, fetched and refreshed. */
import { setTimeout } from 'node:timers/promises';
import { inBatches } from '../../db/batch.ts';
import { prisma } from '../../db/client.ts';
import { isUniqueViolation } from '../../db/errors.ts';
import type { Prisma } from '../../db/generated/client.ts';
import {
  deleteUnknownAccount,
  deleteUnrelatedAccounts,
  listStaleAccounts,
  listUnrelatedAccounts,
  moveReferences,
  updateRemoteCounts,
} from '../../db/sql/accounts.ts';
import { listFollowerIris, listFollowingIris } from '../../db/sql/federation.ts';
import { listFollowersOn } from '../../db/sql/follows.ts';
import { listPinIris } from '../../db/sql/interactions.ts';
import { db } from '../../db/statement.ts';
import { type PrismaTx, transact, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue } from '../../jobs/enqueue.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { idsOf } from '../../lib/lists.ts';
import {
  type Account,
  currentIdOf,
  findAccount,
  findAccountByHandle,
  findAccountByIri,
  getAccount,
  isLocal,
  normaliseHandle,
} from './account.ts';
import { settleSuspensions } from './delete.ts';
import { discoverAccount, isBackingOff, isUsername, rememberLookUp } from './discover.ts';
import { isNamedAfter, type KeyKind } from './keys.ts';
import { syncRemotePictures } from './profile.ts';

// Lists the IRIs in an account's collections: followers, following and pinned items

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

// Waits for the job that fetches a remote account for the first time

const pollIntervalMs = 100;

/**
 * Returns the account as soon as it was fetched or the fetch failed, and at the latest after `timeoutMs`. Returns null
 * if it does not exist.
 */
export async function waitForFirstFetch(account: Account, timeoutMs: number): Promise<Account | null> {
  let current: Account | null = account;
  for (const end = Date.now() + timeoutMs; isFetching(current, account) && Date.now() < end; ) {
    await setTimeout(pollIntervalMs);
    current = await findCurrent(account);
  }
  return current;
}

/** Finds the account that a row became: another one, if its name was a second name of a known account. */
export const findCurrent = async ({ id }: Account): Promise<Account | null> => findAccount(await currentIdOf(id));

export const isFetching = (current: Account | null, before: Account): boolean =>
  current?.state === 'unknown' && current.fetchFailures === before.fetchFailures && !isBackingOff(current);

// Records failed fetches of remote accounts, and gives up accounts that do not exist

const backoffMs = [60_000, 600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000];

/** After so many failures in a row the account is fetched again only on request. */
export const maxFetchFailures = 8;

/** After so many 404 answers in a row, over more than an hour, the account counts as gone. */
const maxMisses = 4;

interface AccountFetchFailure {
  /** Its server answered 410. */
  gone: boolean;
  /** Its server answered 404. */
  missing?: boolean;
  /** There is certainly no such account, or no such server. */
  doesNotExist?: boolean;
}

/**
 * Schedules the next fetch with a growing delay. `gone` hides the account and enqueues the erasure of its content.
 * Repeated `missing` answers have the same effect. An account that was never fetched and does not exist is deleted.
 */
export async function recordAccountFetchFailure(accountId: number, failure: AccountFetchFailure): Promise<void> {
  const { gone, missing = false, doesNotExist = false } = failure;
  if (doesNotExist && (await deleteIfUnknown(accountId))) return;

  await transactWithPrisma(async (tx) => {
    const account = await tx.prisma.account.findUnique({ where: { id: accountId } });
    if (!account) return;
    const fetchMisses = missing ? account.fetchMisses + 1 : 0;
    const isGone = account.iri !== null && (gone || fetchMisses >= maxMisses);
    const isUnknown = doesNotExist && account.state === 'unknown';
    const delayMs = backoffMs[Math.min(account.fetchFailures, backoffMs.length - 1)]!;
    await tx.prisma.account.update({
      where: { id: accountId },
      data: {
        fetchFailures: isUnknown ? maxFetchFailures : { increment: 1 },
        fetchMisses,
        nextFetchAt: new Date(Date.now() + delayMs),
        ...(isGone ? { deletedAt: account.deletedAt ?? new Date() } : {}),
      },
    });
    if (isGone) await enqueue(tx, jobs.purgeRemoteAccount, { accountId });
  });
}

/** Requests to follow it and mentions of it are deleted too. Returns whether the account was deleted. */
const deleteIfUnknown = (accountId: number): Promise<boolean> =>
  transact(async (tx) => {
    const [deleted] = await deleteUnknownAccount(tx, accountId);
    if (deleted) await rememberLookUp(tx, deleted.name, null);
    return deleted !== undefined;
  });

// Looks up an account by id, username or address

/**
 * Accepts an id, `name` or `name@host`. Throws not_found.
 * An unknown remote account is returned in state `unknown` while a job fetches it.
 */
export async function lookUpAccount(text: string): Promise<Account> {
  if (/^[0-9]+$/.test(text)) {
    const account = await getAccount(isId(text) ? await currentIdOf(Number(text)) : 0);
    if (account.suspendedAt) throw notFound();
    return account;
  }

  const handle = normaliseHandle(text);
  if (handle.includes('@')) return discoverAccount({ handle });

  const account = isUsername(handle) ? await findAccountByHandle(handle) : null;
  if (!account || account.deletedAt || account.suspendedAt) throw notFound();
  return account;
}

const lookUpTimeoutMs = 3_000;

/**
 * Waits up to 3 s for the first fetch of an account at an address. Throws not_found if there is no such account. An
 * account whose server does not answer is returned in state `unknown`.
 */
export async function lookUpAccountAndWait(text: string): Promise<Account> {
  const account = await lookUpAccount(text);
  const found = text.includes('@') ? await waitForFirstFetch(account, lookUpTimeoutMs) : account;
  if (!found || found.suspendedAt) throw notFound();
  return found;
}

const isId = (text: string) => /^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

// Refetches a remote account at once, for decisions that must not rest on a cached profile

const refetchTimeoutMs = 5_000;

/** Accepts `name`, `name@host` or an IRI. Throws validation_failed on `field`. */
export async function refetchAccount(name: string, field: string): Promise<Account> {
  const account = await find(name).catch((error: unknown) => {
    throw error instanceof DomainError ? invalid(field, t('errors.not-an-account-address', { name })) : error;
  });
  if (isLocal(account)) return account;

  const previousFetch = account.fetchedAt?.getTime();
  await transact((tx) => enqueue(tx, jobs.loadAccount, { accountId: account.id }));
  for (const end = Date.now() + refetchTimeoutMs; Date.now() < end; await setTimeout(pollIntervalMs)) {
    const current = await findCurrent(account);
    if (!current || current.deletedAt) break;
    if (current.iri && current.fetchedAt && current.fetchedAt.getTime() !== previousFetch) return current;
  }
  throw invalid(field, t('errors.account-missing-or-unreachable', { name }));
}

async function find(name: string): Promise<Account> {
  if (originOf(name) === null) return lookUpAccount(name);
  return (await findAccountByIri(name)) ?? discoverAccount({ iri: name });
}

// Refetches remote accounts that somebody here follows or is followed by, and prunes those without a relation

const batchSize = 500;
/** Any server can create accounts here by sending activities, so their number is limited. */
const maxUnrelated = 50_000;

/** Enqueues a fetch for accounts whose profile is older than a day. Returns how many. */
export async function refreshStaleAccounts(): Promise<number> {
  const stale = await listStaleAccounts(db, batchSize);
  await transact(async (tx) => {
    for (const { id } of stale) await enqueue(tx, jobs.loadAccount, { accountId: id });
  });
  return stale.length;
}

/** Deletes remote accounts that nobody here has a relation to, with their items. Returns how many. */
export async function pruneUnrelatedAccounts(maxKept = maxUnrelated): Promise<number> {
  let deleted = 0;
  for (;;) {
    const ids = idsOf(await listUnrelatedAccounts(db, maxKept, batchSize));
    const before = deleted;
    await inBatches({ max: batchSize }, async (tx, size) => {
      const [gone] = await deleteUnrelatedAccounts(tx, ids, size);
      await deleteFiles(tx, gone!.keys);
      deleted += gone!.accounts;
      // The accounts go after their last items.
      return gone!.items > 0 ? size : 0;
    });
    if (ids.length < batchSize || deleted === before) return deleted;
  }
}

// Creates and updates accounts of other servers

/** The validated content of an actor document. */
export interface ActorProfile {
  iri: string;
  username: string;
  host: string;
  /** `name@host` in lower case, only when WebFinger and the actor agree. */
  handle: string | null;
  /** The handle that the actor gives itself (FEP-2c59), not confirmed yet. */
  statedHandle?: string | null;
  url: string | null;
  actorType: Account['actorType'];
  name: string;
  summary: string;
  summaryHtml: string;
  inbox: string;
  sharedInbox: string | null;
  outbox: string | null;
  followersIri: string | null;
  followingIri: string | null;
  featuredIri: string | null;
  avatarUrl: string | null;
  avatarDescription: string | null;
  headerUrl: string | null;
  locked: boolean;
  discoverable: boolean;
  indexable: boolean;
  alsoKnownAs: string[];
  movedToIri: string | null;
  /** Suspended by its own server. */
  suspended: boolean;
  publishedAt: Date | null;
  followersCount: number | null;
  followingCount: number | null;
  /** SubjectPublicKeyInfo in PEM. */
  keys: { iri: string; kind: KeyKind; publicKey: string }[];
}

interface UpsertOptions {
  /** Whether to enqueue the back-fill. A stranger who only sent an activity needs none. */
  readOutbox?: boolean;
  /** The fetch budget that the back-fill draws on. */
  fetchBudgetId?: string;
  /** The account whose handle or IRI was looked up. The profile may have another one. */
  requestedId?: number;
  /** Its server says that it has changed. Its pictures may be new ones under the same addresses. */
  isChanged?: boolean;
}

/** Stores the profile under its IRI. State `unknown` becomes `loading`; `loaded` stays `loaded`. */
export async function upsertRemoteAccount(profile: ActorProfile, options: UpsertOptions = {}): Promise<Account> {
  if (isLocalIri(profile.iri)) throw notFound();
  try {
    return await upsert(profile, options);
  } catch (error) {
    // The account was stored under another name at the same time, and is found now.
    if (isUniqueViolation(error)) return upsert(profile, options);
    throw error;
  }
}

function upsert(
  profile: ActorProfile,
  { readOutbox = true, fetchBudgetId, requestedId, isChanged = false }: UpsertOptions,
): Promise<Account> {
  return transactWithPrisma(async (tx) => {
    const existing = await claimRow(tx, profile);
    const values = await toValues(tx, profile, existing);
    const { id } = existing
      ? await tx.prisma.account.update({ where: { id: existing.id }, data: values, select: { id: true } })
      : await tx.prisma.account.upsert({
          where: { iri: profile.iri },
          create: { ...values, createdAt: profile.publishedAt ?? new Date() },
          update: values,
          select: { id: true },
        });
    const accountId = Number(id);
    if (requestedId !== undefined) await mergeRequested(tx, requestedId, accountId);
    await replaceKeys(tx, accountId, profile);
    await syncRemotePictures(tx, accountId, profile, isChanged);
    await updateRemoteCounts(tx, accountId, profile.followersCount, profile.followingCount);
    const account = await getAccount(accountId, tx);
    if (!existing?.suspendedAt !== !account.suspendedAt) await settleSuspensions(tx);
    if (readOutbox && account.state !== 'loaded') await enqueue(tx, jobs.readOutbox, { accountId, fetchBudgetId });
    return account;
  });
}

/** Finds the row of this IRI, or else the one created from the handle alone; a handle belongs to one account. */
async function claimRow(tx: PrismaTx, { iri, handle }: ActorProfile): Promise<Account | null> {
  const byIri = await findAccountByIri(iri, tx);
  const byHandle = handle === null ? null : await findAccountByHandle(handle, tx);
  if (!byHandle || byHandle.id === byIri?.id) return byIri;

  if (byHandle.iri !== null) {
    await tx.prisma.account.update({ where: { id: byHandle.id }, data: { handle: null } });
    return byIri;
  }
  if (!byIri) return byHandle;
  await merge(tx, byHandle.id, byIri.id);
  return byIri;
}

/** Deletes an account created from a second name of this account, and remembers whose name it is. */
async function mergeRequested(tx: PrismaTx, requestedId: number, accountId: number): Promise<void> {
  if (requestedId === accountId) return;
  const requested = await findAccount(requestedId, tx);
  if (requested?.state !== 'unknown') return;
  await merge(tx, requestedId, accountId);
  await rememberLookUp(tx, (requested.handle ?? requested.iri)!, accountId);
}

async function merge(tx: PrismaTx, fromId: number, toId: number): Promise<void> {
  await moveReferences(tx, fromId, toId);
  await tx.prisma.account.delete({ where: { id: fromId } });
}

async function toValues(tx: PrismaTx, profile: ActorProfile, existing: Account | null) {
  const {
    // Stored by other operations, in other tables, or not at all
    publishedAt,
    keys,
    statedHandle,
    headerUrl,
    followersCount,
    followingCount,
    // Stored in another form, as below
    movedToIri,
    suspended,
    handle,
    ...plain
  } = profile;
  const movedTo = movedToIri === null ? null : await findAccountByIri(movedToIri, tx);
  return {
    ...plain,
    handle: handle ?? existing?.handle ?? null,
    state: existing?.state === 'loaded' ? 'loaded' : 'loading',
    movedToId: movedTo?.id ?? null,
    ...suspensionOf(suspended, existing),
    fetchedAt: new Date(),
    updatedAt: new Date(),
    fetchFailures: 0,
    fetchMisses: 0,
    nextFetchAt: null,
    deletedAt: null,
  } satisfies Prisma.AccountUncheckedUpdateInput;
}

/** A remote server lifts only its own suspensions, never those of a local administrator. */
function suspensionOf(suspended: boolean, existing: Account | null) {
  if (existing?.suspendedAt && !existing.suspendedByHost) return {};
  return {
    suspendedAt: suspended ? (existing?.suspendedAt ?? new Date()) : null,
    suspendedByHost: suspended,
  };
}

/**
 * Ignores keys outside the actor's origin, and keys that are named after another actor who has them: they belong to
 * others.
 */
async function replaceKeys(tx: PrismaTx, accountId: number, { iri, keys }: ActorProfile): Promise<void> {
  const ofOrigin = keys.filter((key) => originOf(key.iri) === originOf(iri));
  const held = await tx.prisma.actorKey.findMany({
    select: { iri: true, account: { select: { iri: true } } },
    where: { iri: { in: ofOrigin.map((key) => key.iri) }, accountId: { not: accountId } },
  });
  const ofOthers = new Set(
    held.filter((key) => isNamedAfter(key.iri, key.account.iri!) && !isNamedAfter(key.iri, iri)).map((key) => key.iri),
  );
  const own = ofOrigin.filter((key) => !ofOthers.has(key.iri));
  await tx.prisma.actorKey.deleteMany({
    where: { OR: [{ accountId }, { iri: { in: own.map((key) => key.iri) } }] },
  });
  await tx.prisma.actorKey.createMany({
    data: own.map((key) => ({ ...key, accountId })),
    skipDuplicates: true,
  });
}

/** Records that the outbox was read. */
export async function markAccountLoaded(accountId: number): Promise<void> {
  await prisma().account.updateMany({
    where: { id: accountId, state: { not: 'unknown' } },
    data: { state: 'loaded', outboxReadAt: new Date() },
  });
}
