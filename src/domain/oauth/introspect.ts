/** Tells an app whether a token of its own is good, and for what (RFC 7662). */
import { type ActiveTokenRow, selectActiveToken } from '../../db/sql/oauth.ts';
import { db } from '../../db/statement.ts';
import { hashOpaque } from '../../lib/opaque.ts';
import { type Client, isConfidential } from './clients.ts';
import { OAuthError } from './error.ts';

/** Null for any other token (RFC 7662, section 2.2). Throws invalid_client for an app without a secret (section 2.1). */
export async function introspect(client: Client, token: string): Promise<ActiveTokenRow | null> {
  if (!isConfidential(client)) throw new OAuthError('invalid_client', 'client authentication is needed');
  const [active] = await selectActiveToken(db, hashOpaque(token), client.id);
  return active ?? null;
}
