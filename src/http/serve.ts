/** Runs an API request: authenticates, parses, calls the handler and serialises the result. */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { createIdempotently } from '../domain/access/idempotency.ts';
import type { Client } from '../domain/access/sessions.ts';
import { findToken, type Scope, type Token } from '../domain/access/tokens.ts';
import { anonymous, currentIdOf } from '../domain/accounts/account.ts';
import { createCache } from '../lib/cache.ts';
import { DomainError } from '../lib/errors.ts';
import { t } from '../lib/language/text.ts';
import { memoryPlan } from '../lib/memory.ts';
import { type BodyRule, isJson, maxJsonBytes, maxOctets, readJson, readOctets } from './body.ts';
import { clientAddress } from './client-address.ts';
import { errorResponse } from './errors.ts';
import { baseHeaders, bearerChallenge, type Headers } from './headers.ts';
import { maxUploadBodyBytes, readUpload } from './multipart.ts';
import { type PagedResponse, toJsonArray } from './pagination.ts';
import { enforceRateLimit, lookUpLimit, requestLimit } from './rate-limits.ts';
import { type Route, type RouteCall, Versioned } from './route.ts';
import { parseOrThrow } from './validation.ts';

// Authenticates API requests by the bearer token in the Authorization header (RFC 6750)

const bearer = /^bearer +([A-Za-z0-9._~+/-]{1,512}=*) *$/i;

/** Returns null without credentials. Throws unauthorized if the token is invalid. */
export async function authenticate(authorization: string | null): Promise<Token | null> {
  if (authorization === null) return null;
  const text = bearer.exec(authorization)?.[1];
  const token = text ? await findToken(text) : null;
  if (!token) throw new DomainError('unauthorized', t('errors.token-invalid'));
  return token;
}

/** Throws unauthorized or insufficient_scope, and adds a WWW-Authenticate challenge that names the scope. */
function requireScope(token: Token | null, scope: Scope, headers: Headers): Token {
  if (!token) {
    // RFC 6750, section 3.1: without credentials the challenge carries no error code.
    headers['WWW-Authenticate'] = bearerChallenge(`scope="${scope}"`);
    throw new DomainError('unauthorized', t('errors.token-required'));
  }
  if (!token.scopes.includes(scope)) {
    headers['WWW-Authenticate'] = bearerChallenge(`error="insufficient_scope", scope="${scope}"`);
    throw new DomainError('insufficient_scope', t('errors.token-lacks-scope', { scope }));
  }
  return token;
}

// Caches rendered responses until the version of their data changes

interface Rendered {
  text: string;
  etag: string;
}

const maxBytes = memoryPlan().cacheMegabytes * 2 ** 20;
/** A string takes up to two bytes per UTF-16 unit. The rest of an entry is small. */
const cache = createCache<string, Rendered & { version: string }>({
  maxSize: maxBytes,
  sizeCalculation: ({ text }) => 2 * text.length + 500,
});

/** Returns the cached response if its version is current, else calls the handler. */
async function renderCached(route: Route, call: RouteCall<'public', unknown, unknown, unknown>): Promise<Rendered> {
  const { viewer, params, query } = call;
  const key = `${route.path} ${viewer.accountId} ${JSON.stringify([params, query])}`;
  const cached = cache.get(key);
  if (cached && (await route.readVersion?.(call)) === cached.version) return cached;

  const result = await route.handler(call, 0);
  if (!(result instanceof Versioned)) return toRendered(result);
  const fresh = { ...toRendered(result.value), version: result.version };
  cache.set(key, fresh);
  return fresh;
}

function toRendered(value: unknown): Rendered {
  const text = JSON.stringify(value);
  return { text, etag: `W/"${hash('sha1', text, 'base64url')}"` };
}

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

/**
 * Authenticates the caller. Counts the request by account, whatever token or page it uses, or by address without a
 * valid token.
 */
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

async function respond(route: Route, context: Context, caller: Token | null, headers: Headers): Promise<Response> {
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
  if (await route.looksUp?.(call)) await enforceRateLimit(lookUpLimit, rateLimitSubject(caller, context), headers);
  if (caller) headers['Cache-Control'] = 'private, no-store';

  const { create } = route;
  if (!create) return respondToCurrent(route, call, context, headers);

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
    create: (beforeCommit) => create(call, beforeCommit),
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

/**
 * The id of an account that a client was given leads to the account that it turned out to be. A change is made to that
 * account; a read looks for it only if nothing was found.
 */
async function respondToCurrent(route: Route, call: AnyCall, context: Context, headers: Headers): Promise<Response> {
  const { account_id: id } = (call.params ?? {}) as { account_id?: number };
  const respondFor = (accountId: number | undefined) => {
    const params = accountId === undefined ? call.params : { ...(call.params as object), account_id: accountId };
    return respondWithoutCreate(route, { ...call, params }, context, headers);
  };
  if (!id) return respondFor(undefined);
  if (route.method !== 'get') return respondFor(await currentIdOf(id));
  try {
    return await respondFor(id);
  } catch (error) {
    const isMissing = error instanceof DomainError && error.code === 'not_found';
    const current = isMissing ? await currentIdOf(id) : id;
    if (current === id) throw error;
    return respondFor(current);
  }
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
  const { items, link } = Array.isArray(value) ? { items: value, link: null } : (value as PagedResponse<unknown>);
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

// Describes the browser that sent a request

export const clientOf = (c: Context): Client => ({
  userAgent: c.req.header('user-agent') ?? '',
  address: clientAddressOf(c),
});
