/** Clients of OAuth 2.1, registered or described by a document. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { prisma } from '../../../db/client.ts';
import type { PrismaTx } from '../../../db/transaction.ts';
import { createCache } from '../../../lib/cache.ts';
import { FetchError } from '../../../lib/fetch/error.ts';
import { type FetchedDocument, fetchDocument } from '../../../lib/fetch/fetch.ts';
import { createOpaqueToken, hashOpaqueToken } from '../../../lib/secrets.ts';
import { limitConcurrency } from '../../../lib/semaphore.ts';
import { cleanText } from '../../../lib/text.ts';
import { type Scope, scopes } from '../tokens.ts';

// Defines the errors that OAuth endpoints return to apps

/** RFC 6749, sections 4.1.2.1 and 5.2; RFC 7591, section 3.2.2. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  /** `message` becomes error_description: ASCII without `"` and `\`. */
  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

// Parses the scopes that an app requests

/** Parses names separated by spaces (RFC 6749 §3.3). Throws invalid_scope for none, unknown and not `allowed` ones. */
export function parseScopes(text: string, allowed: readonly string[] = scopes): Scope[] {
  const requested = new Set(text.split(' ').filter(Boolean));
  for (const scope of requested) {
    if (!allowed.includes(scope)) throw new OAuthError('invalid_scope', `may be of: ${allowed.join(' ')}`);
  }
  if (requested.size === 0) throw new OAuthError('invalid_scope', `must be of: ${allowed.join(' ')}`);
  return scopes.filter((scope) => requested.has(scope));
}

// Validates and compares redirect URIs. An app gets answers only at the URIs that it registered.

const maxLength = 500;
// RFC 3986, without a fragment (RFC 6749 §3.1.2).
const uriCharacters = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/;
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::([1-9][0-9]{0,4}))?([/?].*)?$/;
/** A private-use scheme must contain a period (RFC 8252 §7.1), which excludes `javascript:` and the like. */
const privateUse = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:[^?]/;

/** Accepts https, http on the loopback interface (RFC 8252 §7.3), and private-use schemes (§7.1). */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > maxLength || !uriCharacters.test(uri)) return false;
  const url = URL.parse(uri);
  if (!url || url.username || url.password) return false;
  if (uri.startsWith('https://')) return true;
  return isLoopback(uri) || privateUse.test(uri);
}

/** Compares character by character, but ignores the port of a loopback address (RFC 8252 §7.3). */
export function isSameRedirectUri(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  const one = loopback.exec(registered);
  const other = isRedirectUri(requested) ? loopback.exec(requested) : null;
  return one !== null && other !== null && one[1] === other[1] && (one[3] ?? '') === (other[3] ?? '');
}

export const isLoopback = (uri: string): boolean => loopback.test(uri);

// Recognises client ids that are URLs of documents (draft-ietf-oauth-client-id-metadata-document §3)

/** Ids are compared as text, so only the normal form of a URL is one: no dot segments, no upper-case host. */
export function isClientUrl(id: string): boolean {
  if (!id.startsWith('https://') || id.length > maxLength) return false;
  const url = URL.parse(id);
  return url?.href === id && url.username === '' && url.password === '' && !id.includes('#');
}

// Reads OAuth clients whose id is the URL of a JSON document (draft-ietf-oauth-client-id-metadata-document)

const maxDocumentBytes = 16 * 1024;
const maxConcurrent = 8;
const maxWaiting = 32;
const maxDocuments = 500;
const documentTtlMs = 5 * 60_000;
const maxNameLength = 100;

/** Only good documents are kept: an app whose document was corrected works at once. */
const documents = createCache<string, Client>({ max: maxDocuments, ttl: documentTtlMs });
const withPermit = limitConcurrency(maxConcurrent, maxWaiting);

/** Other keys are ignored. A document is written for every server, so it may name grants and scopes of others. */
const schema = z.object({
  client_id: z.string(),
  client_name: z.string().nullish(),
  client_uri: z.string().nullish(),
  redirect_uris: z.array(z.string()).min(1).max(20),
  scope: z.string().nullish(),
  token_endpoint_auth_method: z.literal('none').nullish(),
  client_secret: z.null().optional(),
  grant_types: z.array(z.string()).nullish(),
  response_types: z.array(z.string()).nullish(),
});

export const findCachedDocument = (id: string): Client | undefined => documents.get(id);

