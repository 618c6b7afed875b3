/** Revokes tokens at the request of the app that holds them (RFC 7009). */
import { lockCodeOfRefreshToken } from '../../../db/sql/access.ts';
import { transactWithPrisma } from '../../../db/transaction.ts';
import { hashOpaqueToken } from '../../../lib/opaque-token.ts';
import type { Client } from './clients.ts';
import { OAuthError } from './error.ts';
import { revokeFamily } from './family.ts';

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
