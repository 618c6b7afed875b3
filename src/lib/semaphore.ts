/** Limits how many calls run at a time, and how many wait. */
import { DomainError } from './errors.ts';
import { t } from './language/text.ts';

/** The others wait in order. Throws unavailable when `maxWaiting` calls wait already. */
export function limitConcurrency(
  limit: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= limit && waiting.length >= maxWaiting)
      throw new DomainError('unavailable', t('errors.busy'));
    // A finished call passes its permit to the next waiter, so that no new call overtakes it.
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
