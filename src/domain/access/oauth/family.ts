/** Revokes a token family: all tokens that descend from one authorization code. Lock the code first. */
import type { PrismaTx } from '../../../db/transaction.ts';

export async function revokeFamily(tx: PrismaTx, codeId: bigint): Promise<void> {
  const revoked = { where: { codeId, revokedAt: null }, data: { revokedAt: new Date() } };
  await tx.prisma.accessToken.updateMany(revoked);
  await tx.prisma.refreshToken.updateMany(revoked);
}
