/** Says who may send a body of which size, and reads JSON and raw bodies. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { Hono, MiddlewareHandler } from 'hono';
import { DomainError, notFound } from '../lib/errors.ts';
import { isDeeperThan } from '../lib/json-depth.ts';
import { sizeText } from '../lib/language/formats.ts';
import { t } from '../lib/language/text.ts';
import { readBody } from '../lib/read-body.ts';

// Refuses URLs that contain an encoded NUL, which PostgreSQL cannot store or compare

/** Throws not_found for a NUL in the path, because nothing has such a name, and malformed for one in the query. */
export const refuseNul: MiddlewareHandler = async ({ req }, next) => {
  if (req.url.includes('%00')) {
    if (new URL(req.url).pathname.includes('%00')) throw notFound();
    throw new DomainError('malformed', t('errors.query-has-nul'));
  }
  await next();
};

// Declares who may send a body to a route, and how large it may be. The application does not start with a route
// without one.

export interface BodyRule {
  /** Others are answered before any of it is read. */
  from: 'anyone' | 'members';
  /** 0 if the route reads none. */
  maxBytes: number;
}

const rules = new WeakMap<object, BodyRule>();
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** The handler itself keeps the rule: it finds out who sends the request before it reads. */
export function takesBody<Handler extends object>(rule: BodyRule, handler: Handler): Handler {
  rules.set(handler, rule);
  return handler;
}

/** Returns the rule of each route, such as `POST /login`. Throws for a route without one. */
export function bodyRules({ routes }: Hono): Map<string, BodyRule> {
  const found = new Map<string, BodyRule | undefined>();
  for (const { method, path, handler } of routes) {
    const name = `${method} ${path}`;
    if (methods.includes(method)) found.set(name, found.get(name) ?? rules.get(handler));
  }
  for (const [name, rule] of found)
    if (!rule) throw new Error(`${name} does not declare who may send it a body: see takesBody`);
  return found as Map<string, BodyRule>;
}

// Reads on for a while when a request is answered before its body has arrived: a connection closed at once loses the
// response

/**
 * More than a photo that is a little too large: a proxy that still sends when the connection closes loses the response.
 */
const maxDiscarded = 20 * 2 ** 20;
const maxDiscardMs = 10_000;

/** The connection is used again if the body ends within these limits, and closed otherwise. */
export function discardUnread(incoming: IncomingMessage | Http2ServerRequest): void {
  if (incoming.complete || incoming.destroyed) return;
  const close = () => incoming.socket.destroySoon();
  const timer = setTimeout(close, maxDiscardMs);
  incoming.once('close', () => clearTimeout(timer));
  // A reader that began and stopped would pause it.
  incoming.removeAllListeners('data');
  let discarded = 0;
  incoming.on('data', (chunk: Uint8Array) => {
    const before = discarded;
    discarded += chunk.length;
    if (before <= maxDiscarded && discarded > maxDiscarded) close();
  });
}

// Reads JSON request bodies. Limits the size while streaming and the depth before parsing.

export const maxJsonBytes = 2 ** 20;
const maxDepth = 32;
const json = /^application\/(?:[a-z0-9.+-]{1,60}\+)?json\s*(?:;|$)/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

interface JsonBody {
  bytes: Uint8Array;
  /** `{}` for an empty body. */
  value: unknown;
}

export const isJson = ({ headers }: Request): boolean => json.test(headers.get('content-type') ?? '');

/** Throws too_large, unsupported_media_type or malformed. */
export async function readJson(request: Request, max = maxJsonBytes): Promise<JsonBody> {
  const bytes = await readBytes(request, max);
  if (bytes.length === 0) return { bytes, value: {} };

  if (!json.test(request.headers.get('content-type') ?? '') || request.headers.has('content-encoding')) {
    throw new DomainError('unsupported_media_type', t('errors.must-be-json'));
  }
  if (isDeeperThan(bytes, maxDepth)) {
    throw new DomainError('malformed', t('errors.nested-too-deep', { maxDepth }));
  }
  return { bytes, value: parseJson(bytes) };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new DomainError('malformed', t('errors.json-invalid'));
  }
}

/** Throws too_large for more than `max` bytes. */
export async function readBytes(request: Request, max: number): Promise<Uint8Array> {
  const bytes = await readBody(request, max);
  if (!bytes) throw new DomainError('too_large', t('errors.file-too-large', { fileBytes: sizeText(max) }));
  return bytes;
}

// Reads raw request bodies, such as the chunks of a large file

export const maxOctets = 8 * 2 ** 20;

/** `bytes` identifies the content for idempotency keys. Throws too_large or unsupported_media_type. */
export async function readOctets(request: Request): Promise<{ bytes: string; value: Uint8Array }> {
  if (request.headers.has('content-encoding'))
    throw new DomainError('unsupported_media_type', t('errors.must-not-be-compressed'));
  const value = await readBytes(request, maxOctets);
  return { bytes: createHash('sha256').update(value).digest('base64url'), value };
}
