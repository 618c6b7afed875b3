/** What the database holds, for what no response of the API says: `await stored.pictures({ state: 'pending' })`. */
import { prisma } from '../../src/db/client.ts';
import type { EventableType, Prisma } from '../../src/db/generated/client.ts';

/** Each counts rows. */
export const stored = {
  accounts: (where: Prisma.AccountWhereInput = {}) => prisma().account.count({ where }),
  activities: (where: Prisma.ActivityWhereInput = {}) => prisma().activity.count({ where }),
  applications: () => prisma().application.count(),
  blocks: (where: Prisma.BlockWhereInput = {}) => prisma().block.count({ where }),
  boosts: (where: Prisma.BoostWhereInput = {}) => prisma().boost.count({ where }),
  collections: (where: Prisma.CollectionWhereInput = {}) => prisma().collection.count({ where }),
  deliveries: (where: Prisma.DeliveryWhereInput = {}) => prisma().delivery.count({ where }),
  events: (where: Prisma.EventWhereInput = {}) => prisma().event.count({ where }),
  exports: () => prisma().export.count(),
  followRequests: (where: Prisma.FollowRequestWhereInput = {}) => prisma().followRequest.count({ where }),
  follows: (where: Prisma.FollowWhereInput = {}) => prisma().follow.count({ where }),
  homeEntries: (where: Prisma.HomeEntryWhereInput = {}) => prisma().homeEntry.count({ where }),
  importPictures: () => prisma().importPicture.count(),
  importUploads: (where: Prisma.ImportUploadWhereInput = {}) => prisma().importUpload.count({ where }),
  imports: (where: Prisma.ImportWhereInput = {}) => prisma().import.count({ where }),
  inbound: (where: Prisma.InboundWhereInput = {}) => prisma().inbound.count({ where }),
  items: (where: Prisma.EventableWhereInput = {}) => prisma().eventable.count({ where }),
  jobs: (where: Prisma.OutboxWhereInput = {}) => prisma().outbox.count({ where }),
  members: (where: Prisma.MemberWhereInput = {}) => prisma().member.count({ where }),
  mentions: (where: Prisma.MentionWhereInput = {}) => prisma().mention.count({ where }),
  mutes: () => prisma().mute.count(),
  notifications: (where: Prisma.NotificationWhereInput = {}) => prisma().notification.count({ where }),
  passkeys: () => prisma().passkey.count(),
  pictures: (where: Prisma.MediumWhereInput = {}) => prisma().medium.count({ where }),
  pins: (where: Prisma.PinWhereInput = {}) => prisma().pin.count({ where }),
  recoveryCodes: () => prisma().recoveryCode.count(),
  revisions: (where: Prisma.RevisionWhereInput = {}) => prisma().revision.count({ where }),
  shoppingLists: (where: Prisma.ShoppingListWhereInput = {}) => prisma().shoppingList.count({ where }),
  tokens: (where: Prisma.AccessTokenWhereInput = {}) => prisma().accessToken.count({ where }),
  tombstones: (where: Prisma.TombstoneWhereInput = {}) => prisma().tombstone.count({ where }),
  totpSecrets: () => prisma().totp.count(),
};

const numberOrNull = (id: bigint | null): number | null => (id === null ? null : Number(id));

/** An item by its id or IRI. */
export async function storedItem(by: number | string) {
  const where = typeof by === 'number' ? { id: by } : { iri: by };
  const row = await prisma().eventable.findUniqueOrThrow({ where });
  return {
    ...row,
    id: Number(row.id),
    accountId: Number(row.accountId),
    recipeId: numberOrNull(row.recipeId),
    forkedFromId: numberOrNull(row.forkedFromId),
    inReplyToId: numberOrNull(row.inReplyToId),
  };
}

export const itemIdOf = async (iri: string): Promise<number> => (await storedItem(iri)).id;

/** The oldest first. */
export async function itemIdsOf(accountId: number, type?: EventableType): Promise<number[]> {
  const where = { accountId, ...(type && { type }) };
  const orderBy = [{ publishedAt: 'asc' }, { name: 'asc' }, { id: 'asc' }] as const;
  const rows = await prisma().eventable.findMany({ where, orderBy: [...orderBy], select: { id: true } });
  return rows.map(({ id }) => Number(id));
}

export const accountIdOf = async (iri: string): Promise<number> =>
  Number((await prisma().account.findUniqueOrThrow({ where: { iri } })).id);

/** Changes a stored item past all operations. */
export const changeItem = (id: number, data: Prisma.EventableUncheckedUpdateInput) =>
  prisma().eventable.update({ where: { id }, data });

/** Changes a stored account past all operations. */
export const changeAccount = (id: number, data: Prisma.AccountUncheckedUpdateInput) =>
  prisma().account.update({ where: { id }, data });

/** Changes the row of a member past all operations. */
export const changeMember = (accountId: number, data: Prisma.MemberUncheckedUpdateInput) =>
  prisma().member.update({ where: { accountId }, data });

export const setSetting = (key: string, value: Prisma.InputJsonValue) =>
  prisma().setting.upsert({ where: { key }, create: { key, value }, update: { value } });
