/** Parameters of OAuth requests: each at most once, empty ones as if they were not there (RFC 6749, section 3.1). */
import { OAuthError } from '../../domain/oauth/error.ts';

export type Parameters = Partial<Record<string, string>>;

/** Throws invalid_request. */
export function readParameters(given: URLSearchParams): Parameters {
  const read: Parameters = Object.create(null);
  for (const [name, value] of given) {
    if (value === '') continue;
    if (read[name] !== undefined)
      throw new OAuthError('invalid_request', 'a parameter is given more than once');
    if (value.includes('\0')) throw new OAuthError('invalid_request', 'a parameter is no text');
    read[name] = value;
  }
  return read;
}

/** Throws invalid_request when it is missing. */
export function demand(parameters: Parameters, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing`);
  return value;
}
