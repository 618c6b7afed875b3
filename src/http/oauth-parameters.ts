/** Parses OAuth parameters: each at most once, empty ones count as absent (RFC 6749 §3.1). */
import { OAuthError } from '../domain/access/oauth/error.ts';

export type Parameters = Partial<Record<string, string>>;

/** Throws invalid_request. */
export function readParameters(fields: URLSearchParams): Parameters {
  const parameters: Parameters = Object.create(null);
  for (const [name, value] of fields) {
    if (value === '') continue;
    if (parameters[name] !== undefined)
      throw new OAuthError('invalid_request', 'a parameter must not be repeated');
    if (value.includes('\0')) throw new OAuthError('invalid_request', 'a parameter contains a NUL character');
    parameters[name] = value;
  }
  return parameters;
}

/** Throws invalid_request when it is missing. */
export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing`);
  return value;
}
