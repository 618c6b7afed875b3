/** Runs workers in this process for operations that wait for a job. */
import { setTimeout } from 'node:timers/promises';
import { vi } from 'vitest';
import { drain } from './drain.ts';

const now = Date.now;

/**
 * Runs `operation` while workers run. The clock stops while jobs are due, so that timeouts do not depend on the
 * machine.
 */
export async function withWorkers<T>(operation: () => Promise<T>): Promise<T> {
  let standing: number | null = null;
  let worked = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (standing ?? now()) - worked);

  let over = false;
  const result = operation().finally(() => {
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
  return result;
}
