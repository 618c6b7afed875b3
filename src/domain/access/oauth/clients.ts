/** Registers, stores and authenticates OAuth clients (RFC 7591, RFC 6749 §2). */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { prisma } from '../../../db/client.ts';
import type { PrismaTx } from '../../../db/transaction.ts';
import { createOpaqueToken, hashOpaqueToken } from '../../../lib/opaque-token.ts';
import { isClientUrl } from './client-url.ts';
import { OAuthError } from './error.ts';
import { isRedirectUri, isSameRedirectUri } from './redirect-uri.ts';
import { parseScopes } from './scope.ts';

export interface Client {
  id: string;
  /** Null for a public client. */
  secretHash: string | null;
  name: string;
  website: string | null;
  redirectUris: string[];
  scopes: string[];
  createdAt: Date;
}

export const isConfidential = (client: Client): boolean => client.secretHash !== null;

export interface ClientRegistration {
  name: string;
  website: string | null;
  redirectUris: string[];
  /** Space-separated (RFC 6749 §3.3). Without it the client may request every scope. */
  scope?: string;
  confidential: boolean;
}

/** Stores the secret only as a hash. Throws invalid_redirect_uri and invalid_client_metadata (RFC 7591). */
export async function registerClient({
  name,
  website,
  redirectUris,
  scope,
  confidential,
}: ClientRegistration): Promise<{ client: Client; secret: string | null }> {
  if (redirectUris.length === 0) throw new OAuthError('invalid_redirect_uri', 'redirect_uris is missing');
  if (!redirectUris.every(isRedirectUri)) {
    throw new OAuthError(
      'invalid_redirect_uri',
      'must be https, http on the loopback interface, or a scheme with a period in it; no fragment, at most 500 characters',
    );
  }
  const secret = confidential ? createOpaqueToken('pcs_') : null;
  const client = await prisma().oauthClient.create({
    data: {
      id: randomBytes(16).toString('base64url'),
      secretHash: secret?.hash.toString('base64url') ?? null,
      scopes: parseRegisteredScopes(scope),
      ...{ name, website, redirectUris },
    },
  });
  return { client, secret: secret?.text ?? null };
}

function parseRegisteredScopes(scope?: string): string[] {
  try {
    return parseScopes(scope ?? 'read write account:read account:write');
  } catch (error) {
    if (error instanceof OAuthError)
      throw new OAuthError('invalid_client_metadata', `scope ${error.message}`);
    throw error;
  }
}

/** Finds registered clients, and those with a document that a member has allowed. */
export async function findClient(id: string): Promise<Client | null> {
  if (!/^[A-Za-z0-9_-]{22}$/.test(id) && !isClientUrl(id)) return null;
  return prisma().oauthClient.findUnique({ where: { id } });
}

/** Stores a client with a document as it was when the member allowed it, and replaces the former state. */
export async function storeClient(tx: PrismaTx, { createdAt: _, ...client }: Client): Promise<void> {
  await tx.prisma.oauthClient.upsert({ where: { id: client.id }, create: client, update: client });
}

/** A public client authenticates by its id alone (RFC 6749 §2.1). Throws invalid_client. */
export async function authenticateClient(id: string, secret: string | null): Promise<Client> {
  const client = await findClient(id);
  const isAuthentic =
    client !== null &&
    (client.secretHash === null ? secret === null : secret !== null && isSecret(secret, client.secretHash));
  if (!isAuthentic) throw new OAuthError('invalid_client', 'client authentication failed');
  return client;
}

const isSecret = (secret: string, hash: string) =>
  timingSafeEqual(hashOpaqueToken(secret), Buffer.from(hash, 'base64url'));

/** An absent redirect URI means the only registered one (RFC 6749 §3.1.2.3). Throws invalid_request. */
export function resolveRedirectUri(client: Client, requested: string | undefined): string {
  const [only, ...more] = client.redirectUris;
  if (requested === undefined) {
    if (only === undefined || more.length > 0)
      throw new OAuthError('invalid_request', 'redirect_uri is missing');
    return only;
  }
  if (client.redirectUris.some((registered) => isSameRedirectUri(registered, requested))) return requested;
  throw new OAuthError('invalid_request', 'redirect_uri is not one that the app registered');
}
