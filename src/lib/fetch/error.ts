/** Defines why a request to another server failed. */

export type FetchFailure =
  | 'not_federating'
  | 'bad_url'
  | 'private_address'
  | 'dns'
  | 'no_such_host'
  | 'connect'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_encoding'
  | 'network';

/** The message contains only the host, because path and query may hold secrets. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly reason: FetchFailure;
  readonly host: string;

  constructor(reason: FetchFailure, host: string, message: string, cause?: unknown) {
    super(`${host}: ${message}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.host = host;
  }
}
