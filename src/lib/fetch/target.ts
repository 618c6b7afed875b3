/** Parses the URLs that may be requested. */
import { FetchError } from './error.ts';
import type { FetchResponse } from './messages.ts';

const MAX_LENGTH = 8_192;

const redirects = new Set([301, 302, 303, 307, 308]);

/** Removes the fragment. Throws FetchError('bad_url') unless the URL is http(s) without credentials. */
export function parseTarget(url: string, base?: URL): URL {
  const target = url.length <= MAX_LENGTH ? URL.parse(url, base) : null;
  if (target === null) throw new FetchError('bad_url', base?.host ?? 'unknown host', 'not a URL');

  const host = target.host || 'unknown host';
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    throw new FetchError('bad_url', host, 'only http and https are supported');
  }
  if (target.username !== '' || target.password !== '') {
    throw new FetchError('bad_url', host, 'a URL must not carry credentials');
  }

  target.hash = '';
  return target;
}

/** Returns the redirect target, or null if the response is final. Throws FetchError('bad_url'). */
export function redirectTarget(answer: FetchResponse, from: URL): URL | null {
  const location = answer.headers.get('location');
  if (!redirects.has(answer.status) || location === null) return null;
  return parseTarget(location, from);
}
