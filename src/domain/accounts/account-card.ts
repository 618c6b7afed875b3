/** Loads account cards with Prisma, for lists that are read too seldom to need prepared SQL. */
import type { Prisma } from '../../db/generated/client.ts';
import type { AccountCard } from './account.ts';

export const accountCardSelect = {
  id: true,
  handle: true,
  username: true,
  host: true,
  iri: true,
  url: true,
  state: true,
  name: true,
  summary: true,
  summaryHtml: true,
  avatarKey: true,
  avatarUrl: true,
  avatarDescription: true,
  avatarBlurhash: true,
  followersCount: true,
  followingCount: true,
} as const satisfies Prisma.AccountSelect;

export const toAccountCard = (
  row: Prisma.AccountGetPayload<{ select: typeof accountCardSelect }>,
): AccountCard => ({ ...row, id: Number(row.id) });
