/** Parses the scopes that an app requests. */
import { type Scope, scopes } from '../tokens.ts';
import { OAuthError } from './error.ts';

/** Parses names separated by spaces (RFC 6749 §3.3). Throws invalid_scope for none, unknown and not `allowed` ones. */
export function parseScopes(text: string, allowed: readonly string[] = scopes): Scope[] {
  const requested = new Set(text.split(' ').filter(Boolean));
  for (const scope of requested) {
    if (!allowed.includes(scope)) throw new OAuthError('invalid_scope', `may be of: ${allowed.join(' ')}`);
  }
  if (requested.size === 0) throw new OAuthError('invalid_scope', `must be of: ${allowed.join(' ')}`);
  return scopes.filter((scope) => requested.has(scope));
}
