/** Waits until the worker has processed a picture. */
import { setTimeout as sleep } from 'node:timers/promises';
import { prisma } from '../../db/client.ts';

/** Returns `pending` after the timeout, and null if the picture was deleted. */
export async function waitUntilProcessed(
  id: number,
  timeoutMs: number,
): Promise<'ready' | 'failed' | 'pending' | null> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const row = await prisma().medium.findUnique({ where: { id }, select: { state: true } });
    if (row?.state !== 'pending' || Date.now() > deadline) return row?.state ?? null;
    await sleep(50);
  }
}
