/** The error thrown when a remote document cannot be used, with its reason. */

/** `gone` is 410, `missing` 404. `unreachable` may be retried, `refused` not. `spent`: the fetch budget is used up. */
export type ResolveFailure = 'gone' | 'missing' | 'refused' | 'unreachable' | 'spent';

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
