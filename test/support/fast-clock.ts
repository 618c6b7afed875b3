/** Lets time pass faster for timeouts of the server, so that no test has to wait for one. */
import { vi } from 'vitest';

const now = Date.now;

/** Runs `ask` while `Date.now` advances `factor` times as fast. */
export async function withFastClock<T>(factor: number, ask: () => Promise<T>): Promise<T> {
  const startedAt = now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => startedAt + factor * (now() - startedAt));
  try {
    return await ask();
  } finally {
    clock.mockRestore();
  }
}
