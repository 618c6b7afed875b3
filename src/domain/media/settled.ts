/** Waits until a picture has been made, or cannot be. */
import { setTimeout as sleep } from 'node:timers/promises';
import { selectMediumState } from '../../db/sql/media.ts';
import { db } from '../../db/statement.ts';

/** `pending` after so many ms; null when the picture is gone. */
export async function settled(id: number, ms: number): Promise<'ready' | 'failed' | 'pending' | null> {
  const deadline = Date.now() + ms;
  for (;;) {
    const [row] = await selectMediumState(db, id);
    if (row?.state !== 'pending' || Date.now() > deadline) return row?.state ?? null;
    await sleep(50);
  }
}
