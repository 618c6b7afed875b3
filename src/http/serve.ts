/** Runs an API request: authenticates, parses, calls the handler and serialises the result. */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { createIdempotently } from '../domain/access/idempotency.ts';
import type { Token } from '../domain/access/tokens.ts';
import { anonymous } from '../domain/accounts/viewer.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { authenticate, requireScope } from './authenticate.ts';
import type { BodyRule } from './body-rules.ts';
import { clientAddress } from './client-address.ts';
import { errorResponse } from './errors.ts';
import { baseHeaders, type Headers } from './headers.ts';
import { isJson, maxJsonBytes, readJson } from './json-body.ts';
import { maxUploadBodyBytes, readUpload } from './multipart.ts';
import { maxOctets, readOctets } from './octets.ts';
import type { PagedResponse } from './pagination.ts';
import { enforceRateLimit, requestLimit } from './rate-limits.ts';
import { toJsonArray } from './raw-json.ts';
import { renderCached } from './response-cache.ts';
import type { Route, RouteCall } from './route.ts';
import { parseOrThrow } from './validation.ts';

type AnyCall = RouteCall<'public', unknown, unknown, unknown>;

export async function serve(route: Route, context: Context): Promise<Response> {
  const headers = baseHeaders();
  try {
    const caller = await authenticateWithinLimit(context, headers);
    if (route.scope !== 'public') requireScope(caller, route.scope, headers);
    if (route.rateLimit) await enforceRateLimit(route.rateLimit, rateLimitSubject(caller, context), headers);
    return await respond(route, context, caller, headers);
  } catch (error) {
    return errorResponse(error, headers);
  }
}

/** Authenticates the caller. Counts the request by account, whatever token or page it uses, or by address without a valid token. */
async function authenticateWithinLimit(context: Context, headers: Headers): Promise<Token | null> {
  const authorization = context.req.header('authorization') ?? null;
  let caller: Token | null = null;
  try {
    caller = await authenticate(authorization);
  } finally {
    await enforceRateLimit(requestLimit, rateLimitSubject(caller, context), headers);
  }
  return caller;
}

const rateLimitSubject = (caller: Token | null, context: Context): string =>
  caller ? `member ${caller.accountId}` : clientAddressOf(context);

async function readBody({ body, upload, octets, jsonAlternative }: Route, request: Request) {
  if (!body) return null;
  if (octets) return readOctets(request);
  if (jsonAlternative && isJson(request)) return readJson(request);
  return upload ? readUpload(request, upload) : readJson(request);
}

/** What `serve` reads at most, after it has found that the caller may send it. */
export function bodyRuleOf({ scope, body, upload, octets }: Route): BodyRule {
  const maxOf = () => {
    if (octets) return maxOctets;
    return upload ? maxUploadBodyBytes : maxJsonBytes;
  };
  return { from: scope === 'public' ? 'anyone' : 'members', maxBytes: body ? maxOf() : 0 };
}

/** Returns the rate limit key of requests without a valid token. */
export function clientAddressOf(context: Context): string {
  return clientAddress((context.env as { incoming?: IncomingMessage } | undefined)?.incoming);
}

async function respond(
  route: Route,
  context: Context,
  caller: Token | null,
  headers: Headers,
): Promise<Response> {
  const { req } = context;
  const body = await readBody(route, req.raw);
  const isAnonymous = route.scope === 'public' && !caller?.scopes.includes(route.optionalScope ?? 'read');
  const call: AnyCall = {
    caller,
    viewer:
      isAnonymous || !caller
        ? anonymous
        : { accountId: caller.accountId, host: null, filtersVersion: caller.filtersVersion },
    params: route.params ? parseOrThrow(route.params, req.param()) : undefined,
    query: route.query ? parseOrThrow(route.query, queryOf(req.url)) : undefined,
    body: route.body ? parseOrThrow(route.body, body!.value) : undefined,
    url: req.url,
  };
  if (caller) headers['Cache-Control'] = 'private, no-store';

  const { create } = route;
  if (!create) return respondWithoutCreate(route, call, context, headers);

  const renderCreated = async (id: number) => JSON.stringify(await route.handler(call, id));
  const key = req.header('idempotency-key');
  if (key === undefined || !caller) {
    return send(route.status, await renderCreated(await create(call)), headers);
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new DomainError('malformed', t('errors.idempotency-key-invalid'));
  }
  const { body: text, replayed } = await createIdempotently({
    tokenId: caller.id,
    key,
    request: [route.method, req.path, new URL(req.url).search, body?.bytes ?? ''],
    create: () => create(call),
    render: renderCreated,
    status: route.status,
  });
  if (replayed) headers['Idempotency-Replayed'] = 'true';
  return send(route.status, text, headers);
}

/** Returns a list for a key that occurs several times, otherwise a string. */
function queryOf(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?');
  if (start < 0) return {};
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URLSearchParams(url.slice(start))) {
    const previous = query[key];
    if (previous === undefined) query[key] = value;
    else if (Array.isArray(previous)) previous.push(value);
    else query[key] = [previous, value];
  }
  return query;
}

async function respondWithoutCreate(
  route: Route,
  call: AnyCall,
  context: Context,
  headers: Headers,
): Promise<Response> {
  const { response, method, status } = route;
  if (response !== null && response.type !== 'array' && method === 'get') {
    const { text, etag } = await renderCached(route, call);
    headers['Cache-Control'] ??= 'no-cache';
    headers.ETag = etag;
    const ifNoneMatch = context.req.header('if-none-match');
    if (ifNoneMatch && matchesETag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers });
    return send(status, text, headers);
  }

  const value = await route.handler(call, 0);
  if (response === null) return new Response(null, { status, headers });
  if (response.type !== 'array') return send(status, JSON.stringify(value), headers);
  const { items, link } = Array.isArray(value)
    ? { items: value, link: null }
    : (value as PagedResponse<unknown>);
  if (link) headers.Link = link;
  return send(status, toJsonArray(items), headers);
}

/** Compares weakly (RFC 9110 §13.1.2). */
export function matchesETag(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}

function send(status: number, text: string, headers: Headers): Response {
  headers['Content-Type'] = 'application/json';
  return new Response(text, { status, headers });
}

/** Responds 404. */
export function notFoundResponse(): Response {
  return errorResponse(new DomainError('not_found', t('errors.not-found')));
}
