/** Counts that limit what is done in a time, as other workers store them. */
import { prisma } from '../../src/db/client.ts';

/** Sets the count under this key, or under these parts of one, for the next 5 minutes. */
export async function setCount(parts: string | unknown[], value: number): Promise<void> {
  const key = typeof parts === 'string' ? parts : JSON.stringify(parts);
  const row = { value, expiresAt: new Date(Date.now() + 300_000) };
  await prisma().keyValue.upsert({ where: { key }, create: { key, ...row }, update: row });
}
