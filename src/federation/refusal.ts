/** The error thrown when a message from another server is refused; its text is the body of the answer. */

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 503;

/** The message is sent to the other server as it is, so it must contain no secrets. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;
  /** For 429 and 503: when the other server may try again. */
  readonly retryAfterSeconds: number | null;

  constructor(status: RefusalStatus, reason: string, retryAfterSeconds: number | null = null) {
    super(reason);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
