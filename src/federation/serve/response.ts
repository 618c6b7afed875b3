/** Answers with documents. */
import { createHash } from 'node:crypto';
import { createCache } from '../../lib/cache.ts';
import { config } from '../../lib/config.ts';
import { memoryPlan } from '../../lib/memory.ts';

// Decides by the Accept header whether to answer with an ActivityPub document or a web page

const activityTypes = new Set(['application/activity+json', 'application/ld+json']);
const anyActivityTypes = new Set([...activityTypes, 'application/json', 'application/*', '*/*']);
const pageTypes = new Set(['text/html', 'application/xhtml+xml', 'text/*']);

/** At an object's IRI: a page is served only if HTML is named and preferred, as browsers do. */
export function asksForPage(accept: string | null): boolean {
  const page = quality(accept, pageTypes);
  return page > 0 && page > quality(accept, anyActivityTypes);
}

/** At a page's URL: the object is served only if its type is named and not less preferred than HTML. */
export function asksForActivity(accept: string | null): boolean {
  const activity = quality(accept, activityTypes);
  return activity > 0 && activity >= quality(accept, pageTypes);
}

/** Returns the highest weight (RFC 9110 §12.4.2) of these types. */
function quality(accept: string | null, types: Set<string>): number {
  const weights = (accept ?? '').slice(0, 1_000).split(',').map(readRange);
  return Math.max(0, ...weights.filter(({ type }) => types.has(type)).map(({ weight }) => weight));
}

function readRange(range: string): { type: string; weight: number } {
  const [type = '', ...params] = range.split(';').map((part) => part.trim().toLowerCase());
  const q = params.find((param) => param.startsWith('q='))?.slice(2);
  const weight = q === undefined ? 1 : Number(q);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

// Caches rendered public documents by IRI and version

const maxBytes = memoryPlan().cacheMegabytes * 2 ** 20;
/** Counts and links may change without a new version, so an entry expires. */
const maxAgeMs = 60_000;

const cache = createCache<string, Rendered>({
  maxSize: maxBytes,
  ttl: maxAgeMs,
  sizeCalculation: ({ bytes }) => bytes.length + 1,
});

/** `render` returns null when the document does not exist. */
export async function renderCached(
  iri: string,
  version: number,
  render: () => Promise<Rendered | null>,
): Promise<Rendered | null> {
  const key = `${version} ${iri}`;
  const cached = cache.get(key);
  if (cached) return cached;

  const rendered = await render();
  if (rendered) cache.set(key, rendered);
  return rendered;
}

// Builds responses to GETs of remote servers, with their cache headers

interface Rendered {
  bytes: Uint8Array<ArrayBuffer>;
  /** A strong ETag. */
  etag: string;
}

/** `public` responses may be cached; `signer` responses are for the signer of this request only. */
type Audience = 'public' | 'signer';

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

interface ServedTombstone {
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

const bodyFor = (request: Request, bytes: Uint8Array<ArrayBuffer>) => (request.method === 'HEAD' ? null : bytes);
