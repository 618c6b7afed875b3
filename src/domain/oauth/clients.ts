/** Apps: how they are registered, how they say who they are. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type ClientRow, insertClient, selectClient } from '../../db/sql/oauth.ts';
import { db } from '../../db/statement.ts';
import { hashOpaque, mintOpaque } from '../../lib/opaque.ts';
import { OAuthError } from './error.ts';
import { isRedirectUri, isSameRedirectUri } from './redirect-uri.ts';
import { readScopes } from './scope.ts';

export type Client = ClientRow;

export const isConfidential = (client: Client): boolean => client.secretHash !== null;

export interface Registration {
  name: string;
  website: string | null;
  redirectUris: string[];
  /** Text of RFC 6749, section 3.3; none: every scope may be asked for. */
  scope?: string;
  confidential: boolean;
}

/** RFC 7591. The secret is kept only as a hash. Throws invalid_redirect_uri and invalid_client_metadata. */
export async function registerClient(
  wanted: Registration,
): Promise<{ client: Client; secret: string | null }> {
  if (wanted.redirectUris.length === 0)
    throw new OAuthError('invalid_redirect_uri', 'redirect_uris is missing');
  if (!wanted.redirectUris.every(isRedirectUri)) {
    throw new OAuthError(
      'invalid_redirect_uri',
      'must be https, http on the loopback interface, or a scheme with a period in it; no fragment, at most 500 characters',
    );
  }
  const secret = wanted.confidential ? mintOpaque('pcs_') : null;
  const [client] = await insertClient(
    db,
    randomBytes(16).toString('base64url'),
    secret?.hash.toString('base64url') ?? null,
    wanted.name,
    wanted.website,
    wanted.redirectUris,
    registeredScopes(wanted.scope),
  );
  return { client: client!, secret: secret?.text ?? null };
}

function registeredScopes(scope?: string): string[] {
  try {
    return readScopes(scope ?? 'read write account:read account:write');
  } catch (error) {
    if (error instanceof OAuthError)
      throw new OAuthError('invalid_client_metadata', `scope ${error.message}`);
    throw error;
  }
}

export async function findClient(id: string): Promise<Client | null> {
  if (!/^[A-Za-z0-9_-]{22}$/.test(id)) return null;
  const [client] = await selectClient(db, id);
  return client ?? null;
}

/** A public client has only its name (RFC 6749, section 2.1). Throws invalid_client. */
export async function authenticateClient(id: string, secret: string | null): Promise<Client> {
  const client = await findClient(id);
  const isRight =
    client !== null &&
    (client.secretHash === null ? secret === null : secret !== null && isSecret(secret, client.secretHash));
  if (!isRight) throw new OAuthError('invalid_client', 'client authentication failed');
  return client;
}

const isSecret = (secret: string, hash: string) =>
  timingSafeEqual(hashOpaque(secret), Buffer.from(hash, 'base64url'));

/** The redirect URI asked for; an absent one means the only one there is (RFC 6749, section 3.1.2.3). Throws invalid_request. */
export function redirectUriOf(client: Client, asked: string | undefined): string {
  const [only, ...more] = client.redirectUris;
  if (asked === undefined) {
    if (only === undefined || more.length > 0)
      throw new OAuthError('invalid_request', 'redirect_uri is missing');
    return only;
  }
  if (client.redirectUris.some((registered) => isSameRedirectUri(registered, asked))) return asked;
  throw new OAuthError('invalid_request', 'redirect_uri is not one that the app registered');
}
