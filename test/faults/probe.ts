/** Asks again and again, and measures how long answers take. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Probe {
  /** Of each answer, in ms. */
  times: number[];
  /** Answers that did not come or were wrong. */
  failures: string[];
  stop(): Promise<void>;
}

const pauseMs = 200;

/** @param ask resolves to what is wrong, or to null */
export function startProbe(ask: () => Promise<string | null>): Probe {
  const probe: Probe = { times: [], failures: [], stop };
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      const began = performance.now();
      const failure = await ask();
      probe.times.push(performance.now() - began);
      if (failure) probe.failures.push(failure);
      await sleep(pauseMs);
    }
  })();

  async function stop(): Promise<void> {
    isStopped = true;
    await loop;
  }
  return probe;
}
