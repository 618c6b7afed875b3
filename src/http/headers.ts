/** The headers that every answer of the API carries. */
import { config } from '../lib/config.ts';

export type Headers = Record<string, string>;

const exposed = [
  'Link',
  'ETag',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Idempotency-Replayed',
  'WWW-Authenticate',
].join(', ');

/** Any origin may read, since nothing here depends on cookies. */
export function baseHeaders(): Headers {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed,
    Vary: 'Authorization',
  };
}

/** Answers a browser's preflight request. */
export function preflight(methods: readonly string[]): Response {
  const headers = {
    ...baseHeaders(),
    Allow: methods.join(', '),
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
    'Access-Control-Max-Age': '86400',
  };
  return new Response(null, { status: 204, headers });
}

/** What a client without the right token is told: where tokens come from (RFC 9728, section 5.1), and `more` of RFC 6750, section 3. */
export function bearerChallenge(more: string): string {
  const metadata = `${config.baseUrl}/.well-known/oauth-protected-resource`;
  return `Bearer realm="Potluck", resource_metadata="${metadata}", ${more}`;
}
