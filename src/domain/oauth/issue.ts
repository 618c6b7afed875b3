/** The pair of tokens that an app gets for a code or a refresh token. */
import { insertGrantedToken, insertRefreshToken } from '../../db/sql/oauth.ts';
import { lockActiveMember } from '../../db/sql/sessions.ts';
import type { Tx } from '../../db/transaction.ts';
import { mintOpaque } from '../../lib/opaque.ts';
import { tokenPrefix } from '../tokens.ts';
import type { Client } from './clients.ts';

/** Seconds: 24 h and 90 d. */
const accessLife = 86_400;
const refreshLife = 90 * 86_400;

export interface Issued {
  accessToken: string;
  refreshToken: string;
  scopes: string[];
  /** Seconds. */
  expiresIn: number;
}

interface Grant {
  client: Client;
  accountId: number;
  codeId: number;
  /** Of the refresh token. */
  granted: string[];
  /** Of the access token: at most those granted. */
  scopes: string[];
}

/** Null when the member may not act any more. */
export async function issue(
  tx: Tx,
  { client, accountId, codeId, granted, scopes }: Grant,
): Promise<Issued | null> {
  const [member] = await lockActiveMember(tx, accountId);
  if (!member) return null;

  const access = mintOpaque(tokenPrefix);
  const refresh = mintOpaque('plr_');
  await insertGrantedToken(tx, access.hash, accountId, client.id, codeId, client.name, scopes, accessLife);
  await insertRefreshToken(tx, refresh.hash, accountId, client.id, codeId, granted, refreshLife);
  return { accessToken: access.text, refreshToken: refresh.text, scopes, expiresIn: accessLife };
}
