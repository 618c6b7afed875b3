/** Profiles of local accounts. */
import { lockAccount } from '../../db/sql/accounts.ts';
import { type PrismaTx, type Tx, transactWithPrisma } from '../../db/transaction.ts';
import type { QuotePolicy } from '../../db/vocabulary.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { deleteFiles, enqueue, recordFact } from '../../jobs/enqueue.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import { newKey } from '../../lib/storage/storage.ts';

// Records that the profile of a local account changed

export async function enqueueActorUpdate(tx: Tx, accountId: number): Promise<void> {
  await recordFact(tx, { fact: 'account.updated', accountId });
}

/** Actor documents are cached by the time of their last change, so every change that they show must advance it. */
export const laterThan = (before: Date): Date => new Date(Math.max(Date.now(), before.getTime() + 1));

// Changes what local members say about themselves

export interface Profile {
  name: string;
  /** Markdown. */
  summary: string;
  /** Followers need approval. */
  locked: boolean;
  discoverable: boolean;
  indexable: boolean;
  /** BCP 47; the default language of the member's posts. */
  locale: string;
  /** Sends recipes as long-form text to other servers. Followed by recipes that are written from now on. */
  recipesAsArticles: boolean;
  quotePolicy: QuotePolicy;
}

/**
 * Sends an `Update` of the actor if anything changed that it shows. Accepts pending follow requests when `locked`
 * becomes false.
 */
export async function updateProfile(accountId: number, changes: Partial<Profile>): Promise<void> {
  const { summary, locked } = changes;
  const summaryHtml = summary === undefined ? undefined : renderMarkdown(summary);
  const data = { ...changes, summaryHtml };
  await transactWithPrisma(async (tx) => {
    await lockAccount(tx, accountId);
    const before = await tx.prisma.account.findFirst({ where: { id: accountId, host: '', deletedAt: null } });
    if (!before) return;
    const keys = Object.keys(data) as (keyof typeof data)[];
    const changed = keys.filter((key) => data[key] !== undefined && data[key] !== before[key]);
    if (changed.length === 0) return;

    const isShown = changed.some((key) => key !== 'recipesAsArticles');
    const updatedAt = isShown ? laterThan(before.updatedAt) : undefined;
    await tx.prisma.account.update({ where: { id: accountId }, data: { ...data, updatedAt } });
    if (isShown) await enqueueActorUpdate(tx, accountId);
    if (locked === false) await enqueue(tx, jobs.acceptFollowRequests, { accountId });
  });
}

// Sets, describes and removes the pictures of a profile, local and remote: the avatar, and the header above the profile

export type ProfilePicture = 'avatar' | 'header';

interface Picture {
  /** Names the files in storage. */
  key: string;
  description: string | null;
  /** Null until the picture is fetched. */
  blurhash: string | null;
}

/** Replaces the picture, deletes the previous one and sends an `Update` of the actor to other servers. */
export async function setProfilePicture(
  tx: PrismaTx,
  accountId: number,
  slot: ProfilePicture,
  picture: Picture,
): Promise<void> {
  await replacePicture(tx, accountId, slot, picture);
  await enqueueActorUpdate(tx, accountId);
}

/** Sets the alt text. Does nothing when there is no avatar. */
export async function updateAvatarDescription(accountId: number, description: string): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const avatarDescription = description || null;
    const before = await lockPictures(tx, accountId);
    if (!before?.avatarKey || before.avatarDescription === avatarDescription) return;
    await tx.prisma.account.update({
      where: { id: accountId },
      data: { avatarDescription, updatedAt: laterThan(before.updatedAt) },
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

/** Does nothing when there is no such picture. */
export async function removeProfilePicture(accountId: number, slot: ProfilePicture): Promise<void> {
  await transactWithPrisma(async (tx) => {
    if (await replacePicture(tx, accountId, slot, null)) await enqueueActorUpdate(tx, accountId);
  });
}

interface RemotePictures {
  avatarUrl: string | null;
  avatarDescription: string | null;
  headerUrl: string | null;
}

/** A picture is not fetched again more often under one address, however often its server says that it has changed. */
const minPictureAgeMs = 3_600_000;

/**
 * Stores where the remote server has the pictures; they are fetched when a page first shows them. The pictures of some
 * servers are rejected.
 * @param isChanged whether there may be another picture under the same address
 */
export async function syncRemotePictures(
  tx: PrismaTx,
  accountId: number,
  { avatarUrl, avatarDescription, headerUrl }: RemotePictures,
  isChanged: boolean,
): Promise<void> {
  const account = await tx.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { avatarKey: true, headerKey: true, mediaRejected: true },
  });
  const keys = [account.avatarKey, account.headerKey].filter((key) => key !== null);
  const media = keys.length === 0 ? [] : await tx.prisma.medium.findMany({ where: { key: { in: keys } } });
  const mayBeAnother = ({ state, createdAt }: (typeof media)[number]) =>
    isChanged && state !== 'pending' && createdAt.getTime() < Date.now() - minPictureAgeMs;
  const wanted = [
    ['avatar', avatarUrl, avatarDescription],
    ['header', headerUrl, null],
  ] as const;
  for (const [slot, url, description] of wanted) {
    const medium = media.find(({ key }) => key === account[`${slot}Key`]);
    if ((medium?.remoteUrl ?? null) === url && !(medium && mayBeAnother(medium))) continue;
    const remote = account.mediaRejected ? null : url;
    await replacePicture(
      tx,
      accountId,
      slot,
      remote === null ? null : await addRemote(tx, accountId, remote, description),
    );
  }
}

async function addRemote(
  tx: PrismaTx,
  accountId: number,
  remoteUrl: string,
  description: string | null,
): Promise<Picture> {
  const key = newKey();
  await tx.prisma.medium.create({ data: { accountId, key, remoteUrl } });
  return { key, description, blurhash: null };
}

/** Returns whether a previous picture was deleted. */
async function replacePicture(
  tx: PrismaTx,
  accountId: number,
  slot: ProfilePicture,
  picture: Picture | null,
): Promise<boolean> {
  const before = await lockPictures(tx, accountId);
  const columns = {
    avatar: {
      avatarKey: picture?.key ?? null,
      avatarDescription: picture?.description ?? null,
      avatarBlurhash: picture?.blurhash ?? null,
    },
    header: { headerKey: picture?.key ?? null },
  };
  await tx.prisma.account.updateMany({
    where: { id: accountId },
    data: { ...columns[slot], updatedAt: new Date() },
  });
  const key = before?.[`${slot}Key`];
  if (!key || key === picture?.key) return false;
  const { count } = await tx.prisma.medium.deleteMany({ where: { accountId, key } });
  if (count > 0) await deleteFiles(tx, [key]);
  return count > 0;
}

/** Locks the account so that concurrent changes do not both delete the same picture. */
async function lockPictures(tx: PrismaTx, accountId: number) {
  await lockAccount(tx, accountId);
  return tx.prisma.account.findUnique({
    where: { id: accountId },
    select: { avatarKey: true, avatarDescription: true, headerKey: true, updatedAt: true },
  });
}
