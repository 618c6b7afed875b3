/** Tells pages that somebody looks at from those that a script or a browser loads in advance. */
import type { Context } from 'hono';

/** Browsers say what they load (Fetch Metadata). Without these headers, somebody looks at the page. */
export function isNavigation({ req }: Context): boolean {
  const purpose = req.header('sec-purpose') ?? req.header('purpose') ?? '';
  const destination = req.header('sec-fetch-dest') ?? 'document';
  return req.method === 'GET' && destination === 'document' && !/prefetch|preview/.test(purpose);
}
