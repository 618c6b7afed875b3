/** Looks again and again until what should be there is. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves to how many ms it took. Rejects with what was expected and what was seen last.
 * @param patience ms
 */
export async function eventually<T>(
  expected: string,
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  patience: number,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const seen = await look();
    const ms = performance.now() - began;
    if (holds(seen)) return ms;
    if (ms > patience) throw new Unmet(expected, seen, patience);
    await sleep(20);
  }
}

/** A step of the demonstration that did not hold. */
class Unmet extends Error {
  constructor(expected: string, seen: unknown, patience?: number) {
    const within = patience === undefined ? '' : ` within ${patience} ms`;
    super(`expected${within}: ${expected}\n      seen: ${JSON.stringify(seen)?.slice(0, 1_500)}`);
    this.name = 'Unmet';
  }
}

export function hold(expected: string, condition: boolean, seen: unknown): void {
  if (!condition) throw new Unmet(expected, seen);
}
