/** Why a document of another server could not be had. */

/** `gone` is 410, `missing` 404; `unreachable` may pass, `refused` will not by itself; `spent` is a budget at its end. */
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

/** The reason why, or null for an error of another kind. */
export function failureOf(error: unknown): ResolveFailure | null {
  return error instanceof ResolveError ? error.reason : null;
}
