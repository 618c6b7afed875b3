/** Authorizations, codes and tokens of OAuth 2.1. */
import { hash, timingSafeEqual } from 'node:crypto';
import { prisma } from '../../../db/client.ts';
import { lockActiveMember, lockCode, lockCodeOfRefreshToken } from '../../../db/sql/access.ts';
import { type PrismaTx, transactWithPrisma } from '../../../db/transaction.ts';
import { createOpaqueToken, hashOpaqueToken } from '../../../lib/secrets.ts';
import { isActiveMember } from '../sessions.ts';
import { type Scope, tokenPrefix } from '../tokens.ts';
import { type Client, isClientUrl, isConfidential, OAuthError, parseScopes, storeClient } from './clients.ts';

// Verifies that the app that redeems a code is the one that requested it (PKCE, RFC 7636), with S256 only

/** A SHA-256 in base64url (RFC 7636 §4.2). */
const isCodeChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** RFC 7636 §4.1. */
const isVerifier = (text: string): boolean => /^[A-Za-z0-9\-._~]{43,128}$/.test(text);

/** RFC 7636 §4.6. */
function matchesChallenge(verifier: string, challenge: string): boolean {
  if (!isVerifier(verifier)) return false;
  const computed = hash('sha256', verifier, 'base64url');
  return timingSafeEqual(Buffer.from(computed), Buffer.from(challenge));
}

// Revokes a token family: all tokens that descend from one authorization code. Lock the code first.

async function revokeFamily(tx: PrismaTx, codeId: bigint): Promise<void> {
  const revoked = { where: { codeId, revokedAt: null }, data: { revokedAt: new Date() } };
  await tx.prisma.accessToken.updateMany(revoked);
  await tx.prisma.refreshToken.updateMany(revoked);
}

// Issues the access and refresh tokens for a redeemed code or refresh token

const accessTtlSeconds = 86_400;
const refreshTtlSeconds = 90 * 86_400;

export interface IssuedTokens {
  accessToken: string;
  refreshToken: string;
  scopes: string[];
  /** Seconds. */
  expiresIn: number;
}

interface Grant {
  client: Client;
  accountId: bigint;
  codeId: bigint;
  /** The scopes of the refresh token. */
  granted: string[];
  /** The scopes of the access token, at most the granted ones. */
  scopes: string[];
}

/** Returns null if the member may no longer act. */
async function issueTokens(
  tx: PrismaTx,
  { client, accountId, codeId, granted, scopes }: Grant,
): Promise<IssuedTokens | null> {
  const [member] = await lockActiveMember(tx, Number(accountId));
  if (!member) return null;

  const access = createOpaqueToken(tokenPrefix);
  const refresh = createOpaqueToken('plr_');
  const grant = { accountId, clientId: client.id, codeId };
  const expiresIn = (seconds: number) => new Date(Date.now() + seconds * 1_000);
  await tx.prisma.accessToken.create({
    data: { ...grant, hash: access.hash, name: client.name, scopes, expiresAt: expiresIn(accessTtlSeconds) },
  });
  await tx.prisma.refreshToken.create({
    data: { ...grant, hash: refresh.hash, scopes: granted, expiresAt: expiresIn(refreshTtlSeconds) },
  });
  return { accessToken: access.text, refreshToken: refresh.text, scopes, expiresIn: accessTtlSeconds };
}

// Validates authorization requests and issues authorization codes (RFC 6749 §4.1)

const codeTtlMs = 60_000;
const defaultScope = 'read';

