/** Builds responses to GETs of remote servers, with their cache headers. */
import { createHash } from 'node:crypto';
import { config } from '../../lib/config.ts';

export interface Rendered {
  bytes: Uint8Array<ArrayBuffer>;
  /** A strong ETag. */
  etag: string;
}

/** `public` responses may be cached; `signer` responses are for the signer of this request only. */
export type Audience = 'public' | 'signer';

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

export function respond(request: Request, { bytes, etag }: Rendered, audience: Audience): Response {
  const headers = { ...caching(audience), etag, 'content-type': json };
  if (isUnchanged(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(bodyFor(request, bytes), { headers });
}

export interface ServedTombstone {
  iri: string;
  formerType: string | null;
  deletedAt: Date;
}

export function respondGone(request: Request, { iri, formerType, deletedAt }: ServedTombstone): Response {
  const { bytes } = render({
    '@context': activitystreams,
    id: iri,
    type: 'Tombstone',
    ...(formerType && { formerType }),
    deleted: deletedAt.toISOString(),
  });
  const headers = { ...caching('public'), 'content-type': json };
  return new Response(bodyFor(request, bytes), { status: 410, headers });
}

const missing = encoder.encode('{"error":"not found"}');

/** The same response for missing documents and for those that the signer may not see. */
export function respondNotFound(request: Request): Response {
  const headers = { ...caching('signer'), 'content-type': 'application/json' };
  return new Response(bodyFor(request, missing), { status: 404, headers });
}

export function respondError(status: number, error: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ error }), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

export function respondUnsigned(): Response {
  return respondError(401, 'the request must be signed', { vary: 'Accept, Signature' });
}

export function redirectToPage(url: string): Response {
  return new Response(null, { status: 302, headers: { location: url, vary: 'Accept' } });
}

function caching(audience: Audience): Record<string, string> {
  const isPrivate = audience === 'signer' || config.authorizedFetch;
  return isPrivate
    ? { vary: 'Accept, Signature', 'cache-control': 'private, no-store' }
    : { vary: 'Accept', 'cache-control': 'public, max-age=60' };
}

/** RFC 9110 §13.1.2: a weak comparison, because a compressing proxy may have weakened the tag. */
function isUnchanged(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch
    .slice(0, 1_000)
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
}

const bodyFor = (request: Request, bytes: Uint8Array<ArrayBuffer>) =>
  request.method === 'HEAD' ? null : bytes;
