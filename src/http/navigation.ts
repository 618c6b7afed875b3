/** Tells pages that somebody looks at from those that a script or a browser loads in advance. */
import type { Context } from 'hono';

/**
 * Browsers say how they load a page (Fetch Metadata §2.3). Without these headers, somebody looks at the page. The mode stays
 * when a service worker passes the request on, and the destination does not.
 */
export function isNavigation({ req }: Context): boolean {
  const purpose = req.header('sec-purpose') ?? req.header('purpose') ?? '';
  const mode = req.header('sec-fetch-mode') ?? 'navigate';
  return req.method === 'GET' && mode === 'navigate' && !/prefetch|preview/.test(purpose);
}
