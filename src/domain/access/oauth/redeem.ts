/** Exchanges an authorization code for tokens, once. A second use revokes the issued tokens (RFC 6749 §4.1.2). */
import { lockCode } from '../../../db/sql/access.ts';
import { transactWithPrisma } from '../../../db/transaction.ts';
import { hashOpaqueToken } from '../../../lib/opaque-token.ts';
import type { Client } from './clients.ts';
import { OAuthError } from './error.ts';
import { revokeFamily } from './family.ts';
import { type IssuedTokens, issueTokens } from './issue.ts';
import { matchesChallenge } from './pkce.ts';

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
    const isIntended =
      row.clientId === client.id && row.redirectUri === redirectUri && row.expiresAt > new Date();
    if (!isIntended || !matchesChallenge(verifier, row.codeChallenge)) return null;

    await tx.prisma.authorizationCode.update({ where: { id }, data: { usedAt: new Date() } });
    return issueTokens(tx, { client, accountId, codeId: id, granted: scopes, scopes });
  });
  if (!issued) {
    throw new OAuthError('invalid_grant', 'the code is wrong, used, expired, or issued to another app');
  }
  return issued;
}
