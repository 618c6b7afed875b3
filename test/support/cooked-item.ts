/** Inserts a preparation or baking as a row. */
import { randomUUID } from 'node:crypto';
import { prisma } from '../../src/db/client.ts';
import type { Prisma } from '../../src/db/generated/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { iris } from '../../src/lib/iris.ts';

export async function insertCookedItem(
  { id: accountId, iri }: Account,
  type: 'preparation' | 'baking',
  changes: Partial<Prisma.EventableUncheckedCreateInput> = {},
): Promise<number> {
  const { id } = await prisma().eventable.create({
    data: {
      type,
      accountId,
      iri: changes.publication === 'draft' ? null : `${iri ?? iris.actor(accountId)}/${type}s/${randomUUID()}`,
      name: 'Soup',
      serving: 2,
      preparedAt: new Date(),
      ...changes,
    },
  });
  return Number(id);
}
