/** Turns an authorization code into tokens, once; a second use revokes what the first gave (RFC 6749, section 4.1.2). */
import { lockCode, revokeFamily, useCode } from '../../db/sql/oauth.ts';
import { transact } from '../../db/transaction.ts';
import { hashOpaque } from '../../lib/opaque.ts';
import type { Client } from './clients.ts';
import { OAuthError } from './error.ts';
import { type Issued, issue } from './issue.ts';
import { answersChallenge } from './pkce.ts';

/** Throws invalid_grant. */
export async function redeemCode(
  client: Client,
  { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
): Promise<Issued> {
  const issued = await transact(async (tx) => {
    const [row] = await lockCode(tx, hashOpaque(code));
    if (!row) return null;
    if (row.used) {
      await revokeFamily(tx, row.id);
      return null;
    }
    const isMeant = row.clientId === client.id && row.redirectUri === redirectUri && !row.expired;
    if (!isMeant || !answersChallenge(verifier, row.codeChallenge)) return null;

    await useCode(tx, row.id);
    const { accountId, scopes } = row;
    return issue(tx, { client, accountId, codeId: row.id, granted: scopes, scopes });
  });
  if (!issued) {
    throw new OAuthError('invalid_grant', 'the code is wrong, used, expired, or meant for somebody else');
  }
  return issued;
}
