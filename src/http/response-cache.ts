/** Caches rendered responses until the version of their data changes. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Route, RouteCall } from './route.ts';
import { Versioned } from './versioned.ts';

export interface Rendered {
  text: string;
  etag: string;
}

const maxBytes = 64 * 2 ** 20;
/** A string takes up to two bytes per UTF-16 unit. The rest of an entry is small. */
const cache = new LRUCache<string, Rendered & { version: string }>({
  maxSize: maxBytes,
  sizeCalculation: ({ text }) => 2 * text.length + 500,
});

/** Returns the cached response if its version is current, else calls the handler. */
export async function renderCached(
  route: Route,
  call: RouteCall<'public', unknown, unknown, unknown>,
): Promise<Rendered> {
  const { viewer, params, query } = call;
  const key = `${route.path} ${viewer.accountId} ${JSON.stringify([params, query])}`;
  const cached = cache.get(key);
  if (cached && (await route.readVersion?.(call)) === cached.version) return cached;

  const result = await route.handler(call, 0);
  if (!(result instanceof Versioned)) return toRendered(result);
  const fresh = { ...toRendered(result.value), version: result.version };
  cache.set(key, fresh);
  return fresh;
}

function toRendered(value: unknown): Rendered {
  const text = JSON.stringify(value);
  return { text, etag: `W/"${hash('sha1', text, 'base64url')}"` };
}
