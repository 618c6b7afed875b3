/** Issues the access and refresh tokens for a redeemed code or refresh token. */
import { lockActiveMember } from '../../../db/sql/access.ts';
import type { PrismaTx } from '../../../db/transaction.ts';
import { createOpaqueToken } from '../../../lib/opaque-token.ts';
import { tokenPrefix } from '../tokens.ts';
import type { Client } from './clients.ts';

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
export async function issueTokens(
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
