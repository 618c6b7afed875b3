/** Creates and updates accounts of other servers. */

import { prisma } from '../../db/client.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { moveReferences, updateRemoteCounts } from '../../db/sql/accounts.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { notFound } from '../../lib/errors.ts';
import { isLocalIri, originOf } from '../../lib/iris.ts';
import {
  type Account,
  type ActorType,
  findAccount,
  findAccountByHandle,
  findAccountByIri,
  getAccount,
} from './account.ts';
import type { KeyKind } from './keys.ts';
import { syncRemotePictures } from './profile-pictures.ts';
import { rememberLookUp } from './recent-look-up.ts';
import { settleSuspensions } from './suspensions.ts';

/** The validated content of an actor document. */
export interface ActorProfile {
  iri: string;
  username: string;
  host: string;
  /** `name@host` in lower case, only when WebFinger and the actor agree. */
  handle: string | null;
  url: string | null;
  actorType: ActorType;
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
}

/** Stores the profile under its IRI. State `unknown` becomes `loading`; `loaded` stays `loaded`. */
export async function upsertRemoteAccount(
  profile: ActorProfile,
  { readOutbox = true, fetchBudgetId, requestedId }: UpsertOptions = {},
): Promise<Account> {
  if (isLocalIri(profile.iri)) throw notFound();
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
    await syncRemotePictures(tx, accountId, profile);
    await updateRemoteCounts(tx, accountId, profile.followersCount, profile.followingCount);
    const account = await getAccount(accountId, tx);
    if (!existing?.suspendedAt !== !account.suspendedAt) await settleSuspensions(tx);
    if (readOutbox && account.state !== 'loaded')
      await enqueue(tx, jobs.readOutbox, { accountId, fetchBudgetId });
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
    publishedAt: _,
    keys: __,
    movedToIri,
    suspended,
    headerUrl: ___,
    followersCount: ____,
    followingCount: _____,
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

/** Ignores keys outside the actor's origin, because they could belong to another actor. */
async function replaceKeys(tx: PrismaTx, accountId: number, { iri, keys }: ActorProfile): Promise<void> {
  const own = keys.filter((key) => originOf(key.iri) === originOf(iri));
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
