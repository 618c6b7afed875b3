/** Authenticates API requests by the bearer token in the Authorization header (RFC 6750). */
import { findToken, type Scope, type Token } from '../domain/access/tokens.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { bearerChallenge, type Headers } from './headers.ts';

const bearer = /^bearer +([A-Za-z0-9._~+/-]{1,512}=*) *$/i;

/** Returns null without credentials. Throws unauthorized if the token is invalid. */
export async function authenticate(authorization: string | null): Promise<Token | null> {
  if (authorization === null) return null;
  const text = bearer.exec(authorization)?.[1];
  const token = text ? await findToken(text) : null;
  if (!token) throw new DomainError('unauthorized', t('errors.token-invalid'));
  return token;
}

/** Throws unauthorized or insufficient_scope, and adds a WWW-Authenticate challenge that names the scope. */
export function requireScope(token: Token | null, scope: Scope, headers: Headers): Token {
  if (!token) {
    // RFC 6750, section 3.1: without credentials the challenge carries no error code.
    headers['WWW-Authenticate'] = bearerChallenge(`scope="${scope}"`);
    throw new DomainError('unauthorized', t('errors.token-required'));
  }
  if (!token.scopes.includes(scope)) {
    headers['WWW-Authenticate'] = bearerChallenge(`error="insufficient_scope", scope="${scope}"`);
    throw new DomainError('insufficient_scope', t('errors.token-lacks-scope', { scope }));
  }
  return token;
}
