/** Answers to other servers' GETs, with what caches may do with them. */
import { createHash } from 'node:crypto';
import { config } from '../../lib/config.ts';

export interface Rendered {
  bytes: Uint8Array<ArrayBuffer>;
  /** Strong: two answers with one tag are equal byte for byte. */
  etag: string;
}

/** `everybody` may be given it from a cache, `asker` is who signed this very request. */
export type Audience = 'everybody' | 'asker';

const json = 'application/activity+json; charset=utf-8';
const activitystreams = 'https://www.w3.org/ns/activitystreams';
const encoder = new TextEncoder();

export function render(document: unknown): Rendered {
  return renderText(JSON.stringify(document));
}

export function renderText(text: string): Rendered {
  const bytes = encoder.encode(text);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
}

export function answer(request: Request, { bytes, etag }: Rendered, audience: Audience): Response {
  const headers = { ...caching(audience), etag, 'content-type': json };
  if (isUnchanged(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(bodyFor(request, bytes), { headers });
}

export interface Grave {
  iri: string;
  formerType: string | null;
  deletedAt: Date;
}

export function answerGone(request: Request, { iri, formerType, deletedAt }: Grave): Response {
  const { bytes } = render({
    '@context': activitystreams,
    id: iri,
    type: 'Tombstone',
    ...(formerType && { formerType }),
    deleted: deletedAt.toISOString(),
  });
  const headers = { ...caching('everybody'), 'content-type': json };
  return new Response(bodyFor(request, bytes), { status: 410, headers });
}

const missing = encoder.encode('{"error":"not found"}');

/** The same for what does not exist and for what the asker may not see. */
export function answerMissing(request: Request): Response {
  const headers = { ...caching('asker'), 'content-type': 'application/json' };
  return new Response(bodyFor(request, missing), { status: 404, headers });
}

export function answerError(status: number, error: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ error }), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

export function answerUnsigned(): Response {
  return answerError(401, 'the request must be signed', { vary: 'Accept, Signature' });
}

export function answerElsewhere(url: string): Response {
  return new Response(null, { status: 302, headers: { location: url, vary: 'Accept' } });
}

function caching(audience: Audience): Record<string, string> {
  const depends = audience === 'asker' || config.authorizedFetch;
  return depends
    ? { vary: 'Accept, Signature', 'cache-control': 'private, no-store' }
    : { vary: 'Accept', 'cache-control': 'public, max-age=60' };
}

/** RFC 9110, 13.1.2: the comparison is weak, a proxy that compressed the answer may have weakened the tag. */
function isUnchanged(given: string | null, etag: string): boolean {
  if (given === null) return false;
  return given
    .slice(0, 1_000)
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
}

const bodyFor = (request: Request, bytes: Uint8Array<ArrayBuffer>) =>
  request.method === 'HEAD' ? null : bytes;
