/** Sets, describes and removes profile pictures, local and remote. */
import { lockAccount } from '../../db/sql/accounts/accounts.ts';
import { type PrismaTx, transactWithPrisma } from '../../db/transaction.ts';
import { deleteFiles } from '../../jobs/delete-files.ts';
import { newKey } from '../../lib/storage/storage.ts';
import { enqueueActorUpdate } from './enqueue-actor-update.ts';

interface Avatar {
  /** Names the files in storage. */
  key: string;
  description: string | null;
  /** Null until the picture is fetched. */
  blurhash: string | null;
}

/** Replaces the avatar, deletes the previous one and sends an `Update` of the actor to other servers. */
export async function setAvatar(tx: PrismaTx, accountId: number, avatar: Avatar): Promise<void> {
  await replaceAvatar(tx, accountId, avatar);
  await enqueueActorUpdate(tx, accountId);
}

/** Sets the alt text. Does nothing when there is no avatar. */
export async function updateAvatarDescription(accountId: number, description: string): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const avatarDescription = description || null;
    const before = await lockAvatar(tx, accountId);
    if (!before?.avatarKey || before.avatarDescription === avatarDescription) return;
    await tx.prisma.account.update({
      where: { id: accountId },
      // Actor documents are cached by this time, so every change must advance it.
      data: { avatarDescription, updatedAt: new Date(Math.max(Date.now(), before.updatedAt.getTime() + 1)) },
    });
    await enqueueActorUpdate(tx, accountId);
  });
}

/** Stores the blurhash of a remote avatar once it was fetched, unless it was replaced meanwhile. */
export async function setAvatarBlurhash(
  tx: PrismaTx,
  accountId: number,
  { key, blurhash }: { key: string; blurhash: string },
): Promise<void> {
  await tx.prisma.account.updateMany({
    where: { id: accountId, avatarKey: key },
    data: { avatarBlurhash: blurhash },
  });
}

/** Does nothing when there is no avatar. */
export async function removeAvatar(accountId: number): Promise<void> {
  await transactWithPrisma(async (tx) => {
    if (await replaceAvatar(tx, accountId, null)) await enqueueActorUpdate(tx, accountId);
  });
}

/**
 * Stores where the remote server has the avatar; it is fetched when a page first shows it. The pictures of some servers are
 * rejected.
 */
export async function syncRemoteAvatar(
  tx: PrismaTx,
  accountId: number,
  { avatarUrl, avatarDescription }: { avatarUrl: string | null; avatarDescription: string | null },
): Promise<void> {
  const { avatarKey, mediaRejected } = await tx.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
  });
  const current = avatarKey && (await tx.prisma.medium.findUnique({ where: { key: avatarKey } }));
  if ((current ? current.remoteUrl : null) === avatarUrl) return;
  if (avatarUrl === null || mediaRejected) {
    await replaceAvatar(tx, accountId, null);
    return;
  }
  const key = newKey();
  await tx.prisma.medium.create({ data: { accountId, key, remoteUrl: avatarUrl } });
  await replaceAvatar(tx, accountId, { key, description: avatarDescription, blurhash: null });
}

/** Returns whether a previous avatar was deleted. */
async function replaceAvatar(tx: PrismaTx, accountId: number, avatar: Avatar | null): Promise<boolean> {
  const before = await lockAvatar(tx, accountId);
  await tx.prisma.account.updateMany({
    where: { id: accountId },
    data: {
      avatarKey: avatar?.key ?? null,
      avatarDescription: avatar?.description ?? null,
      avatarBlurhash: avatar?.blurhash ?? null,
      updatedAt: new Date(),
    },
  });
  const key = before?.avatarKey;
  if (!key || key === avatar?.key) return false;
  const { count } = await tx.prisma.medium.deleteMany({ where: { accountId, key } });
  if (count > 0) await deleteFiles(tx, [key]);
  return count > 0;
}

/** Locks the account so that concurrent changes do not both delete the same picture. */
async function lockAvatar(tx: PrismaTx, accountId: number) {
  await lockAccount(tx, accountId);
  return tx.prisma.account.findUnique({
    where: { id: accountId },
    select: { avatarKey: true, avatarDescription: true, updatedAt: true },
  });
}
