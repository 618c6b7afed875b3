/** Carries a request through its route: authenticate, parse, one operation, serialise. */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { createOnce } from '../domain/once.ts';
import type { Token } from '../domain/tokens.ts';
import { config } from '../lib/config.ts';
import { DomainError } from '../lib/errors.ts';
import { authenticate, demandScope } from './authenticate.ts';
import { isJson, readJson } from './body.ts';
import { clientAddress } from './client-address.ts';
import { errorResponse } from './errors.ts';
import { baseHeaders, type Headers } from './headers.ts';
import { parse } from './issues.ts';
import { listToJson } from './json.ts';
import { renderOnce } from './kept.ts';
import { requestLimit, takeOne, uploadLimit } from './limits.ts';
import { readUpload } from './multipart.ts';
import type { Page } from './page.ts';
import type { Call, Route } from './route.ts';

type AnyCall = Call<'public', unknown, unknown, unknown>;

export async function serve(route: Route, context: Context): Promise<Response> {
  const headers = baseHeaders();
  try {
    const caller = await admit(context, headers);
    if (route.scope !== 'public') demandScope(caller, route.scope, headers);
    if (route.upload && config.rateLimits) await takeOne(uploadLimit, whoIs(caller, context), headers);
    return await answer(route, context, caller, headers);
  } catch (error) {
    return errorResponse(error, headers);
  }
}

/** The caller, counted against the limit: by token, or by address without a good one. */
async function admit(context: Context, headers: Headers): Promise<Token | null> {
  const authorization = context.req.header('authorization') ?? null;
  let caller: Token | null = null;
  try {
    caller = await authenticate(authorization);
  } finally {
    if (config.rateLimits) await takeOne(requestLimit, whoIs(caller, context), headers);
  }
  return caller;
}

const whoIs = (caller: Token | null, context: Context): string =>
  caller ? `token ${caller.id}` : addressOf(context);

async function readBody({ body, upload, insteadOfUpload }: Route, request: Request) {
  if (!body) return null;
  if (insteadOfUpload && isJson(request)) return readJson(request);
  return upload ? readUpload(request, upload) : readJson(request);
}

/** What requests without a good token are counted by. */
export function addressOf(context: Context): string {
  return clientAddress((context.env as { incoming?: IncomingMessage } | undefined)?.incoming);
}

async function answer(
  route: Route,
  context: Context,
  caller: Token | null,
  headers: Headers,
): Promise<Response> {
  const { req } = context;
  const body = await readBody(route, req.raw);
  const shown = route.scope === 'public' && !caller?.scopes.includes(route.optionalScope ?? 'read');
  const call: AnyCall = {
    caller,
    viewer: { accountId: shown || !caller ? null : caller.accountId, host: null },
    params: route.params ? parse(route.params, req.param()) : undefined,
    query: route.query ? parse(route.query, queryOf(req.url)) : undefined,
    body: route.body ? parse(route.body, body!.value) : undefined,
    url: req.url,
  };
  if (caller) headers['Cache-Control'] = 'private, no-store';

  const { create } = route;
  if (!create) return render(route, call, context, headers);

  const show = async (id: number) => JSON.stringify(await route.handler(call, id));
  const key = req.header('idempotency-key');
  if (key === undefined || !caller) {
    return send(route.status, await show(await create(call)), headers);
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new DomainError('malformed', 'Idempotency-Key must be 1 to 255 printable characters');
  }
  const { body: text, replayed } = await createOnce({
    tokenId: caller.id,
    key,
    request: [route.method, req.path, new URL(req.url).search, body?.bytes ?? ''],
    create: () => create(call),
    show,
    status: route.status,
  });
  if (replayed) headers['Idempotency-Replayed'] = 'true';
  return send(route.status, text, headers);
}

/** Of a key given several times all values, of one given once that value. */
function queryOf(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?');
  if (start < 0) return {};
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URLSearchParams(url.slice(start))) {
    const known = query[key];
    if (known === undefined) query[key] = value;
    else if (Array.isArray(known)) known.push(value);
    else query[key] = [known, value];
  }
  return query;
}

async function render(route: Route, call: AnyCall, context: Context, headers: Headers): Promise<Response> {
  const { answer, method, status } = route;
  if (answer !== null && answer.type !== 'array' && method === 'get') {
    const { text, etag } = await renderOnce(route, call);
    headers['Cache-Control'] ??= 'no-cache';
    headers.ETag = etag;
    const known = context.req.header('if-none-match');
    if (known && isKnown(known, etag)) return new Response(null, { status: 304, headers });
    return send(status, text, headers);
  }

  const value = await route.handler(call, 0);
  if (answer === null) return new Response(null, { status, headers });
  if (answer.type !== 'array') return send(status, JSON.stringify(value), headers);
  const { items, link } = Array.isArray(value) ? { items: value, link: null } : (value as Page<unknown>);
  if (link) headers.Link = link;
  return send(status, listToJson(items), headers);
}

/** RFC 9110, section 13.1.2: weak comparison. */
export function isKnown(known: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return known === '*' || known.split(',').some((tag) => opaque(tag) === opaque(etag));
}

function send(status: number, text: string, headers: Headers): Response {
  headers['Content-Type'] = 'application/json';
  return new Response(text, { status, headers });
}

/** For paths where nothing is. */
export function nothingHere(): Response {
  return errorResponse(new DomainError('not_found', 'not found'));
}
