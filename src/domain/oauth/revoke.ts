/** Ends a token that an app has no more use for (RFC 7009). */
import { lockFamily, revokeFamily, selectRefreshToken, selectTokenOwner } from '../../db/sql/oauth.ts';
import { revokeTokenByHash } from '../../db/sql/tokens.ts';
import { transact } from '../../db/transaction.ts';
import { hashOpaque } from '../../lib/opaque.ts';
import type { Client } from './clients.ts';
import { OAuthError } from './error.ts';

/**
 * With a refresh token goes all that came of the same consent (RFC 7009, section 2.1); an unknown token is no error (section 2.2).
 * Throws invalid_grant for a token of somebody else.
 */
export async function revoke(client: Client, token: string): Promise<void> {
  const hash = hashOpaque(token);
  const ownerId = await transact(async (tx) => {
    const [access] = await selectTokenOwner(tx, hash);
    if (access) {
      if (access.clientId === client.id) await revokeTokenByHash(tx, hash);
      return access.clientId;
    }
    const [family] = await lockFamily(tx, hash);
    const [row] = await selectRefreshToken(tx, hash);
    if (family && row?.clientId === client.id) await revokeFamily(tx, family.id);
    return row?.clientId ?? client.id;
  });
  if (ownerId !== client.id) throw new OAuthError('invalid_grant', 'the token was given to somebody else');
}
