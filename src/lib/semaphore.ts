/** Limits how many calls run at a time, and how many wait. */
import pLimit from 'p-limit';
import { DomainError } from './errors.ts';
import { t } from './language/text.ts';

/** The others wait in order. Throws unavailable when `maxWaiting` calls wait already. */
export function limitConcurrency(
  limit: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  const run = pLimit(limit);
  return async (work) => {
    if (run.activeCount >= limit && run.pendingCount >= maxWaiting)
      throw new DomainError('unavailable', t('errors.busy'));
    return run(work);
  };
}

/**
 * Runs one call at a time. Keys take turns, so a key with many calls delays the others by one call each. Returns null
 * when `maxWaiting` calls wait already, or `maxPerKey` of this key.
 */
export function limitPerKey(
  maxWaiting: number,
  maxPerKey: number,
): <T>(key: string, work: () => Promise<T>) => Promise<T> | null {
  /** In the order of their turns. */
  const queues = new Map<string, (() => void)[]>();
  let waiting = 0;
  let isRunning = false;

  const startNext = () => {
    const [next] = queues;
    isRunning = next !== undefined;
    if (!next) return;
    const [key, queue] = next;
    waiting -= 1;
    queue.shift()!();
    queues.delete(key);
    if (queue.length > 0) queues.set(key, queue);
  };
  const runNow = async <T>(work: () => Promise<T>): Promise<T> => {
    isRunning = true;
    return work().finally(startNext);
  };
  return (key, work) => {
    if (!isRunning) return runNow(work);
    const queue = queues.get(key) ?? [];
    if (waiting >= maxWaiting || queue.length >= maxPerKey) return null;
    waiting += 1;
    queues.set(key, queue);
    return new Promise<void>((resolve) => queue.push(resolve)).then(() => runNow(work));
  };
}