interface AuthorizationRequest {
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
  { client, redirectUri, authorization }: { client: Client; redirectUri: string; authorization: ParsedAuthorization },
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

// Exchanges an authorization code for tokens, once. A second use revokes the issued tokens (RFC 6749 §4.1.2).

/** Throws invalid_grant. */
export async function redeemCode(
  client: Client,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
): Promise<IssuedTokens> {
  const hash = hashOpaqueToken(code);
  const issued = await transactWithPrisma(async (tx) => {
    await lockCode(tx, hash);
    const row = await tx.prisma.authorizationCode.findUnique({ where: { hash } });
    if (!row) return null;
    const { id, accountId, scopes } = row;
    if (row.usedAt) {
      await revokeFamily(tx, id);
      return null;
    }
    const isIntended = row.clientId === client.id && row.redirectUri === redirectUri && row.expiresAt > new Date();
    if (!isIntended || !matchesChallenge(verifier, row.codeChallenge)) return null;

    await tx.prisma.authorizationCode.update({ where: { id }, data: { usedAt: new Date() } });
    return issueTokens(tx, { client, accountId, codeId: id, granted: scopes, scopes });
  });
  if (!issued) {
    throw new OAuthError('invalid_grant', 'the code is wrong, used, expired, or issued to another app');
  }
  return issued;
}

// Exchanges a refresh token for new tokens, once. A second use revokes the whole family (OAuth 2.1 §4.3.1).

/** `scope` may narrow the granted scopes (RFC 6749 §6). Throws invalid_grant and invalid_scope. */
export async function redeemRefreshToken(
  client: Client,
  { token, scope }: { token: string; scope?: string },
): Promise<IssuedTokens> {
  const hash = hashOpaqueToken(token);
  const issued = await transactWithPrisma(async (tx) => {
    await lockCodeOfRefreshToken(tx, hash);
    const row = await tx.prisma.refreshToken.findUnique({ where: { hash } });
    if (!row?.codeId) return null;
    const { id, accountId, codeId, scopes: granted } = row;
    if (row.usedAt) {
      await revokeFamily(tx, codeId);
      return null;
    }
    if (row.revokedAt || row.expiresAt <= new Date() || row.clientId !== client.id) return null;

    const scopes = scope === undefined ? granted : parseScopes(scope, granted);
    await tx.prisma.refreshToken.update({ where: { id }, data: { usedAt: new Date() } });
    return issueTokens(tx, { client, accountId, codeId, granted, scopes });
  });
  if (!issued) {
    throw new OAuthError('invalid_grant', 'the refresh token is wrong, used, revoked or expired');
  }
  return issued;
}

// Revokes tokens at the request of the app that holds them (RFC 7009)

/**
 * A refresh token takes its whole family with it (RFC 7009 §2.1). An unknown token is no error (§2.2).
 * Throws invalid_grant for a token of another app.
 */
export async function revokeClientToken(client: Client, token: string): Promise<void> {
  const hash = hashOpaqueToken(token);
  const ownerId = await transactWithPrisma(async (tx) => {
    const access = await tx.prisma.accessToken.findUnique({ where: { hash } });
    if (access) {
      if (access.clientId === client.id)
        await tx.prisma.accessToken.updateMany({
          where: { hash, revokedAt: null },
          data: { revokedAt: new Date() },
        });
      return access.clientId;
    }
    await lockCodeOfRefreshToken(tx, hash);
    const refresh = await tx.prisma.refreshToken.findUnique({ where: { hash } });
    if (refresh?.codeId && refresh.clientId === client.id) await revokeFamily(tx, refresh.codeId);
    return refresh?.clientId ?? client.id;
  });
  if (ownerId !== client.id) throw new OAuthError('invalid_grant', 'the token was issued to another app');
}

// Reports the state of a token to the app that holds it (RFC 7662)

interface ActiveToken {
  kind: 'access' | 'refresh';
  accountId: number;
  username: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
}

/**
 * Returns null for an inactive token and for one of another app (RFC 7662 §2.2).
 * Throws invalid_client for an app without a secret (§2.1).
 */
export async function introspectToken(client: Client, token: string): Promise<ActiveToken | null> {
  if (!isConfidential(client)) throw new OAuthError('invalid_client', 'client authentication is needed');
  const held = {
    hash: hashOpaqueToken(token),
    clientId: client.id,
    revokedAt: null,
    expiresAt: { gt: new Date() },
    account: isActiveMember,
  };
  const include = { account: { select: { username: true } } } as const;
  const [access, refresh] = await Promise.all([
    prisma().accessToken.findFirst({ where: held, include }),
    prisma().refreshToken.findFirst({ where: { ...held, usedAt: null }, include }),
  ]);
  const row = access ?? refresh;
  if (!row) return null;
  const { accountId, account, scopes, createdAt, expiresAt } = row;
  return {
    kind: access ? 'access' : 'refresh',
    accountId: Number(accountId),
    username: account.username,
    scopes,
    createdAt,
    expiresAt,
  };
}
