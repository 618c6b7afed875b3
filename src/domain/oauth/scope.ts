/** What an app asks for, read from the text it sends. */
import { type Scope, scopes } from '../tokens.ts';
import { OAuthError } from './error.ts';

/** RFC 6749, section 3.3: names between spaces. Throws invalid_scope for none, for unknown ones and for those not `allowed`. */
export function readScopes(text: string, allowed: readonly string[] = scopes): Scope[] {
  const asked = new Set(text.split(' ').filter(Boolean));
  for (const scope of asked) {
    if (!allowed.includes(scope)) throw new OAuthError('invalid_scope', `may be of: ${allowed.join(' ')}`);
  }
  if (asked.size === 0) throw new OAuthError('invalid_scope', `must be of: ${allowed.join(' ')}`);
  return scopes.filter((scope) => asked.has(scope));
}
