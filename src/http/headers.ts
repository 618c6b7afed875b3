/** Builds the headers that every API response carries. */
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
  'X-Request-Id',
].join(', ');

/** Allows every origin, since the API does not use cookies. */
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

/** Responds to a CORS preflight request. */
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

/** Builds a WWW-Authenticate challenge (RFC 6750 §3) that points to the resource metadata (RFC 9728 §5.1). */
export function bearerChallenge(parameters: string): string {
  const metadata = `${config.baseUrl}/.well-known/oauth-protected-resource`;
  return `Bearer realm="Potluck", resource_metadata="${metadata}", ${parameters}`;
}
