/** Checks redirect targets, to prevent open redirects. */
import { config } from '../../lib/config.ts';

/**
 * Resolves a path to an absolute URL on this server. Returns null for other URLs, such as `//evil.example`.
 * Redirect to the URL, not to its path: `/..//evil.example` resolves to a path that starts with two slashes.
 */
export function localPageUrl(next: string | null | undefined): string | null {
  if (!next?.startsWith('/')) return null;
  const url = URL.parse(next, config.baseUrl);
  return url?.origin === config.baseUrl && !url.username ? url.href : null;
}

/** The path of the page of this server from which a request was sent, of its `Referer`. Null for another one. */
export function referringPath(referrer: string | undefined): string | null {
  const url = URL.parse(referrer ?? '');
  return url?.origin === config.baseUrl ? url.pathname + url.search : null;
}
