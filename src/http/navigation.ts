/** Tells pages that somebody looks at from those that a script or a browser loads in advance. */
import type { Context } from 'hono';

/**
 * Browsers say how they load a page (Fetch Metadata §2). The mode stays when a service worker passes the request on, and
 * the destination does not. Clients that are no browsers send no destination.
 */
export function isNavigation({ req }: Context): boolean {
  const purpose = req.header('sec-purpose') ?? req.header('purpose') ?? '';
  const isScript = req.header('sec-fetch-dest') !== undefined && req.header('sec-fetch-mode') !== 'navigate';
  return req.method === 'GET' && !isScript && !/prefetch|preview/.test(purpose);
}
