/** Runs workers in this process for operations that wait for a job. */
import { setTimeout } from 'node:timers/promises';
import { drain } from './drain.ts';
import { withStoppedClock } from './stopped-clock.ts';

const intervalMs = 10;

/**
 * Runs `operation` while workers run. The clock advances only while no job is due, at most as fast as the real one, so
 * that timeouts do not depend on the machine.
 */
export const withWorkers = <T>(operation: () => Promise<T>): Promise<T> =>
  withStoppedClock(async (advance) => {
    let isOver = false;
    const result = operation().finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await drain();
      await setTimeout(intervalMs);
      advance(intervalMs);
    }
    await drain();
    return result;
  });
