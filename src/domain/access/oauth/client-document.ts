/** Reads OAuth clients whose id is the URL of a JSON document (draft-ietf-oauth-client-id-metadata-document). */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { FetchError, type FetchedDocument, fetchDocument } from '../../../lib/fetch/fetch.ts';
import { limitConcurrency } from '../../../lib/semaphore.ts';
import { cleanText } from '../../../lib/text.ts';
import { type Scope, scopes } from '../tokens.ts';
import type { Client } from './clients.ts';
import { OAuthError } from './error.ts';
import { isLoopback, isRedirectUri } from './redirect-uri.ts';

const maxDocumentBytes = 16 * 1024;
const maxConcurrent = 8;
const maxWaiting = 32;
const maxDocuments = 500;
const documentTtlMs = 5 * 60_000;
const maxNameLength = 100;

/** Only good documents are kept: an app whose document was corrected works at once. */
const documents = new LRUCache<string, Client>({ max: maxDocuments, ttl: documentTtlMs });
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
  if (!data)
    return refuse(`${error.issues[0]?.path.join('.') || 'the document'} is missing or not acceptable`);
  if (data.client_id !== own.href) refuse('client_id is not the address of the document');
  if (data.grant_types && !data.grant_types.includes('authorization_code'))
    refuse('grant_types lacks authorization_code');
  if (data.response_types && !data.response_types.includes('code')) refuse('response_types lacks code');
  if (!data.redirect_uris.every((uri) => isRedirectUri(uri) && belongsTo(own, uri)))
    refuse(
      'redirect_uris must have the same origin, a loopback address, or the reversed host name as scheme',
    );
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
