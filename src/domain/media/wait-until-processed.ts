/** Waits until the worker has processed a picture. */
import { setTimeout as sleep } from 'node:timers/promises';
import { selectMedium } from '../../db/sql/media.ts';
import { db } from '../../db/statement.ts';

const firstIntervalMs = 50;
const maxIntervalMs = 400;

/** Asks less often the longer it takes. Returns `pending` after the timeout, and null if the picture was deleted. */
export async function waitUntilProcessed(
  id: number,
  timeoutMs: number,
): Promise<'ready' | 'failed' | 'pending' | null> {
  const deadline = Date.now() + timeoutMs;
  for (let intervalMs = firstIntervalMs; ; intervalMs = Math.min(intervalMs * 1.5, maxIntervalMs)) {
    const [row] = await selectMedium(db, id);
    if (row?.state !== 'pending' || Date.now() > deadline) return row?.state ?? null;
    await sleep(intervalMs);
  }
}
