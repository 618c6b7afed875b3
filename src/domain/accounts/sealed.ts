/** Whether our secret opens what the database has sealed: with another one nothing could be signed, and what is sealed anew would be lost to the right one. */
import { existsSync } from 'node:fs';
import { prisma } from '../../db/client.ts';
import { secretFile, unseal } from '../../lib/secrets.ts';

/** Thrown at start, with what the operator can do. */
export class WrongSecret extends Error {
  override readonly name = 'WrongSecret';
}

export const wayToSecret = `copy it from the machine that first started on this database, or from a backup, to ${secretFile}, or set DATA_DIR to where it is`;

/** Throws WrongSecret; a secret is made only for a database in which nothing is sealed. */
export async function keepSecret(): Promise<void> {
  const { wrong } = await trySecret();
  if (wrong) throw new WrongSecret(`${wrong}: ${wayToSecret}`);
}

/** On the oldest key. `used`: whether there is anything to open. */
export async function trySecret(): Promise<{ used: boolean; wrong: string | null }> {
  const oldest = await prisma().actorKey.findFirst({
    where: { privateKey: { not: null } },
    orderBy: { accountId: 'asc' },
  });
  if (!oldest) return { used: false, wrong: null };
  if (!existsSync(secretFile))
    return { used: true, wrong: `there is no ${secretFile}, and nothing can be signed` };
  try {
    unseal(oldest.privateKey!);
    return { used: true, wrong: null };
  } catch {
    return { used: true, wrong: `${secretFile} is not the one that the keys were sealed with` };
  }
}
