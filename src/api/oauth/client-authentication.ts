/** Authenticates OAuth clients: HTTP Basic, client_secret in the body, or public (RFC 6749 §2.3). */
import { authenticateClient, type Client } from '../../domain/access/oauth/clients.ts';
import { OAuthError } from '../../domain/access/oauth/error.ts';
import type { Parameters } from '../../http/oauth-parameters.ts';

export const authenticationMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/** Throws invalid_client, or invalid_request if the client uses two methods. */
export async function authenticateRequest(
  authorization: string | undefined,
  given: Parameters,
): Promise<Client> {
  const basic = authorization === undefined ? null : readBasic(authorization);
  const { client_id: id = basic?.id, client_secret: secret } = given;
  if (id === undefined) throw new OAuthError('invalid_client', 'client authentication is required');
  if (basic && (secret !== undefined || basic.id !== id)) {
    throw new OAuthError('invalid_request', 'the client must use only one authentication method');
  }
  return authenticateClient(id, basic?.secret ?? secret ?? null);
}

function readBasic(authorization: string): { id: string; secret: string } {
  const encoded = /^basic +([A-Za-z0-9+/]{1,1000}={0,2}) *$/i.exec(authorization)?.[1] ?? '';
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  const [id, secret] = [decode(pair.slice(0, colon)), decode(pair.slice(colon + 1))];
  if (colon < 1 || id === null || !secret) {
    throw new OAuthError('invalid_client', 'the Authorization header must be HTTP Basic');
  }
  return { id, secret };
}

/** Both parts are form-encoded before they are joined (RFC 6749 §2.3.1). */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
