/** Records the origin that every local IRI begins with, and refuses to change it once other servers know it. */
import { prisma } from '../../db/client.ts';
import { rewriteOrigin } from '../../db/sql/instance/origin.ts';
import { transactWithPrisma } from '../../db/transaction.ts';
import { config } from '../../lib/config.ts';

/** Thrown at start; the message tells the operator what to do. */
export class OriginChanged extends Error {
  override readonly name = 'OriginChanged';
}

const key = 'base_url';

/** Stores the origin. Rewrites all IRIs if it changed, but only while no other server is known. Throws OriginChanged. */
export async function claimOrigin(): Promise<void> {
  await transactWithPrisma(async (tx) => {
    const stored = await tx.prisma.setting.findUnique({ where: { key } });
    const previous = stored?.value;
    if (previous === config.baseUrl) return;

    if (typeof previous === 'string') {
      const remote = await tx.prisma.account.findFirst({
        where: { host: { not: '' } },
        select: { id: true },
      });
      if (remote) {
        throw new OriginChanged(
          `BASE_URL is ${config.baseUrl}, but this database belongs to ${previous}, and other servers know it by that name: set BASE_URL=${previous}`,
        );
      }
      await rewriteOrigin(tx, previous, config.baseUrl);
    }
    const value = config.baseUrl;
    await tx.prisma.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
  });
}

/** For CLI commands: stores the origin if there is none, but never changes it. Throws OriginChanged. */
export async function verifyOrigin(): Promise<void> {
  const stored = await findStoredOrigin();
  if (stored === null) return claimOrigin();
  if (stored === config.baseUrl) return;
  throw new OriginChanged(
    `BASE_URL is ${config.baseUrl}, but this database belongs to ${stored}: set BASE_URL=${stored}, like the server`,
  );
}

/** Returns null before the first start. */
export async function findStoredOrigin(): Promise<string | null> {
  const stored = await prisma().setting.findUnique({ where: { key } });
  return typeof stored?.value === 'string' ? stored.value : null;
}
