/** Endpoints of OAuth 2.1. */
import { z } from '@hono/zod-openapi';
import { type Context, Hono } from 'hono';
import {
  authenticateClient,
  type Client,
  isConfidential,
  OAuthError,
  type OAuthErrorCode,
  registerClient,
  resolveRedirectUri,
} from '../domain/access/oauth/clients.ts';
import {
  revokeClientToken as end,
  type IssuedTokens,
  introspectToken as inspect,
  redeemCode,
  redeemRefreshToken,
} from '../domain/access/oauth/grants.ts';
import { scopes } from '../domain/access/tokens.ts';
import { readJson, takesBody } from '../http/body.ts';
import { errorResponse } from '../http/errors.ts';
import { maxSmallFormBytes, type Parameters, parseForm, readParameters, requireParameter } from '../http/form.ts';
import { baseHeaders, type Headers, preflight } from '../http/headers.ts';
import { line, text, webUrl } from '../http/input/fields.ts';
import { enforceRateLimit, type RateLimit, requestLimit } from '../http/rate-limits.ts';
import { clientAddressOf } from '../http/serve.ts';
import { parseOrThrow } from '../http/validation.ts';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';

// Authenticates OAuth clients: HTTP Basic, client_secret in the body, or public (RFC 6749 §2.3)

const authenticationMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/** Throws invalid_client, or invalid_request if the client uses two methods. */
async function authenticateRequest(authorization: string | undefined, given: Parameters): Promise<Client> {
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

// Wraps OAuth endpoints with rate limits, headers and error responses (RFC 6749 §5.2)

interface Endpoint {
  /** Status of a successful response. Defaults to 200. */
  status?: 200 | 201;
  /** Counted in addition to the general request limit. */
  rateLimit?: RateLimit;
  /** Error code for a request that cannot be parsed. Defaults to invalid_request. */
  unreadableCode?: OAuthErrorCode;
  /** Null means a response without a body. */
  handler(context: Context): Promise<object | null>;
}

function endpoint({ status = 200, rateLimit, unreadableCode = 'invalid_request', handler }: Endpoint) {
  return takesBody({ from: 'anyone', maxBytes: maxSmallFormBytes }, async (context: Context) => {
    const headers: Headers = { ...baseHeaders(), 'Cache-Control': 'no-store', Pragma: 'no-cache' };
    try {
      if (rateLimit) await enforceRateLimit(rateLimit, clientAddressOf(context), headers);
      await enforceRateLimit(requestLimit, clientAddressOf(context), headers);
      const body = await handler(context);
      return body ? json(status, body, headers) : new Response(null, { status, headers });
    } catch (error) {
      const oauthError = asOAuthError(error, unreadableCode);
      return oauthError ? oauthErrorResponse(oauthError, headers) : errorResponse(error, headers);
    }
  });
}

function asOAuthError(error: unknown, unreadableCode: OAuthErrorCode): OAuthError | null {
  if (error instanceof OAuthError) return error;
  const isUnreadable =
    error instanceof DomainError && ['malformed', 'unsupported_media_type', 'validation_failed'].includes(error.code);
  return isUnreadable ? new OAuthError(unreadableCode, error.message) : null;
}

/** Adds `errors` and `code`, as in the rest of the API. */
function oauthErrorResponse({ code, message }: OAuthError, headers: Headers): Response {
  if (code === 'invalid_client') headers['WWW-Authenticate'] = 'Basic realm="Potluck"';
  const description = message.replaceAll(/[^\x20-\x7e]|["\\]/g, '?');
  const body = { error: code, error_description: description, errors: { base: [description] }, code };
  return json(code === 'invalid_client' ? 401 : 400, body, headers);
}

function json(status: number, body: object, headers: Headers): Response {
  headers['Content-Type'] = 'application/json';
  return new Response(JSON.stringify(body), { status, headers });
}

// Registers OAuth clients dynamically (RFC 7591)

const grantTypes = ['authorization_code', 'refresh_token'] as const;

/** RFC 7591 §2. Unknown keys are ignored, and null counts as absent. */
const metadata = z.object({
  redirect_uris: z.array(text(500)).max(10).nullish(),
  client_name: line(100).nullish(),
  client_uri: webUrl.nullish(),
  scope: text(200).nullish(),
  token_endpoint_auth_method: z.enum(authenticationMethods).nullish(),
  grant_types: z
    .array(z.enum(grantTypes))
    .max(2)
    .refine((types) => types.includes('authorization_code'), {
      error: () => t('errors.must-include-authorization-code'),
    })
    .nullish(),
  response_types: z.array(z.literal('code')).length(1).nullish(),
});

async function register({ req }: Context): Promise<object> {
  const input = parseOrThrow(metadata, (await readJson(req.raw, maxSmallFormBytes)).value);
  const method = input.token_endpoint_auth_method ?? 'client_secret_basic';
  const { client, secret } = await registerClient({
    name: input.client_name ?? 'Unnamed app',
    website: input.client_uri ?? null,
    redirectUris: input.redirect_uris ?? [],
    scope: input.scope ?? undefined,
    confidential: method !== 'none',
  });
  return {
    client_id: client.id,
    client_id_issued_at: seconds(client.createdAt),
    ...(isConfidential(client) && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: client.name,
    ...(client.website !== null && { client_uri: client.website }),
    redirect_uris: client.redirectUris,
    scope: client.scopes.join(' '),
    token_endpoint_auth_method: method,
    grant_types: grantTypes,
    response_types: ['code'],
  };
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

// Builds the OAuth metadata documents

const urlOf = (path: string) => `${config.baseUrl}${path}`;
const withSecret = authenticationMethods.filter((method) => method !== 'none');

/** RFC 8414 §2, and `iss` by RFC 9207 §3. */
export const authorizationServer = {
  issuer: config.baseUrl,
  authorization_endpoint: urlOf('/oauth/authorize'),
  token_endpoint: urlOf('/oauth/token'),
  registration_endpoint: urlOf('/oauth/register'),
  revocation_endpoint: urlOf('/oauth/revoke'),
  introspection_endpoint: urlOf('/oauth/introspect'),
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: grantTypes,
  token_endpoint_auth_methods_supported: authenticationMethods,
  revocation_endpoint_auth_methods_supported: authenticationMethods,
  introspection_endpoint_auth_methods_supported: withSecret,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: urlOf('/api/docs'),
};

/** RFC 9728 §2. */
const protectedResource = {
  resource: config.baseUrl,
  resource_name: 'Potluck',
  authorization_servers: [config.baseUrl],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_documentation: urlOf('/api/docs'),
};

// Implements the token (RFC 6749 §3.2), revocation (RFC 7009) and introspection (RFC 7662) endpoints

async function readRequest({ req }: Context) {
  const parameters = readParameters(await parseForm(req.raw));
  return { parameters, client: await authenticateRequest(req.header('authorization'), parameters) };
}

async function token(context: Context): Promise<object> {
  const { parameters, client } = await readRequest(context);
  const type = requireParameter(parameters, 'grant_type');
  if (type === 'authorization_code') {
    const code = requireParameter(parameters, 'code');
    const verifier = requireParameter(parameters, 'code_verifier');
    const redirectUri = resolveRedirectUri(client, parameters.redirect_uri);
    return toTokenResponse(await redeemCode(client, { code, redirectUri, verifier }));
  }
  if (type === 'refresh_token') {
    return toTokenResponse(
      await redeemRefreshToken(client, {
        token: requireParameter(parameters, 'refresh_token'),
        scope: parameters.scope,
      }),
    );
  }
  throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
}

/** RFC 6749 §5.1. */
const toTokenResponse = ({ accessToken, refreshToken, scopes, expiresIn }: IssuedTokens) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: expiresIn,
  refresh_token: refreshToken,
  scope: scopes.join(' '),
});

/** Responds 200 without a body (RFC 7009). */
async function revoke(context: Context): Promise<null> {
  const { parameters, client } = await readRequest(context);
  await end(client, requireParameter(parameters, 'token'));
  return null;
}

/** RFC 7662 §2.2. */
async function introspect(context: Context): Promise<object> {
  const { parameters, client } = await readRequest(context);
  const active = await inspect(client, requireParameter(parameters, 'token'));
  if (!active) return { active: false };
  return {
    active: true,
    scope: active.scopes.join(' '),
    client_id: client.id,
    username: active.username,
    ...(active.kind === 'access' && { token_type: 'Bearer' }),
    ...(active.expiresAt && { exp: Math.floor(active.expiresAt.getTime() / 1000) }),
    iat: Math.floor(active.createdAt.getTime() / 1000),
    sub: String(active.accountId),
    iss: config.baseUrl,
  };
}

// Lists the OAuth 2.1 endpoints and metadata documents

/** Every registration is stored, so registrations are limited. */
const registrationLimit: RateLimit = { name: 'register', quota: 60, windowSeconds: 1_800, isStrict: true };

const posts: Record<string, Endpoint> = {
  '/oauth/register': {
    status: 201,
    rateLimit: registrationLimit,
    unreadableCode: 'invalid_client_metadata',
    handler: register,
  },
  '/oauth/token': { handler: token },
  '/oauth/revoke': { handler: revoke },
  '/oauth/introspect': { handler: introspect },
};

const documents: Record<string, object> = {
  '/.well-known/oauth-authorization-server': authorizationServer,
  '/.well-known/oauth-protected-resource': protectedResource,
};

export const oauth = new Hono();

for (const [path, declared] of Object.entries(posts)) {
  oauth.post(path, endpoint(declared)).all(path, methodNotAllowed(['POST', 'OPTIONS']));
}
for (const [path, document] of Object.entries(documents)) {
  const serveDocument = () => json(200, document, { ...baseHeaders(), 'Cache-Control': 'public, max-age=300' });
  oauth.get(path, serveDocument).all(path, methodNotAllowed(['GET', 'HEAD', 'OPTIONS']));
}

/** Also responds to CORS preflight requests. */
function methodNotAllowed(methods: string[]) {
  return ({ req }: { req: { method: string } }) => {
    if (req.method === 'OPTIONS') return preflight(methods);
    const headers = { ...baseHeaders(), Allow: methods.join(', ') };
    return errorResponse(new DomainError('method_not_allowed', t('errors.method-not-allowed')), headers);
  };
}
