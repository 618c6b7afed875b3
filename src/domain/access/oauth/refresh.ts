/** Exchanges a refresh token for new tokens, once. A second use revokes the whole family (OAuth 2.1 §4.3.1). */
import { lockCodeOfRefreshToken } from '../../../db/sql/access.ts';
import { transactWithPrisma } from '../../../db/transaction.ts';
import { hashOpaqueToken } from '../../../lib/opaque-token.ts';
import type { Client } from './clients.ts';
import { OAuthError } from './error.ts';
import { revokeFamily } from './family.ts';
import { type IssuedTokens, issueTokens } from './issue.ts';
import { parseScopes } from './scope.ts';

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
