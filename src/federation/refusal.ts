/** The error thrown when a message from another server is refused; its text is the body of the answer. */

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415;

/** The message is sent to the other server as it is, so it must contain no secrets. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, reason: string) {
    super(reason);
    this.status = status;
  }
}
