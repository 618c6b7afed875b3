/** The error thrown when a remote document cannot be used, with its reason. */
import { FetchError } from '../../lib/fetch/error.ts';

/**
 * `gone` is 410, `missing` 404, `forbidden` 401 or 403. `unreachable` may be retried, `refused` is not what was asked for.
 * `spent`: the fetch budget is used up.
 */
export type ResolveFailure = 'gone' | 'missing' | 'forbidden' | 'refused' | 'unreachable' | 'spent';

export class ResolveError extends Error {
  override readonly name = 'ResolveError';
  readonly reason: ResolveFailure;

  constructor(reason: ResolveFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

export const refused = (message: string, cause?: unknown): ResolveError =>
  new ResolveError('refused', message, cause);

/** Returns the reason, or null for another kind of error. */
export function failureOf(error: unknown): ResolveFailure | null {
  return error instanceof ResolveError ? error.reason : null;
}

/** Whether there certainly is no such document: its server says so, serves something else, or does not exist. */
export function isDefinite({ reason, cause }: ResolveError): boolean {
  const isHostMissing = cause instanceof FetchError && cause.reason === 'no_such_host';
  return isHostMissing || reason === 'gone' || reason === 'missing' || reason === 'refused';
}
