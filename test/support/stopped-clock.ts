/** Lets a test decide how much time passes for the timeouts of the server. */
import { setTimeout } from 'node:timers/promises';
import { vi } from 'vitest';

/** Runs `work` while `Date.now` stands still, except for what `advance` adds in milliseconds. */
export async function withStoppedClock<T>(work: (advance: (ms: number) => void) => Promise<T>): Promise<T> {
  let at = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => at);
  try {
    return await work((ms) => {
      at += ms;
    });
  } finally {
    clock.mockRestore();
  }
}

/** Advances the clock second by second until the request is answered, and works in each second. */
export const untilTimeout = <T>(request: () => Promise<T>, work: () => Promise<unknown> = async () => {}): Promise<T> =>
  withStoppedClock(async (advance) => {
    let answered = false;
    const result = request().finally(() => {
      answered = true;
    });
    while (!answered) {
      await setTimeout(50);
      await work();
      advance(1_000);
    }
    return result;
  });
