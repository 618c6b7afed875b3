/** Polls until a condition holds. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns the milliseconds it took. Rejects with the expected and the last seen value.
 * @param timeoutMs milliseconds
 */
export async function eventually<T>(
  expected: string,
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  timeoutMs: number,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const seen = await look();
    const ms = performance.now() - began;
    if (holds(seen)) return ms;
    if (ms > timeoutMs) throw new Unmet(expected, seen, timeoutMs);
    // A look at a busy server makes it slower.
    await sleep(Math.min(20 + ms / 10, 200));
  }
}

/** A failed step of the demonstration. */
class Unmet extends Error {
  constructor(expected: string, seen: unknown, timeoutMs?: number) {
    const within = timeoutMs === undefined ? '' : ` within ${timeoutMs} ms`;
    super(`expected${within}: ${expected}\n      seen: ${JSON.stringify(seen)?.slice(0, 1_500)}`);
    this.name = 'Unmet';
  }
}

export function hold(expected: string, condition: boolean, seen: unknown): void {
  if (!condition) throw new Unmet(expected, seen);
}
