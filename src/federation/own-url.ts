/** The address under which others know the URL of a request. */
import { config } from '../lib/config.ts';

/** TLS ends at a proxy, and Host is anybody's word: what is signed is our own address. */
export function ownUrl(request: Request): URL {
  const { pathname, search } = new URL(request.url);
  return new URL(`${config.baseUrl}${pathname}${search}`);
}
