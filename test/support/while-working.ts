/** Workers at work in this process, for what waits for them. */
import { setTimeout } from 'node:timers/promises';
import { vi } from 'vitest';
import { drain } from './drain.ts';

const now = Date.now;

/**
 * Asks while workers are at work. The clock stands still while they have something to do: whoever waits for them for a few
 * seconds waits as long as a slow machine needs.
 */
export async function whileWorking<T>(ask: () => Promise<T>): Promise<T> {
  let standing: number | null = null;
  let worked = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (standing ?? now()) - worked);

  let over = false;
  const answer = ask().finally(() => {
    over = true;
  });
  try {
    while (!over) {
      standing = now();
      const done = await drain();
      if (done > 0) worked += now() - standing;
      standing = null;
      await setTimeout(10);
    }
    await drain();
  } finally {
    clock.mockRestore();
  }
  return answer;
}
