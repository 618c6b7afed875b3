/** A member lets an app act for them: what it may ask, and the code that it gets (RFC 6749, section 4.1). */
import { insertCode } from '../../db/sql/oauth.ts';
import { lockActiveMember, selectSession } from '../../db/sql/sessions.ts';
import { transact } from '../../db/transaction.ts';
import { hashOpaque, mintOpaque } from '../../lib/opaque.ts';
import type { Scope } from '../tokens.ts';
import type { Client } from './clients.ts';
import { OAuthError } from './error.ts';
import { isChallenge } from './pkce.ts';
import { readScopes } from './scope.ts';

/** Seconds. */
const codeLife = 60;
/** What an app gets that does not say what it wants. */
const usualScope = 'read';

export interface AuthorizationRequest {
  response_type?: string;
  response_mode?: string;
  scope?: string;
  code_challenge?: string;
  code_challenge_method?: string;
}

export interface Wish {
  scopes: Scope[];
  codeChallenge: string;
}

/** RFC 6749, section 4.1.1; PKCE is demanded (OAuth 2.1), by S256. Throws OAuthError for the app to hear. */
export function readWish(client: Client, request: AuthorizationRequest): Wish {
  if (request.response_type === undefined) {
    throw new OAuthError('invalid_request', 'response_type is missing');
  }
  if (request.response_type !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code');
  }
  if ((request.response_mode ?? 'query') !== 'query') {
    throw new OAuthError('invalid_request', 'response_mode must be query');
  }
  if (request.code_challenge === undefined) {
    throw new OAuthError('invalid_request', 'code_challenge is missing');
  }
  // RFC 7636, section 4.3: a missing method would mean plain.
  if (request.code_challenge_method !== 'S256') {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256');
  }
  if (!isChallenge(request.code_challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be a SHA-256 in base64url');
  }
  const scopes = readScopes(request.scope ?? usualScope, client.scopes);
  return { scopes, codeChallenge: request.code_challenge };
}

/** The code, good for 60 s. Null when the session ended meanwhile. */
export function grant(
  session: { text: string; accountId: number },
  { client, redirectUri, wish }: { client: Client; redirectUri: string; wish: Wish },
): Promise<string | null> {
  const { text, hash } = mintOpaque('plc_');
  return transact(async (tx) => {
    // A new password ends all sessions: it comes before this, or finds the code.
    await lockActiveMember(tx, session.accountId);
    const [alive] = await selectSession(tx, hashOpaque(session.text));
    if (!alive) return null;

    const { scopes, codeChallenge } = wish;
    await insertCode(tx, hash, client.id, alive.accountId, redirectUri, codeChallenge, scopes, codeLife);
    return text;
  });
}