/** Throws OAuthError if there is no usable document at the URL, and unavailable if too many are being fetched. */
export async function fetchClientDocument(id: string): Promise<Client> {
  const client = readDocument(new URL(id), await withPermit(() => fetchWithoutRedirects(id)));
  documents.set(id, client);
  return client;
}

/** The id names the host that answered (§5). */
async function fetchWithoutRedirects(id: string): Promise<FetchedDocument> {
  try {
    const accept = 'application/json';
    return await fetchDocument(id, { accept, maxBytes: maxDocumentBytes, maxRedirects: 0, forMember: true });
  } catch (error) {
    if (error instanceof FetchError) throw new OAuthError('invalid_client_metadata', error.message);
    throw error;
  }
}

function readDocument(own: URL, { status, headers, body }: FetchedDocument): Client {
  const refuse = (reason: string): never => {
    throw new OAuthError('invalid_client_metadata', `${own.host}: ${reason}`);
  };
  if (status !== 200) refuse(`the status is ${status}, not 200`);
  if (!/^application\/(?:[^\s;]+\+)?json *(?:;|$)/i.test(headers.get('content-type') ?? ''))
    refuse('the content type is not application/json');
  const { data, error } = schema.safeParse(parseJson(body));
  if (!data) return refuse(`${error.issues[0]?.path.join('.') || 'the document'} is missing or not acceptable`);
  if (data.client_id !== own.href) refuse('client_id is not the address of the document');
  if (data.grant_types && !data.grant_types.includes('authorization_code'))
    refuse('grant_types lacks authorization_code');
  if (data.response_types && !data.response_types.includes('code')) refuse('response_types lacks code');
  if (!data.redirect_uris.every((uri) => isRedirectUri(uri) && belongsTo(own, uri)))
    refuse('redirect_uris must have the same origin, a loopback address, or the reversed host name as scheme');
  const known = readScopes(data.scope);
  if (known.length === 0) refuse(`scope has none of: ${scopes.join(' ')}`);
  return {
    id: own.href,
    secretHash: null,
    name: [...cleanText(data.client_name ?? '').trim()].slice(0, maxNameLength).join('') || own.host,
    website: isSameOrigin(own, data.client_uri) ? data.client_uri : own.origin,
    redirectUris: data.redirect_uris,
    scopes: known,
    createdAt: new Date(),
  };
}

/** Like atproto: a private-use scheme is the host name of the id, reversed. */
function belongsTo(own: URL, uri: string): boolean {
  if (uri.startsWith('https:')) return isSameOrigin(own, uri);
  return isLoopback(uri) || new URL(uri).protocol === `${own.hostname.split('.').toReversed().join('.')}:`;
}

const isSameOrigin = (own: URL, uri: string | null | undefined): uri is string =>
  uri != null && uri.length <= 2_000 && URL.parse(uri)?.origin === own.origin;

function readScopes(text: string | null | undefined): Scope[] {
  const named = text?.split(' ') ?? scopes;
  return scopes.filter((scope) => (named as readonly string[]).includes(scope));
}

/** Returns undefined for what is not JSON, which the schema refuses. */
function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

// Registers, stores and authenticates OAuth clients (RFC 7591, RFC 6749 §2)

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

interface ClientRegistration {
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
      'must be https, http on the loopback interface, or a scheme with a period in it; no fragment, at most ' +
        '500 characters',
    );
  }
  const secret = confidential ? createOpaqueToken('pcs_') : null;
  const client = await prisma().oauthClient.create({
    data: {
      id: randomBytes(16).toString('base64url'),
      secretHash: secret?.hash.toString('base64url') ?? null,
      scopes: parseRegisteredScopes(scope),
      name,
      website,
      redirectUris,
    },
  });
  return { client, secret: secret?.text ?? null };
}

function parseRegisteredScopes(scope?: string): string[] {
  try {
    return parseScopes(scope ?? 'read write account:read account:write');
  } catch (error) {
    if (error instanceof OAuthError) throw new OAuthError('invalid_client_metadata', `scope ${error.message}`);
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
    if (only === undefined || more.length > 0) throw new OAuthError('invalid_request', 'redirect_uri is missing');
    return only;
  }
  if (client.redirectUris.some((registered) => isSameRedirectUri(registered, requested))) return requested;
  throw new OAuthError('invalid_request', 'redirect_uri is not one that the app registered');
}
