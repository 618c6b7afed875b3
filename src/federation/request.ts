/** What a request of another server says of itself, and why one is refused. */
import { config } from '../lib/config.ts';

// Rebuilds the URL of a request with the configured origin

/** Signatures cover this URL: TLS ends at a proxy, and anybody can set the Host header. */
export function ownUrl(request: Request): URL {
  const { pathname, search } = new URL(request.url);
  return new URL(`${config.baseUrl}${pathname}${search}`);
}

// The error thrown when a message from another server is refused; its text is the body of the answer

type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 503;

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
