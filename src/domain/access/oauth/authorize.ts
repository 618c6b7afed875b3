/** Validates authorization requests and issues authorization codes (RFC 6749 §4.1). */
import { lockActiveMember } from '../../../db/sql/access.ts';
import { transactWithPrisma } from '../../../db/transaction.ts';
import { createOpaqueToken, hashOpaqueToken } from '../../../lib/opaque-token.ts';
import type { Scope } from '../tokens.ts';
import { isClientUrl } from './client-url.ts';
import { type Client, storeClient } from './clients.ts';
import { OAuthError } from './error.ts';
import { isCodeChallenge } from './pkce.ts';
import { parseScopes } from './scope.ts';

const codeTtlMs = 60_000;
const defaultScope = 'read';

export interface AuthorizationRequest {
  response_type?: string;
  response_mode?: string;
  scope?: string;
  code_challenge?: string;
  code_challenge_method?: string;
}

export interface ParsedAuthorization {
  scopes: Scope[];
  codeChallenge: string;
}

/** Requires PKCE with S256 (OAuth 2.1). Throws an OAuthError that is returned to the app (RFC 6749 §4.1.2.1). */
export function parseAuthorization(client: Client, request: AuthorizationRequest): ParsedAuthorization {
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
  // A missing method would mean plain (RFC 7636 §4.3).
  if (request.code_challenge_method !== 'S256') {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256');
  }
  if (!isCodeChallenge(request.code_challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be a SHA-256 in base64url');
  }
  const scopes = parseScopes(request.scope ?? defaultScope, client.scopes);
  return { scopes, codeChallenge: request.code_challenge };
}

/** Returns a code that is valid for 60 s, or null if the session has ended. */
export function issueCode(
  session: { token: string; accountId: number },
  {
    client,
    redirectUri,
    authorization,
  }: { client: Client; redirectUri: string; authorization: ParsedAuthorization },
): Promise<string | null> {
  const { text, hash } = createOpaqueToken('plc_');
  return transactWithPrisma(async (tx) => {
    // A concurrent password change ends all sessions: this waits for it, or it finds the new code.
    const [member] = await lockActiveMember(tx, session.accountId);
    if (!member) return null;
    const { accountId } = session;
    const active = await tx.prisma.session.findFirst({
      where: { hash: hashOpaqueToken(session.token), accountId, expiresAt: { gt: new Date() } },
    });
    if (!active) return null;

    if (isClientUrl(client.id)) await storeClient(tx, client);
    const { scopes, codeChallenge } = authorization;
    const expiresAt = new Date(Date.now() + codeTtlMs);
    await tx.prisma.authorizationCode.create({
      data: { hash, clientId: client.id, accountId, redirectUri, codeChallenge, scopes, expiresAt },
    });
    return text;
  });
}
