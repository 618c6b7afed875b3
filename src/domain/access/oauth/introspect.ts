/** Reports the state of a token to the app that holds it (RFC 7662). */
import { prisma } from '../../../db/client.ts';
import { hashOpaqueToken } from '../../../lib/opaque-token.ts';
import { isActiveMember } from '../active-member.ts';
import { type Client, isConfidential } from './clients.ts';
import { OAuthError } from './error.ts';

export interface ActiveToken {
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
    ...{ kind: access ? 'access' : 'refresh', accountId: Number(accountId), username: account.username },
    ...{ scopes, createdAt, expiresAt },
  };
}
