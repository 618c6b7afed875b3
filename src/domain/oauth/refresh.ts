/** Turns a refresh token into new tokens, once; a second use revokes the whole family (OAuth 2.1, section 4.3.1). */
import { lockFamily, revokeFamily, selectRefreshToken, useRefreshToken } from '../../db/sql/oauth.ts';
import { transact } from '../../db/transaction.ts';
import { hashOpaque } from '../../lib/opaque.ts';
import type { Client } from './clients.ts';
import { OAuthError } from './error.ts';
import { type Issued, issue } from './issue.ts';
import { readScopes } from './scope.ts';

/** `scope` may ask for fewer (RFC 6749, section 6). Throws invalid_grant and invalid_scope. */
export async function refresh(
  client: Client,
  { token, scope }: { token: string; scope?: string },
): Promise<Issued> {
  const hash = hashOpaque(token);
  const issued = await transact(async (tx) => {
    const [family] = await lockFamily(tx, hash);
    const [row] = await selectRefreshToken(tx, hash);
    if (!family || !row) return null;
    if (row.used) {
      await revokeFamily(tx, family.id);
      return null;
    }
    if (!row.good || row.clientId !== client.id) return null;

    const scopes = scope === undefined ? row.scopes : readScopes(scope, row.scopes);
    await useRefreshToken(tx, row.id);
    return issue(tx, { client, accountId: row.accountId, codeId: family.id, granted: row.scopes, scopes });
  });
  if (!issued) {
    throw new OAuthError('invalid_grant', 'the refresh token is wrong, used, revoked or expired');
  }
  return issued;
}
