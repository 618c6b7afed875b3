/** Rebuilds the URL of a request with the configured origin. */
import { config } from '../lib/config.ts';

/** Signatures cover this URL: TLS ends at a proxy, and anybody can set the Host header. */
export function ownUrl(request: Request): URL {
  const { pathname, search } = new URL(request.url);
  return new URL(`${config.baseUrl}${pathname}${search}`);
}
