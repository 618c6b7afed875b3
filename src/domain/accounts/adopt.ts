/** Accounts of other servers: adopted, refreshed, lost. */

import type { Prisma } from '../../db/generated/client.ts';
import { markAccountLoaded, moveRequests } from '../../db/sql/accounts.ts';
import { settleCounts } from '../../db/sql/stale-accounts.ts';
import { db } from '../../db/statement.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { notFound } from '../../lib/errors.ts';
import { isOurs, originOf } from '../../lib/iris.ts';
import { adoptAvatar } from '../media/avatar.ts';
import {
  type Account,
  type ActorType,
  findAccountByHandle,
  findAccountByIri,
  getAccount,
} from './account.ts';
import type { KeyKind } from './keys.ts';

/** What an actor document says, already checked. */
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
  locked: boolean;
  discoverable: boolean;
  indexable: boolean;
  alsoKnownAs: string[];
  movedToIri: string | null;
  /** Its server hides it for now. */
  suspended: boolean;
  publishedAt: Date | null;
  followersCount: number | null;
  followingCount: number | null;
  /** SubjectPublicKeyInfo in PEM. */
  keys: { iri: string; kind: KeyKind; publicKey: string }[];
}

/**
 * Stores the profile under its IRI: unknown → loading, loaded stays loaded. `readOutbox` starts the back-fill;
 * a stranger who merely sent something needs none. What that fetches is drawn on `purse`.
 */
export async function adoptAccount(
  profile: ActorProfile,
  { readOutbox = true, purse }: { readOutbox?: boolean; purse?: string } = {},
): Promise<Account> {
  if (isOurs(profile.iri)) throw notFound();
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
    await replaceKeys(tx, accountId, profile);
    await adoptAvatar(tx, accountId, profile);
    await settleCounts(tx, accountId, profile.followersCount, profile.followingCount);
    const account = await getAccount(accountId, tx);
    if (readOutbox && account.state !== 'loaded') await enqueue(tx, jobs.readOutbox, { accountId, purse });
    return account;
  });
}

/** The row of this IRI, else the one that only knew the handle; a handle belongs to one account. */
async function claimRow(tx: PrismaTx, { iri, handle }: ActorProfile): Promise<Account | null> {
  const byIri = await findAccountByIri(iri, tx);
  const byHandle = handle === null ? null : await findAccountByHandle(handle, tx);
  if (!byHandle || byHandle.id === byIri?.id) return byIri;

  if (byHandle.iri !== null) {
    await tx.prisma.account.update({ where: { id: byHandle.id }, data: { handle: null } });
    return byIri;
  }
  if (!byIri) return byHandle;
  await moveRequests(tx, byHandle.id, byIri.id);
  await tx.prisma.account.delete({ where: { id: byHandle.id } });
  return byIri;
}

async function toValues(tx: PrismaTx, profile: ActorProfile, existing: Account | null) {
  const {
    publishedAt: _,
    keys: __,
    movedToIri,
    suspended,
    followersCount: ___,
    followingCount: ____,
    handle,
    ...plain
  } = profile;
  const movedTo = movedToIri === null ? null : await findAccountByIri(movedToIri, tx);
  return {
    ...plain,
    handle: handle ?? existing?.handle ?? null,
    state: existing?.state === 'loaded' ? 'loaded' : 'loading',
    movedToId: movedTo?.id ?? null,
    ...hiding(suspended, existing),
    fetchedAt: new Date(),
    updatedAt: new Date(),
    fetchFailures: 0,
    fetchMisses: 0,
    nextFetchAt: null,
    deletedAt: null,
  } satisfies Prisma.AccountUncheckedUpdateInput;
}

/** What its own server hides comes back when that server shows it again; what we hide does not. */
function hiding(suspended: boolean, existing: Account | null) {
  if (existing?.suspendedAt && !existing.suspendedThere) return {};
  return {
    suspendedAt: suspended ? (existing?.suspendedAt ?? new Date()) : null,
    suspendedThere: suspended,
  };
}

/** A key outside the actor's origin would speak for somebody else. */
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

const backoffMs = [60_000, 600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000];

/** A server that does not know an account so many times in a row, over more than an hour, means it. */
const enoughMisses = 4;

/**
 * A fetch failed: wait longer each time. `gone` says that the account is no more: it is hidden at once, and what it left is
 * taken away by a job; `missing`, said often enough, comes to the same.
 */
export async function failAccountFetch(
  accountId: number,
  { gone: over, missing = false }: { gone: boolean; missing?: boolean },
): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const account = await tx.prisma.account.findUnique({ where: { id: accountId } });
    if (!account) return;
    const fetchMisses = missing ? account.fetchMisses + 1 : 0;
    const gone = over || fetchMisses >= enoughMisses;
    const wait = backoffMs[Math.min(account.fetchFailures, backoffMs.length - 1)]!;
    await tx.prisma.account.update({
      where: { id: accountId },
      data: {
        fetchFailures: { increment: 1 },
        fetchMisses,
        nextFetchAt: new Date(Date.now() + wait),
        ...(gone && account.iri !== null ? { deletedAt: account.deletedAt ?? new Date() } : {}),
      },
    });
    if (gone && account.iri !== null) await enqueue(tx, jobs.forgetAccount, { accountId });
  });
}

/** Its outbox was read: loading → loaded. */
export async function markLoaded(accountId: number): Promise<void> {
  await markAccountLoaded(db, accountId);
}
