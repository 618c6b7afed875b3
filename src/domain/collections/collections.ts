/** Creates, lists and changes collections of items. Only their owner can see them. */
import { prisma } from '../../db/client.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { notFound } from '../../lib/errors.ts';
import { inOrder, type Page, rangeOf } from '../../lib/page.ts';

export interface Collection {
  id: number;
  name: string;
  description: string;
}

export interface CollectionDraft {
  name: string;
  description: string;
}

const select = { id: true, name: true, description: true } as const;

export async function listCollections(ownerId: number, page: Page): Promise<Collection[]> {
  const { above, below, ascending } = rangeOf(page);
  const rows = await prisma().collection.findMany({
    select,
    where: { accountId: ownerId, id: { gt: above, lt: below } },
    orderBy: { id: ascending ? 'asc' : 'desc' },
    take: page.limit,
  });
  return inOrder(rows.map(toCollection), page);
}

/** Throws not_found, also for the collection of another account. */
export async function getCollection(ownerId: number, id: number): Promise<Collection> {
  const row = await prisma().collection.findFirst({ select, where: { id, accountId: ownerId } });
  if (!row) throw notFound();
  return toCollection(row);
}

export async function createCollection(ownerId: number, draft: CollectionDraft): Promise<number> {
  return transactWithPrisma(async (tx) => {
    const { id } = await tx.prisma.collection.create({
      select: { id: true },
      data: { accountId: ownerId, name: draft.name, description: draft.description },
    });
    return Number(id);
  });
}

/** Throws not_found. */
export async function updateCollection(
  ownerId: number,
  id: number,
  { name, description }: Partial<CollectionDraft>,
): Promise<void> {
  if (name === undefined && description === undefined) {
    await getCollection(ownerId, id);
    return;
  }
  const where = { id, accountId: ownerId };
  const { count } = await prisma().collection.updateMany({ where, data: { name, description } });
  if (count === 0) throw notFound();
}

/** Throws not_found. */
export async function deleteCollection(ownerId: number, id: number): Promise<void> {
  const { count } = await prisma().collection.deleteMany({ where: { id, accountId: ownerId } });
  if (count === 0) throw notFound();
}

const toCollection = (row: { id: bigint; name: string; description: string }): Collection => ({
  ...row,
  id: Number(row.id),
});
