/** Aborts a request with all its redirects and bodies after a deadline or when the caller aborts. */

export interface Deadline {
  signal: AbortSignal;
  timedOut: () => boolean;
  /** Rejects at the deadline even if the promise never settles. */
  race: <T>(promise: Promise<T>) => Promise<T>;
}

/** `work` gets at most `ms` milliseconds. */
export async function withDeadline<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, ms);
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });

  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  controller.signal.addEventListener('abort', () => ended.reject(controller.signal.reason), { once: true });

  try {
    return await work({
      signal: controller.signal,
      timedOut: () => timedOut,
      race: (promise) => Promise.race([promise, ended.promise]),
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
